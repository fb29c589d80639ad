"""The list of addresses. The rooms' own lists are mounted here and nowhere else.

They are tried from the top: what phones ask for all evening stands first.
"""

from django.urls import include, path

from jassclub import health, home

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/", include("jassclub.api_urls")),
    path("", include("tournaments.urls")),
    path("accounts/", include("jassclub.clubs.account_urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("", include("jassclub.clubs.urls")),
    path("", include("scoring.urls")),
]

handler400 = "jassclub.errors.bad_request"
handler403 = "jassclub.errors.forbidden"
handler404 = "jassclub.errors.not_found"
handler500 = "jassclub.errors.server_error"
