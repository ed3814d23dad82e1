"""The Django app `cards`."""

from __future__ import annotations

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Register the app under the label that AUTH_USER_MODEL and the migrations name."""

    name = "cards"
    label = "cards"
    verbose_name = "Cardloom"
    default_auto_field = "django.db.models.BigAutoField"
