"""The Celery application. Tasks live in each room's ``tasks.py``; none is defined here."""

import os

from celery import Celery
from kombu.transport.redis import Channel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")

# A worker whose Redis goes while it holds a task would put that task back over a closed connection,
# and end by the error. Nothing has to be put back: what is wanted and not built is in the database.
Channel.do_restore = False

app = Celery("jassclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
