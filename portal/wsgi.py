"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.production")
os.environ.setdefault("CARDLOOM_PROCESS", "web")  # the settings pool connections in this process alone

application = get_wsgi_application()

from portal.metrics import watch_pool  # noqa: E402  reads the settings, which are there now

watch_pool()
