"""Addresses of this room, under the namespace ``scoring``."""

from django.urls import URLPattern, URLResolver

app_name = "scoring"
urlpatterns: list[URLPattern | URLResolver] = []
