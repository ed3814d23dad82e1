"""For work on the code itself: the servers of a running `make run`, with Django's own error pages."""

from portal.settings.production import *  # noqa: F403  settings are names in a module
from portal.settings.production import STORAGES

DEBUG = True
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
