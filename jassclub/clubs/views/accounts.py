"""The way back in without a mail server."""

from allauth.account import views as allauth_views
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def password_reset(request: HttpRequest) -> HttpResponse:
    """By e-mail where the installation can send any; else the page says whom to ask."""
    if settings.SENDS_MAIL:
        response: HttpResponse = allauth_views.password_reset(request)
        return response
    return render(request, "account/password_reset.html")
