"""The first page: what this is, the table's code, what is played now, the way in for organisers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.public import tournaments_now


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"running": tournaments_now()})
