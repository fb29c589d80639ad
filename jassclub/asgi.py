"""The ASGI application: pages, API and the live streams."""

import os

from django.core.asgi import get_asgi_application
from django.urls import get_resolver

from jassclub.memory import keep_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")

application = get_asgi_application()
get_resolver().url_patterns  # noqa: B018 - loads all addresses and their views
keep_what_is_loaded()
