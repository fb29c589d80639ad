"""The ASGI application: pages, API and the live streams."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")

application = get_asgi_application()
