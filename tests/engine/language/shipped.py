"""The shipped cards of each game that do something, with their texts and what a test may change in them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine import api
from engine.cardset import shipped_texts
from engine.language.proofreading.mismatch import Mismatch, mismatches
from engine.language.proofreading.numerals import numerals
from engine.language.reading.surface import desugar, resugar
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.describe import describe
from engine.rulesets import find
from tests.engine.language.cards import ME
from tests.engine.language.rules_cards import dmg, gain

Json = dict[str, Any]


@dataclass(frozen=True)
class Game:
    """One game: where its cards keep what they do, and effects that a card may get beside its own."""

    name: str
    doing: str
    effects: str
    event: str
    events: tuple[str, ...]
    extras: tuple[Json, ...]

    @property
    def vocabulary(self) -> Vocabulary:
        return find(self.name).vocabulary

    @property
    def texts(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        return shipped_texts(find(self.name).folder)

    @property
    def cards(self) -> list[Json]:
        """Return the shipped cards that do something, their shorthands opened."""
        return [card for card in _opened(self.name) if card.get(self.doing)]

    def differing(self, document: Json, lang: str = "") -> tuple[Mismatch, ...]:
        """Return where the texts of a shipped card, in both languages or in one, differ from what it has become."""
        texts = self.texts.get(document["id"], {})
        if lang == "en":
            texts = {}
        if lang == "zh":
            document, texts = {**document, "description": texts["zh"]["description"]}, {}
        return mismatches(self.vocabulary, document, texts)

    def numbers(self, card: Json) -> tuple[str, ...]:
        """Return the pointers of all numbers of a shipped card that its rules text depends on; found once, for several tests ask."""
        key = (self.name, card["id"])
        if key not in _NUMBERS:
            pointers = (pointer for _, _, pointer in numbers({self.doing: card[self.doing]}))
            original = {lang: self.text_numbers(card, lang) for lang in ("en", "zh")}
            _NUMBERS[key] = tuple(pointer for pointer in pointers if self.matters(card, pointer, original))
        return _NUMBERS[key]

    def matters(self, card: Json, pointer: str, original: Mapping[str, list[int]]) -> bool:
        """Return whether the numbers of a card's generated text are other than the original ones of a language with another number.

        A number that is said by a name alone, as the level of an area ("a small burst"), is not compared with written texts.
        """
        other = changed(card, pointer, 1)
        return any(values != self.text_numbers(other, lang) for lang, values in original.items())

    def text_numbers(self, card: Json, lang: str) -> list[int]:
        """Return the numbers of the generated text of a card, in their order."""
        return [number.value for number in numerals(describe(self.vocabulary, card, lang), lang)]

    def blocks(self, document: Json) -> list[list[Json]]:
        """Return the lists of effects of a card."""
        return list(
            matching_parts(document, lambda path, one: path.endswith("/" + self.effects) and isinstance(one, list))
        )

    def triggers(self, document: Json) -> list[Json]:
        """Return the triggers of a card that wait."""

        def waits(path: Any, one: Any) -> bool:
            return isinstance(one, dict) and one.get(self.event, "instant") != "instant"

        return list(matching_parts(document, waits))


_NUMBERS: dict[tuple[str, str], tuple[str, ...]] = {}
"""The numbers that texts depend on, by game and card."""


@cache
def _opened(name: str) -> list[Json]:
    """Return the cards of a game, their shorthands opened."""
    vocabulary = find(name).vocabulary
    documents = [document for document, _ in api.card_set(name)]
    if not any(vocabulary.shorthands):
        return documents
    return [resugar(vocabulary, desugar(vocabulary, card).document) for card in documents]


def numbers(value: Any, path: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Yield container, key and pointer of every whole number."""
    held = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in held:
        if child.__class__ is int:
            yield value, key, f"{path}/{key}"
        else:
            yield from numbers(child, f"{path}/{key}")


def matching_parts(value: Any, is_wanted: Callable[[str, Any], bool], path: str = "") -> Iterator[Any]:
    """Yield the parts of a document that are wanted, told by their pointer and by themselves."""
    if is_wanted(path, value):
        yield value
    held = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in held:
        yield from matching_parts(child, is_wanted, f"{path}/{key}")


