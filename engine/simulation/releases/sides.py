"""The two sides of a comparison: the decks that are legal in both, the cards that a pair of them is played with, and what differs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain

from engine.cardset import HashedCard, shipped
from engine.errors import BadCard, IllegalAction
from engine.json_values import Json, JsonObject
from engine.language.analysis.lost_names import named_nowhere
from engine.language.analysis.naming import card_namings, reached
from engine.language.pack_keywords import is_declaration
from engine.packs.decks import DeckCard, copies, deck_card, deck_problems
from engine.ruleset import Decks, Ruleset
from engine.simulation.plan import FORMER, does_the_same, renamed

BEFORE, AFTER = SIDES = ("before", "after")
LEGAL, ILLEGAL, NEW, BROKEN, SPARE = "legal", "illegal", "new", "broken", "spare"
MAX_DECKS = 12
"""Decks that meet each other; of more, the first ones do."""


class Side:
    """The cards of one side: those of the pack, and the shipped ones that fill up where it names or needs them.

    Errors: BadCard E-NOSTARTERS where no deck can be built.
    """

    def __init__(self, ruleset: Ruleset, pack: Mapping[str, JsonObject], others: Collection[str]) -> None:
        self.own = pack
        reserve = {card["id"]: card for card, _ in shipped(ruleset.folder) if card["id"] not in {*pack, *others}}
        self.documents = {**reserve, **pack}
        self.layout = _field(ruleset, list(pack.values()), list(reserve.values()))
        self.rules = ruleset.of_pack(self.documents.values())

    def led_to(self, names: Collection[str]) -> list[str]:
        """Return some cards with all to which they lead.

        Errors: BadCard E-REF for each card that is named and nowhere.
        """
        roots = [self.documents[name] for name in sorted(names) if name in self.documents]
        ids, missing = reached(partial(card_namings, self.rules.vocabulary), roots, self.documents)
        if missing:
            raise BadCard([named_nowhere(by, name, self.documents) for by, name in missing])
        return sorted({*ids, *(root["id"] for root in roots)})

    def declared(self) -> set[str]:
        """Return the cards of the pack that declare what others use."""
        return {name for name, card in self.own.items() if is_declaration(self.rules.vocabulary, card)}


def _field(ruleset: Ruleset, pool: Sequence[JsonObject], reserve: Sequence[JsonObject]) -> JsonObject:
    """Return the layout of an experiment on a card that no deck holds, so that its decks are whole: that of a card which players have."""
    for document in (*pool, *reserve):
        absent = renamed(document, FORMER)
        layout = ruleset.experiment.arrange(absent, absent, pool, reserve)
        if layout["unit"] != "table":
            return layout | {"slots": dict.fromkeys(layout["decks"], ())}
    raise IllegalAction("no-win-rate", "no card of this game is one that a player has")


def cards_by_side(
    before: Sequence[HashedCard], after: Sequence[HashedCard]
) -> tuple[dict[str, dict[str, JsonObject]], dict[str, str]]:
    """Return the cards of each side by id, and of those that play otherwise whether they are `added`, `removed` or `changed`.

    A card that differs in its prose alone is the same card on both sides.
    """
    new = {str(card["id"]): card for card, _ in after}
    old = {str(card["id"]): card for card, _ in before}
    old = {name: new[name] if name in new and does_the_same(card, new[name]) else card for name, card in old.items()}
    differing = {name for name in {*old, *new} if old.get(name) != new.get(name)}
    kinds = {name: "added" if name not in old else "removed" if name not in new else "changed" for name in differing}
    return {BEFORE: old, AFTER: new}, kinds


def decks_of_game(ruleset: Ruleset, sides: Mapping[str, Side], decks: Sequence[Json]) -> list[JsonObject]:
    """Return the decks with their states.

    Shapes: `decks` are `{id, title, document}`, the title may be None; a game without decks has those of its experiments, which are legal where both sides have
            their cards. A row is `{id, title, cards, state, problems}`; `problems` are the codes of what is wrong after the release. Where a
            side is fixed, the decks of its experiments play.
    """
    if ruleset.decks is None:
        return _decks_of_layouts(sides)
    rules = ruleset.decks.rules
    facts = {
        name: {card: deck_card(rules, document) for card, document in side.documents.items()}
        for name, side in sides.items()
    }
    titles = _titles(sides)
    rows = [_deck_row(ruleset.decks, ruleset.config, facts, deck, titles) for deck in decks]
    legal = [row["id"] for row in rows if row["state"] == LEGAL]
    strata = {name for names in sides[AFTER].layout["strata"] for name in names}
    is_side = sides[AFTER].layout["unit"] == "side"
    spare = {*legal} - strata if is_side else {*legal[MAX_DECKS:]}
    return [row | ({"state": SPARE} if row["id"] in spare else {}) for row in rows]


def _titles(sides: Mapping[str, Side]) -> dict[str, JsonObject]:
    """Return what the decks of the experiments of a game are called."""
    return {one["id"]: one["title"] for name in SIDES for one in sides[name].layout["opponents"]}


def _deck_row(
    decks: Decks, config: Json, facts: Mapping[str, Mapping[str, DeckCard]], deck: Json, titles: Mapping[str, Json]
) -> JsonObject:
    old, new = (
        sorted(
            {
                problem.code
                for problem in deck_problems(decks.rules, deck["document"], facts[name], config, entry=decks.entry)
                if problem.severity == "error"
            }
        )
        for name in SIDES
    )
    state = BROKEN if old and new else ILLEGAL if new else NEW if old else LEGAL
    lists = (copies(deck["document"], decks.entry, key) for key in decks.rules.keys)
    cards = list(chain.from_iterable(lists)) if state == LEGAL else []
    name = deck["id"]
    title = deck["title"] or titles.get(name, {"en": name, "zh": name})
    return {"id": name, "title": title, "cards": cards, "state": state, "problems": new}


def _decks_of_layouts(sides: Mapping[str, Side]) -> list[JsonObject]:
    """Return the decks of a game that declares none, or its encounters where a side is fixed."""
    old, new = (sides[name].layout for name in SIDES)
    titles = _titles(sides)
    by_side = [{names[-1] for names in layout["strata"]} for layout in (old, new)]
    rows = []
    for name in sorted(by_side[0] | by_side[1]):
        state = LEGAL if name in by_side[0] & by_side[1] else NEW if name in by_side[1] else ILLEGAL
        title = titles.get(name, {"en": name, "zh": name})
        rows.append({"id": name, "title": title, "cards": [], "state": state, "problems": []})
    return rows


def meetings(layout: Json, rows: Sequence[Json]) -> list[list[str]]:
    """Return the pairs of decks that meet, by seat: each pair once, or each encounter of a fixed side."""
    decks = [row["id"] for row in rows if row["state"] == LEGAL]
    if layout["unit"] == "side":
        out = {row["id"] for row in rows} - {*decks}
        return [[*names] for names in layout["strata"] if not out & {*names}]
    return [[name, other] for place, name in enumerate(decks) for other in decks[place + 1 :]]


__all__ = ["AFTER", "BEFORE", "LEGAL", "MAX_DECKS", "SIDES", "Side", "cards_by_side", "decks_of_game", "meetings"]
