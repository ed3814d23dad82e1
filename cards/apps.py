"""The Django app `cards`."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from cards.gateway import rulesets


class CardsConfig(AppConfig):
    """Register the app under the label that AUTH_USER_MODEL and the migrations name."""

    name = "cards"
    label = "cards"
    verbose_name = "Cardloom"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the folders of rulesets to the engine, and connect what marks sessions, in every process of the portal.

        Errors: ImproperlyConfigured for a folder that cannot be used.
        """
        try:
            rulesets.search_rulesets(settings.RULESET_FOLDERS)
        except rulesets.BadSearchPath as error:
            raise ImproperlyConfigured(str(error)) from error
        import_module("cards.web.sessions")
