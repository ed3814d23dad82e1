"""Events of a game that waits: most of what happens is answered when the action that caused it is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import Case, EventSpec, LocalizedText, constructors, result


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


def named_players(zh: str = "拥有者", **things: tuple[str, str, str]) -> dict[str, tuple[Case, ...]]:
    """Return what rules text calls players of an event whom its sentence does not mention, by their fields.

    Shapes: of each the field of what is theirs ("that unit's owner", for which `zh` is the Chinese), and, in English and Chinese, their name
            where that is not mentioned either: "the active player".
    """
    return {
        player: (*((result(f"{{{thing}'s owner}}", f"{{{thing}}}的{zh}"),) if thing else ()), result(en, other))
        for player, (thing, en, other) in things.items()
    }


OWN_MOMENT = {"playerUUID": result("you", "你")}
"""What rules text calls the player of a moment that a card answers for its own player alone."""


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
