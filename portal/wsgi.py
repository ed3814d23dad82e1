"""The portal as a WSGI application, which `portal.asgi` runs in threads."""

import logging
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.production")
os.environ.setdefault("CARDLOOM_PROCESS", "web")  # the settings pool connections in this process alone

application = get_wsgi_application()

from django.urls import get_resolver  # noqa: E402  reads the settings, which are there now

from cards.gateway import rulesets  # noqa: E402  as above
from portal.metrics import watch_pool  # noqa: E402  as above

watch_pool()
for fault in rulesets.load_failures():
    for row in (fault, *fault.more):
        logging.getLogger(__name__).error(
            "game left out", extra={"game": row.name, "place": row.place, "reason": row.text.en}
        )
_ = get_resolver().url_patterns, rulesets.rulesets()  # pages and games: no visitor waits until they are imported
