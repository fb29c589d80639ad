"""The Django project, and the club itself: accounts, players, audit."""

from jassclub.celery import app as celery_app

__all__ = ["celery_app"]
