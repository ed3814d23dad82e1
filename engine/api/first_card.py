"""The card that a newcomer to a game makes first: what it begins as, and the phrase that is added to it."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from functools import reduce
from typing import Any

from engine.json_values import JsonObject
from engine.language.spec.shapes import LocalizedText
from engine.rulesets import find

FIRST = "first-card.json"
"""Where it is in the folder of a ruleset."""


@dataclass(frozen=True, slots=True)
class FirstCard:
    """A card in two steps: a template under a name, and one block that a phrase adds to it.

    Shapes: `template` is the key of a template of the game, `opening` its document under the English name and without a written text,
            `finished` the one with the block; `phrase` is what an author types into the palette of blocks; `watch` says what to look for in a match.
    """

    template: str
    name: LocalizedText
    phrase: LocalizedText
    watch: LocalizedText
    opening: JsonObject
    finished: JsonObject


def first_card(ruleset: str) -> FirstCard | None:
    """Return the first card of a ruleset; None for a ruleset that declares none."""
    game = find(ruleset)
    file = game.folder / FIRST
    if not file.is_file():
        return None
    source = json.loads(file.read_bytes())
    words = {key: LocalizedText(**source[key]) for key in ("name", "phrase", "watch")}
    [template] = [each for each in game.templates if each.key == source["template"]]
    opening = {**json.loads(template.text(f"{ruleset}.first")), "name": words["name"].en, "description": ""}
    finished = deepcopy(opening)
    _at(finished, source["to"]).append(source["adds"])
    return FirstCard(template.key, **words, opening=opening, finished=finished)


def _at(document: Any, pointer: str) -> Any:
    """Return what a JSON Pointer leads to."""
    return reduce(
        lambda value, part: value[int(part) if isinstance(value, list) else part], pointer.split("/")[1:], document
    )
