"""How the engine lets a request be stopped on its way."""

from engine.api import checked_by

__all__ = ["checked_by"]
