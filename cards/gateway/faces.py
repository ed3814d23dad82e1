"""The faces of cards, and the tones and icons that they may have."""

from collections.abc import Callable
from typing import Any

import structlog

from cards.gateway.pack_names import Game
from cards.gateway.rulesets import failed_game
from cards.gateway.validation import Texts
from cards.gateway.wording import NO_NAMES, CardNames, unwritten_texts
from engine import api

log = structlog.get_logger(__name__)
tones = api.tones
icons = api.icons

GEMS, ICONS, PLAIN = api.GEMS, api.ICONS, api.PLAIN
Icon = api.Icon
Tone = api.Tone


def tone_of(ruleset: Game, document: Any) -> str:
    """Return the name of a card's tone, as its face has it; PLAIN where the game has no such tone."""
    card = document if isinstance(document, dict) else {}
    tone = _or_plain(lambda: api.face(ruleset, card, {}), ruleset, card)["tone"]
    return tone if tone in tones() else PLAIN


def face(ruleset: Game, document: Any, texts: Texts | None = None, names: CardNames = NO_NAMES) -> dict[str, Any]:
    """Return what the face of a card shows (`engine.face.Face` as JSON), even of a document that is no card yet.

    Where the code of an added game fails to draw it, the face is a plain one: a list has cards of other games too.
    Shapes: beside it `generated` has the rules text of each language in which none is written; names are those of the cards that it names.
    """
    card = document if isinstance(document, dict) else {}
    return _or_plain(lambda: _face(ruleset, card, texts or {}, names), ruleset, card, texts)


def _face(ruleset: Game, card: dict[str, Any], texts: Texts, names: CardNames) -> dict[str, Any]:
    shown = api.face(ruleset, card, texts)
    names = {**api.names_of([(card, texts)]), **names}
    return {**shown, "generated": unwritten_texts(ruleset, card, shown["text"], names)}


def _or_plain(
    draw: Callable[[], dict[str, Any]], ruleset: Game, card: dict[str, Any], texts: Texts | None = None
) -> dict[str, Any]:
    """Return a face as it is drawn, a plain one where the code of an added game fails to draw it."""
    try:
        return draw()
    except Exception as error:
        if failed_game(error) is None:
            raise
        log.exception("a game could not draw a face")
        name = ruleset if isinstance(ruleset, str) else ruleset.name
        return {**api.plain_face(name, card, texts or {}), "generated": {}}
