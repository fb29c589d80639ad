"""Addresses of this room, under the namespace ``clubs``."""

from django.urls import URLPattern, URLResolver

app_name = "clubs"
urlpatterns: list[URLPattern | URLResolver] = []
