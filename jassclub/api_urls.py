"""The JSON API: every room's addresses, the schema, and a page to try it."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
