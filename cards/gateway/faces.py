"""The faces of cards, and the tones and icons that they may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards.gateway.pack_names import Game
from cards.gateway.validation import Texts
from cards.gateway.wording import unwritten_texts
from engine import api

GEMS, ICONS, PLAIN = api.GEMS, api.ICONS, api.PLAIN
Icon = api.Icon
Tone = api.Tone


def face(ruleset: Game, document: Any, texts: Texts | None = None) -> dict[str, Any]:
    """Return what the face of a card shows (`engine.face.Face` as JSON), even of a document that is no card yet.

    Shapes: beside it `generated` has the rules text of each language in which none is written.
    """
    shown = api.face(ruleset, document if isinstance(document, dict) else {}, texts or {})
    return {**shown, "generated": unwritten_texts(ruleset, document, shown["text"])}


def tones() -> Mapping[str, api.Tone]:
    """Return the tones that faces may have, by name."""
    return api.tones()


def icons() -> Mapping[str, api.Icon]:
    """Return the icons that the rulesets bring along, by name."""
    return api.icons()