def changed(document: Json, pointer: str, step: int) -> Json:
    """Return a card with one number further from zero."""
    out = copy.deepcopy(document)
    held, key, _ = next(one for one in numbers(out) if one[2] == pointer)
    held[key] += step if held[key] >= 0 else -step
    return out


def share(results: Mapping[Any, bool]) -> tuple[float, list[Any]]:
    """Return how many succeeded, as a share, and those that did not."""
    return sum(results.values()) / len(results), [key for key, is_found in results.items() if not is_found]


def _does(kind: str, target: str, **params: Any) -> Json:
    return {"type": kind, "target": target, "params": params}


MINE = {"type": "characters", "which": "active"}
FOE = {"type": "characters", "side": "opponent", "which": "active"}
FOES, MEN = {"type": "units", "side": "enemy"}, {"type": "units", "side": "ally"}
GAMES = (
    Game(
        "wizards", "behaviors", "do", "event",
        ("onBuy", "onDefeat", "onReverse", "onForget", "onAdvanceKick", "onRoundStart"),
        (
            dmg(3), gain("gold", 3), gain("mana", -2), gain("freezing", 2), gain("reward", 2, {"type": "monsterChooser"}),
            gain("health", -4, {"type": "monsterChooser"}), {"type": "drawCard", "amount": 1, "target": ME},
        ),
    ),
    Game(
        "halo", "abilities", "effects", "trigger",
        ("TURN_STARTED", "KILL_OCCURRED", "UNIT_DEPLOYED", "ATTACK_DECLARED", "ORBITAL_STRIKE", "CARD_DRAWN", "BASE_DAMAGED"),
        (
            _does("DEAL_DAMAGE", "ENEMY_BASE", amount=3), _does("DRAW", "OWNER", count=2), _does("HEAL", "OWNER_BASE", amount=4),
            _does("MODIFY_ATK", "ALL_ALLIES", delta=2, turns=1), _does("MODIFY_HP", "ALL_ALLIES", delta=2),
            _does("MODIFY_SHIELD_CAP", "ALL_ALLIES", delta=3), _does("ADD_KEYWORD", "ALL_ALLIES", name="CAMO"),
            _does("REMOVE_KEYWORD", "ALL_ENEMIES", name="ARMOR"), _does("APPLY_STATUS", "ALL_ENEMIES", status="MARKED", turns=2),
            _does("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="TOKEN-GLINT", count=2), _does("DESTROY", "CHOSEN_ENEMY"),
            _does("REDUCE_COST", "OWNER", delta=2),
        ),
    ),
    Game(
        "genius", "skills", "action", "triggerOn",
        ("END_PHASE", "BEGIN_ACTION_PHASE", "AFTER_USE_SKILL", "AFTER_PLAY_CARD", "CHARACTER_DIE"),
        (
            {"type": "damage", "target": FOE, "amount": 3, "element": "pyro"}, {"type": "heal", "target": MINE, "amount": 4},
            {"type": "gainEnergy", "target": MINE, "amount": 2}, {"type": "gainDice", "kind": "omni", "count": 3},
            {"type": "drawCards", "count": 3}, {"type": "loseDice", "side": "opponent", "count": 2},
            {"type": "discard", "side": "opponent", "count": 2}, {"type": "applyElement", "target": FOE, "element": "hydro"},
        ),
    ),
    Game(
        "encounter", "skills", "action", "triggerOn",
        ("BP", "EP", "AnnounceAttack", "Dead", "Moved", "Deployed", "CastCard"),
        (
            {"type": "damage", "target": FOES, "amount": 3}, {"type": "heal", "target": MEN, "amount": 4},
            {"type": "changeAp", "amount": 3}, {"type": "drawCards", "count": 3}, {"type": "discard", "side": "enemy", "count": 2},
            {"type": "changeStat", "target": MEN, "stat": "atk", "amount": 2}, {"type": "growAxis", "amount": 2},
        ),
    ),
)  # fmt: skip
