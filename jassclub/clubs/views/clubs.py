"""My clubs, a new club, a club's settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from jassclub.clubs import access, selectors, services
from jassclub.clubs.forms import ClubForm
from jassclub.clubs.models import Role


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    memberships = selectors.memberships_of(access.account(request))
    return render(request, "clubs/home.html", {"memberships": memberships})


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = services.club_create(user=access.account(request), **form.cleaned_data)
        messages.success(request, _("The club is there. Now add the players."))
        return redirect("clubs:players", club.slug)
    return render(request, "clubs/new.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, club_slug: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.OWNER)
    form = ClubForm(request.POST or None, initial=model_to_dict(club))
    if request.method == "POST" and form.is_valid():
        actor = access.user_actor(request)
        services.club_update(club_id=club.pk, actor=actor, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("clubs:settings", club.slug)
    context = {"club": club, "form": form}
    return render(request, "clubs/settings.html", context, status=422 if form.errors else 200)
