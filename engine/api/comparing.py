"""Comparisons of releases and of bots: plans whose chunks, states and results are made as those of previews."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine import simulation
from engine.api.catalog import RulesetOrName, card_set
from engine.api.code_hash import engine_hash
from engine.api.decks import sample_decks
from engine.cardset import hashed
from engine.formats.decks import deck_cards
from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText
from engine.packs.drawn_decks import drawn_decks
from engine.rulesets import find

LADDER, LADDER_PRESETS = simulation.LADDER, tuple(simulation.LADDER_PRESETS)
"""The bots of a skill ladder, the weakest first, and how precisely one may ask for whom a preview holds."""


def ladder_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: RulesetOrName,
    *,
    candidate: JsonObject,
    baseline: JsonObject | None,
    pool: Sequence[JsonObject] | None = None,
    preset: str = "quick",
    seed: int = 7,
    margin: int = simulation.MARGIN,
    companions: Sequence[JsonObject] = (),
) -> JsonObject:
    """Return the plan of a skill ladder: the same card by three bots, and each bot against the one below it.

    Shapes: `cost` says beforehand how many matches it plays and what they are taken to cost; `preset` is one of LADDER_PRESETS.
    Errors: as `preview_plan`; IllegalAction `no-win-rate` for a card that no player has, `no-change` for one that does what its former
            version does.
    """
    return simulation.ladder_plan(
        find(ruleset),
        candidate=candidate,
        baseline=baseline,
        pool=card_set(ruleset) if pool is None else tuple(hashed(document) for document in pool),
        preset=preset,
        seed=seed,
        margin=margin,
        companions=[hashed(document) for document in companions],
        engine=engine_hash(ruleset),
    )


PAIRS_PRESETS = tuple(simulation.PAIRS_PRESETS)
"""How precisely one may ask what pairs of cards do together."""
MAX_PAIRS = simulation.MAX_PAIRS
"""Pairs that one plan has at most."""


def link_title(ruleset: RulesetOrName, kind: str, name: str) -> LocalizedText:
    """Return what the `event` or `stat` that links two cards is called; a stat has no title beside its name."""
    event = find(ruleset).vocabulary.event(name) if kind == "event" else None
    return event.title if event else LocalizedText(name, name)


def pairs_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: RulesetOrName,
    *,
    candidate: JsonObject,
    pool: Sequence[JsonObject] | None = None,
    partners: Sequence[str] = (),
    preset: str = "quick",
    seed: int = 7,
    margin: int = simulation.MARGIN,
    companions: Sequence[JsonObject] = (),
) -> JsonObject:
    """Return the plan of what a card does together with others: those given, else those that the graph of triggers suspects.

    Shapes: `cost` says beforehand how many matches it plays and what they are taken to cost; `preset` is one of PAIRS_PRESETS.
    Errors: as `preview_plan`; IllegalAction `no-win-rate` for a card that no player has, `no-pairs` where no card is linked to it, `no-partner` for one
            that is given and cannot be in a deck with it.
    """
    return simulation.pairs_plan(
        find(ruleset),
        candidate=candidate,
        pool=card_set(ruleset) if pool is None else tuple(hashed(document) for document in pool),
        partners=partners,
        preset=preset,
        seed=seed,
        margin=margin,
        companions=[hashed(document) for document in companions],
        engine=engine_hash(ruleset),
    )


def compare_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: RulesetOrName,
    *,
    before: Sequence[JsonObject],
    after: Sequence[JsonObject],
    decks: Sequence[Json] | None = None,
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    margin: int = simulation.MARGIN,
    random_decks: int = 0,
) -> JsonObject:
    """Return the plan of a comparison of all decks with the cards of a pack before and after a release.

    Shapes: `decks` are `{id, title, document}`, by default those that the game ships; a game without decks has those of its
            experiments. `random_decks` legal ones of the cards of both sides join them. `cost` says beforehand how many matches it plays and what they are taken to cost; `preset` is one of COMPARE_PRESETS.
    Errors: IllegalAction `unknown-preset`, `unknown-bot`, `bad-seed`, `bad-margin`, `too-few-decks`; BadCard as `preview_plan`.
    """
    own_decks = shipped_decks(ruleset) if decks is None else list(decks)
    return simulation.compare_plan(
        find(ruleset),
        before=[hashed(document) for document in before],
        after=[hashed(document) for document in after],
        decks=[*own_decks, *(drawn_of_both(ruleset, before, after, random_decks, seed) if random_decks else ())],
        preset=preset,
        bots=bots,
        seed=seed,
        margin=margin,
        engine=engine_hash(ruleset),
    )


def shipped_decks(ruleset: RulesetOrName) -> list[JsonObject]:
    """Return the decks that a game ships, as a comparison takes them."""
    return [{"id": deck.name, "title": None, "document": json.loads(deck.text)} for deck in sample_decks(ruleset)]


def drawn_of_both(
    ruleset: RulesetOrName, before: Sequence[JsonObject], after: Sequence[JsonObject], count: int, seed: int
) -> list[JsonObject]:
    """Return random decks that are legal after a release, of the cards that there are before it, too; none in a game without decks."""
    decks = find(ruleset).decks
    if decks is None:
        return []
    old, new = (
        {card["id"]: card for card in (*(card for card, _ in card_set(ruleset)), *side)} for side in (before, after)
    )
    removed = {card["id"] for card in before} - {card["id"] for card in after}
    facts = deck_cards(decks.rules, [card for name, card in new.items() if name in old and name not in removed])
    documents = drawn_decks(decks.rules, facts, find(ruleset).config, count, seed, entry=decks.entry)
    return [
        {
            "id": document["deckId"],
            "title": {"en": f"Drawn deck {number}", "zh": f"随机牌组 {number}"},
            "document": document,
        }
        for number, document in enumerate(documents, 1)
    ]
