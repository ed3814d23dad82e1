"""Decks: every rule of 003§7, each failure told with deck, card and reason, all of them in one report. Conformance 120 to 126."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Problem
from engine.formats import schema
from engine.language.spec.shapes import LocalizedText
from engine.packs.deck_needs import DeckNeed
from engine.packs.decks import Cap, DeckCard, DeckPart, DeckRules, copies, deck_card, deck_problems
from engine.ruleset import Decks
from engine.rulesets.wizards import RULESET

Json = dict[str, Any]
RULES = DeckRules(
    size=40,
    banned=({"/cardType": "TOKEN"},),
    caps=(
        Cap(LocalizedText("vessels", "舰船"), 6, {"/cardType": "VESSEL"}, "deckVessels", "E-DECK-VESSEL"),
        Cap(LocalizedText("capital ships", "旗舰"), 1, {"/cardType": "VESSEL", "/vesselStats/tonnageClass": "CAPITAL"}, "deckVessels", "E-DECK-VESSEL"),
    ),
)  # fmt: skip


def card(name: str, **more: Any) -> Json:
    return {"id": name, "cardType": "UNIT", **more}


def vessel(name: str, tonnage: str = "ESCORT") -> Json:
    return card(name, cardType="VESSEL", vesselStats={"tonnageClass": tonnage})


CARDS = [
    *(card(f"U-{number}") for number in range(20)),
    card("ONE", deckLimit=1),
    card("MANY", deckLimit=40),
    card("NONE", deckLimit=0),
    card("KING", isLegendary=True),
    card("THREE-KINGS", isLegendary=True, deckLimit=3),
    card("ONE-KING", isLegendary=True, deckLimit=1),
    card("TOKEN-A", cardType="TOKEN", deckLimit=0),
    card("UNSC-001"),
    card("UNSC-004"),
    card("VES-UNSC-SAVANNAH", cardType="VESSEL", deckLimit=2, vesselStats={"tonnageClass": "ESCORT"}),
    *(vessel(f"V-{number}") for number in range(4)),
    *(vessel(f"C-{number}", "CAPITAL") for number in range(2)),
]
POOL = {one["id"]: deck_card(RULES, one) for one in CARDS}
EXAMPLE = {
    "deckId": "p1_unsc_midrange_v1",
    "owner": "player-1",
    "cards": [
        {"id": "UNSC-001", "count": 3},
        {"id": "UNSC-004", "count": 1},
        {"id": "VES-UNSC-SAVANNAH", "count": 2},
    ],
}


def deck(*entries: tuple[str, int], to: int = 40) -> Json:
    """Return a deck of these entries, filled up with harmless cards to a count."""
    rows = [{"id": name, "count": count} for name, count in entries]
    missing = to - sum(count for _, count in entries)
    rows += [{"id": f"U-{number}", "count": min(3, missing - 3 * number)} for number in range((missing + 2) // 3)]
    return {"deckId": "d", "cards": rows}


def reported(document: Any, **config: Any) -> list[Problem]:
    return deck_problems(RULES, document, POOL, config)


def codes(document: Any, **config: Any) -> list[tuple[str, str, str]]:
    """Return code, card and place of everything that is wrong with a deck."""
    return [(one.code, one.card, one.path) for one in reported(document, **config)]


class TestTotal:
    def test_of_forty_is_legal(self) -> None:
        assert reported(deck()) == []

    @pytest.mark.parametrize("total", [0, 39, 41])
    def test_of_any_other_number_is_refused(self, total: int) -> None:
        (problem,) = reported(deck(to=total))

        assert (problem.code, problem.path, problem.found, problem.wanted) == (
            "E-DECK-TOTAL",
            "/cards",
            total,
            40,
        )
        assert f"{total} cards; 40 are expected" in problem.message["en"]
        assert f"{total} 张" in problem.message["zh"]

    def test_refuses_the_example_of_the_source_for_its_six_cards_alone(self) -> None:
        (problem,) = reported(EXAMPLE)

        assert (problem.code, problem.deck, problem.found) == ("E-DECK-TOTAL", "p1_unsc_midrange_v1", 6)

    def test_counts_cards_that_nobody_knows(self) -> None:
        assert codes(deck(("GONE", 3))) == [("E-DECK-UNKNOWN", "GONE", "/cards/0/id")]


class TestLimit:
    @pytest.mark.parametrize("name", ["UNSC-001", "MANY", "VES-UNSC-SAVANNAH"])
    def test_allows_as_many_as_the_card_says_and_three_where_it_says_nothing(self, name: str) -> None:
        most = {"UNSC-001": 3, "MANY": 40, "VES-UNSC-SAVANNAH": 2}[name]

        assert reported(deck((name, most))) == []

    @pytest.mark.parametrize(("name", "count"), [("UNSC-001", 4), ("ONE", 2), ("VES-UNSC-SAVANNAH", 3), ("NONE", 1)])
    def test_refuses_one_more(self, name: str, count: int) -> None:
        (problem,) = reported(deck((name, count)))

        assert (problem.code, problem.card, problem.path) == ("E-DECK-LIMIT", name, "/cards/0/count")
        assert (problem.found, problem.wanted) == (count, count - 1)

    def test_adds_up_the_entries_of_one_card(self) -> None:
        reported = codes(deck(("UNSC-001", 2), ("UNSC-001", 2)))

        assert reported == [
            ("W-DUPENTRY", "UNSC-001", "/cards/1/id"),
            ("E-DECK-LIMIT", "UNSC-001", "/cards/1/count"),
        ]

    def test_warns_of_a_card_that_stands_twice_and_is_within_its_limit(self) -> None:
        (problem,) = reported(deck(("UNSC-001", 1), ("UNSC-001", 2)))

        assert (problem.code, problem.severity) == ("W-DUPENTRY", "warning")


class TestLegendary:
    @pytest.mark.parametrize("name", ["KING", "THREE-KINGS", "ONE-KING"])
    def test_is_allowed_once(self, name: str) -> None:
        assert reported(deck((name, 1))) == []

    @pytest.mark.parametrize("name", ["KING", "THREE-KINGS", "ONE-KING"])
    def test_is_refused_twice_whatever_its_limit_and_reported_once(self, name: str) -> None:
        assert [code for code, _, _ in codes(deck((name, 2)))] == ["E-DECK-LEGENDARY"]

    def test_that_no_deck_may_hold_is_refused_once(self) -> None:
        known = {**POOL, "EXILE": deck_card(RULES, card("EXILE", isLegendary=True, deckLimit=0))}

        assert [one.code for one in deck_problems(RULES, deck(("EXILE", 1)), known, {})] == ["E-DECK-LIMIT"]

    def test_is_one_of_three_only_by_being_legendary(self) -> None:
        assert [code for code, _, _ in codes(deck(("THREE-KINGS", 4)))] == ["E-DECK-LIMIT", "E-DECK-LEGENDARY"]


class TestToken:
    def test_belongs_to_no_deck(self) -> None:
        assert codes(deck(("TOKEN-A", 1))) == [("E-DECK-TOKEN", "TOKEN-A", "/cards/0/id")]


class TestUnknown:
    def test_is_reported_with_the_nearest(self) -> None:
        (problem,) = reported(deck(("UNSC-01", 1), ("UNSC-001", 1)))

        assert (problem.code, problem.found, problem.nearest) == ("E-DECK-UNKNOWN", "UNSC-01", "UNSC-001")
        assert "did you mean UNSC-001?" in problem.message["en"]


class TestVessels:
    SEVEN = (("V-0", 3), ("V-1", 3), ("V-2", 1))
    TWO_CAPITALS = (("C-0", 1), ("C-1", 1))

    @pytest.mark.parametrize("entries", [SEVEN, TWO_CAPITALS])
    def test_are_not_counted_where_nobody_asks(self, entries: tuple[tuple[str, int], ...]) -> None:
        assert reported(deck(*entries)) == reported(deck(*entries), deckVessels=False) == []

    @pytest.mark.parametrize(("entries", "expected", "reported_minimum"), [(SEVEN, 7, 6), (TWO_CAPITALS, 2, 1)])
    def test_are_counted_where_the_setting_asks(
        self, entries: tuple[tuple[str, int], ...], expected: int, reported_minimum: int
    ) -> None:
        (problem,) = reported(deck(*entries), deckVessels=True)

        assert (problem.code, problem.found, problem.wanted) == ("E-DECK-VESSEL", expected, reported_minimum)

    def test_are_legal_up_to_the_cap(self) -> None:
        assert reported(deck(("V-0", 3), ("V-1", 2), ("C-0", 1)), deckVessels=True) == []


class TestReport:
    def test_lists_every_failure_with_deck_card_and_reason(self) -> None:
        entries = (
            ("GONE", 1),
            ("UNSC-001", 4),
            ("KING", 2),
            ("TOKEN-A", 1),
            ("V-0", 3),
            ("V-1", 4),
            ("U-0", 1),
            ("U-0", 1),
        )
        matching_reported = reported(
            {"deckId": "bad", "cards": [{"id": name, "count": count} for name, count in entries]}, deckVessels=True
        )

        assert [(item.code, item.card) for item in matching_reported] == [
            ("W-DUPENTRY", "U-0"),
            ("E-DECK-UNKNOWN", "GONE"),
            ("E-DECK-LIMIT", "UNSC-001"),
            ("E-DECK-LEGENDARY", "KING"),
            ("E-DECK-TOKEN", "TOKEN-A"),
            ("E-DECK-LIMIT", "V-1"),
            ("E-DECK-TOTAL", ""),
            ("E-DECK-VESSEL", ""),
        ]
        assert {item.deck for item in matching_reported} == {"bad"}
        assert all(item.message["en"] and item.message["zh"] for item in matching_reported)
        assert matching_reported[1].to_json() | {"deck": "bad", "card": "GONE"} == matching_reported[1].to_json()

    @pytest.mark.parametrize(
        "document",
        [None, 3, [], {}, {"deckId": 1, "cards": None}, {"deckId": "d", "cards": [None, {}, {"id": "ONE"}, {"id": 1, "count": 1}]},
         {"deckId": "d", "cards": [{"id": "ONE", "count": "1"}, {"id": "ONE", "count": True}]}],
    )  # fmt: skip
    def test_passes_over_what_has_no_right_shape(self, document: Any) -> None:
        assert reported(document) == []

    def test_tells_what_it_can_read_beside_what_it_cannot(self) -> None:
        assert codes({"deckId": "d", "cards": [{"id": "ONE", "count": 2}, 7]}) == [
            ("E-DECK-LIMIT", "ONE", "/cards/0/count")
        ]


class TestCopies:
    def test_are_listed_in_the_order_of_entries(self) -> None:
        assert copies({"cards": [{"id": "b", "count": 2}, {"id": "a", "count": 1}]}) == ("b", "b", "a")


LEADERS = DeckPart(LocalizedText("leaders", "首领"), 3, 3, {"/kind": "leader"}, key="leaders", limit=1)
MOVES = DeckPart(LocalizedText("moves", "行动牌"), 30, 30, {"/kind": "move"})
SPELLS = DeckPart(LocalizedText("spells", "法术牌"), 0, 2, {"/kind": "spell"})
IN_PARTS = DeckRules(size=None, limit=15, parts=(LEADERS, MOVES, SPELLS))
PART_CARDS: Mapping[str, DeckCard] = {
    name: deck_card(IN_PARTS, {"id": name, "kind": kind})
    for name, kind in {
        "A": "leader",
        "B": "leader",
        "C": "leader",
        "m": "move",
        "n": "move",
        "s": "spell",
        "x": "other",
    }.items()
}
LEGAL: Json = {
    "deckId": "d",
    "leaders": [{"id": name, "count": 1} for name in "ABC"],
    "cards": [{"id": "m", "count": 15}, {"id": "n", "count": 15}, {"id": "s", "count": 2}],
}


class TestPartsOfADeck:
    """A game of a few leaders and many moves: three and thirty."""

    def problems_of(self, **changes: Any) -> list[tuple[str, str, str]]:
        problems = deck_problems(IN_PARTS, {**LEGAL, **changes}, PART_CARDS, {})
        return [(one.code, one.path, one.message["en"]) for one in problems]

    def test_are_counted_each_in_its_list(self) -> None:
        assert self.problems_of() == []

    def test_must_have_exactly_so_many_cards(self) -> None:
        cards = [{"id": "m", "count": 15}, {"id": "n", "count": 14}]

        assert self.problems_of(cards=cards) == [("E-DECK-PART", "/cards", "The deck d has 29 moves; expected 30.")]

    def test_may_have_a_range(self) -> None:
        cards = [*LEGAL["cards"][:2], {"id": "s", "count": 3}]

        assert self.problems_of(cards=cards) == [("E-DECK-PART", "/cards", "The deck d has 3 spells; expected 0 to 2.")]

    def test_have_a_limit_of_copies_of_their_own(self) -> None:
        leaders = [{"id": "A", "count": 2}, {"id": "B", "count": 1}]

        assert [problem[:2] for problem in self.problems_of(leaders=leaders)] == [("E-DECK-LIMIT", "/leaders/0/count")]

    def test_take_no_card_of_another_part(self) -> None:
        leaders = [{"id": "A", "count": 1}, {"id": "B", "count": 1}, {"id": "m", "count": 1}]
        matches = self.problems_of(leaders=leaders, cards=[*LEGAL["cards"], {"id": "x", "count": 1}])

        assert [match[:2] for match in matches if match[0] == "E-DECK-PART"] == [
            ("E-DECK-PART", "/leaders/2/id"),
            ("E-DECK-PART", "/cards/3/id"),
            ("E-DECK-PART", "/leaders"),
        ]
        assert "m cannot be in “leaders”, which holds leaders." in [match[2] for match in matches]

    def test_that_are_missing_are_a_matter_of_the_schema(self) -> None:
        """A deck whose lists cannot be read is not counted."""
        assert self.problems_of(leaders=None) == []

    def test_have_a_list_each_in_the_schema(self) -> None:
        decks = Decks(IN_PARTS, ())
        new_schema = schema(replace(RULESET, decks=decks), "deck")

        assert new_schema["required"] == ["deckId", "leaders", "cards"]
        assert new_schema["properties"]["leaders"]["title"] == "Leaders"
        assert copies(LEGAL, key="leaders") == ("A", "B", "C")


NEED = DeckNeed(LocalizedText("leaders", "首领"), "asks", "leaders", {"/kind": "leader"}, {"color": "/color"})
DEMANDS = DeckRules(size=None, limit=15, need=NEED)
DEMAND_CARDS: Mapping[str, DeckCard] = {
    name: deck_card(DEMANDS, {"id": name, **fields})
    for name, fields in {
        "A": {"kind": "leader", "color": "red"},
        "B": {"kind": "leader", "color": "red"},
        "C": {"kind": "leader"},
        "red": {"kind": "move", "color": "red", "asks": {"leaders": 2, "color": "red"}},
        "two": {"kind": "move", "asks": {"leaders": 2}},
        "free": {"kind": "move"},
    }.items()
}


class TestWhatACardAsksOfItsDeck:
    """A number of cards of a sort with the traits that it names; a card of another sort does not count, whatever its traits."""

    def problems(self, *names: str) -> list[tuple[str, str, str]]:
        deck = {"deckId": "d", "cards": [{"id": name, "count": 1} for name in names]}
        rows = deck_problems(DEMANDS, deck, DEMAND_CARDS, {})
        return [(row.code, row.path, row.message["en"]) for row in rows]

    def test_is_met_by_cards_with_its_traits(self) -> None:
        assert self.problems("A", "B", "red", "two") == self.problems("A", "C", "two") == self.problems("free") == []

    def test_is_reported_at_the_card_that_asks(self) -> None:
        assert self.problems("free", "A", "C", "red") == [
            ("E-DECK-NEED", "/cards/3/id", "red asks for 2 leaders (red) in its deck; this one has 1.")
        ]

    def test_counts_each_copy(self) -> None:
        deck = {"deckId": "d", "cards": [{"id": "A", "count": 2}, {"id": "red", "count": 1}]}
        assert deck_problems(DEMANDS, deck, DEMAND_CARDS, {}) == []
