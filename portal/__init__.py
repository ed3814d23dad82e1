"""The project around the cards: settings, urls, health, the servers it runs on. No models, no rules of a game."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]
