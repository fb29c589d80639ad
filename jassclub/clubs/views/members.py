"""Who runs the club: roles, invitations, a link for a forgotten password."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from jassclub.clubs import access, selectors, services
from jassclub.clubs.errors import ClubError
from jassclub.clubs.forms import RoleForm
from jassclub.clubs.models import Club, Role


def _absolute(request: HttpRequest, path: str) -> str:
    return (
        f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    )


def _page(
    request: HttpRequest, club: Club, *, problem: ClubError | None = None, **extra: Any
) -> HttpResponse:
    context = {
        "club": club,
        "members": selectors.members(club),
        "invitations": selectors.open_invitations(club),
        "roles": Role.choices,
        "form": RoleForm(),
        "base": _absolute(request, "/").rstrip("/"),
        "problem": problem,
    }
    status = problem.status if problem else 200
    return render(request, "clubs/members.html", context | extra, status=status)


@login_required
@never_cache
@require_safe
def members(request: HttpRequest, club_slug: str) -> HttpResponse:
    return _page(request, access.club_for(request, club_slug, least=Role.OWNER))


@login_required
@require_POST
def invite(request: HttpRequest, club_slug: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.OWNER)
    form = RoleForm(request.POST)
    if not form.is_valid():
        problem = ClubError("no-role", _("Choose the role the new member should have."), 422)
        return _page(request, club, problem=problem)
    role = form.cleaned_data["role"]
    services.invitation_create(club=club, user=access.account(request), role=role)
    messages.success(request, _("The link is ready. Copy it and send it to the new member."))
    return redirect("clubs:members", club.slug)


@login_required
@require_POST
def revoke(request: HttpRequest, club_slug: str, invitation_id: int) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.OWNER)
    actor = access.user_actor(request)
    try:
        services.invitation_revoke(club=club, actor=actor, invitation_id=invitation_id)
    except ClubError as problem:
        return _page(request, club, problem=problem)
    messages.success(request, _("The invitation is withdrawn; its link no longer works."))
    return redirect("clubs:members", club.slug)


@login_required
@require_POST
def set_role(request: HttpRequest, club_slug: str, member_id: int) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.OWNER)
    form = RoleForm(request.POST)
    try:
        if not form.is_valid():
            raise ClubError("no-role", _("Choose one of the roles in the list."), 422)
        services.member_set_role(
            club=club, actor=access.user_actor(request), member_id=member_id, **form.cleaned_data
        )
    except ClubError as problem:
        return _page(request, club, problem=problem)
    messages.success(request, _("The role is changed."))
    return _back(request, club)


@login_required
@require_POST
def remove(request: HttpRequest, club_slug: str, member_id: int) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.OWNER)
    actor = access.user_actor(request)
    try:
        services.member_remove(club=club, actor=actor, member_id=member_id)
    except ClubError as problem:
        return _page(request, club, problem=problem)
    messages.success(request, _("This person is no longer a member of the club."))
    return _back(request, club)


@login_required
@never_cache
@require_POST
def reset_link(request: HttpRequest, club_slug: str, member_id: int) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.OWNER)
    actor = access.user_actor(request)
    try:
        path = services.member_reset_link(club=club, actor=actor, member_id=member_id)
    except ClubError as problem:
        return _page(request, club, problem=problem)
    return _page(request, club, reset_link=_absolute(request, path), reset_member=member_id)


def _back(request: HttpRequest, club: Club) -> HttpResponse:
    """To the members, or to my clubs for somebody who is no longer an owner of this one."""
    member = access.membership(request.user, club)
    if member and member.role == Role.OWNER:
        return redirect("clubs:members", club.slug)
    return redirect("clubs:home")


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind an invitation's link; signing in or up comes back to it."""
    found = access.invitation_by(token)
    try:
        if request.method == "POST" and request.user.is_authenticated:
            member = services.invitation_accept(token=token, user=access.account(request))
            role = member.get_role_display()
            messages.success(request, _("Welcome! Your role here: %(role)s.") % {"role": role})
            return redirect("clubs:home")
        services.invitation_check(found)
    except ClubError as problem:
        context = {"invitation": found, "problem": problem}
        return render(request, "clubs/invitation.html", context, status=problem.status)
    return render(request, "clubs/invitation.html", {"invitation": found})
