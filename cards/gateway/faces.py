"""The faces of cards, and the tones and icons that they may have."""

from typing import Any

from cards.gateway.pack_names import Game
from cards.gateway.validation import Texts
from cards.gateway.wording import NO_NAMES, CardNames, unwritten_texts
from engine import api

tones = api.tones
icons = api.icons

GEMS, ICONS, PLAIN = api.GEMS, api.ICONS, api.PLAIN
Icon = api.Icon
Tone = api.Tone


def tone_of(ruleset: Game, document: Any) -> str:
    """Return the name of a card's tone, as its face has it; PLAIN where the game has no such tone."""
    tone = api.face(ruleset, document if isinstance(document, dict) else {}, {})["tone"]
    return tone if tone in tones() else PLAIN


def face(ruleset: Game, document: Any, texts: Texts | None = None, names: CardNames = NO_NAMES) -> dict[str, Any]:
    """Return what the face of a card shows (`engine.face.Face` as JSON), even of a document that is no card yet.

    Shapes: beside it `generated` has the rules text of each language in which none is written; names are those of the cards that it names.
    """
    card = document if isinstance(document, dict) else {}
    shown = api.face(ruleset, card, texts or {})
    names = {**api.names_of([(card, texts or {})]), **names}
    return {**shown, "generated": unwritten_texts(ruleset, document, shown["text"], names)}
