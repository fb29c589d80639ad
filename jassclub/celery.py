"""The Celery application. Tasks live in each room's ``tasks.py``; none is defined here."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")

app = Celery("jassclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
