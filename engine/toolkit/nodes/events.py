"""Events of a game that waits: most of what happens is answered when the action that caused it is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import EventSpec, LocalizedText, constructors


def event(  # noqa: PLR0913 - the parts of an event
    name: str,
    en: str,
    zh: str,
    fields: Mapping[str, str],
    phrase: str,
    phrase_zh: str,
    search: tuple[str, str],
    **parts: Any,
) -> EventSpec:
    """Return an event that triggers answer after the action that caused it; with `mode="nested"` they answer at once.

    Shapes: `phrase` says what happened ("{unitUUID} dies"), with the names of `fields`, its payload by type, as places; "whenever …" is
            made of it. `search` are the words by which authors look for it, in English and Chinese. Further keywords: `EventParts`.
    """
    sentence = LocalizedText(phrase, phrase_zh)
    return constructors.event(name, en, zh, fields, phrase=sentence, search=search, **{"mode": "deferred", **parts})


def moment(  # noqa: PLR0913 - the parts of an event
    name: str,
    en: str,
    zh: str,
    fields: Mapping[str, str],
    phrase: str,
    phrase_zh: str,
    search: tuple[str, str],
    **parts: Any,
) -> EventSpec:
    """Return an event that comes and goes by itself, such as the start of a turn: `phrase` is the whole of it ("at the start of your turn")."""
    return constructors.event(
        name, en, zh, fields, search=search, **{"each": LocalizedText(phrase, phrase_zh), **parts}
    )
