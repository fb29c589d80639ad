"""The WSGI application: for servers without live streams; pages then ask for news instead."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")

application = get_wsgi_application()
