"""What the source asks of halo as a whole: its deck rules, where a token comes from, and that a replay knows its cards."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.cardset import CardSet, shipped
from engine.errors import BadCard, IllegalAction
from engine.kernel import state_writers
from engine.kernel.machine import apply
from engine.kernel.mutations import EventRaised, RemoveEntity
from engine.language.reading.versions import is_same, numbers
from engine.packs.reader import read_json
from engine.rulesets.halo import RULESET
from engine.scenario.reading import read_scenario
from engine.scenario.scene import Scene, setup_scene
from tests.engine.rulesets.halo_cases import ability, card, effect, lies, op, ship

Json = dict[str, Any]
DOCUMENTS = Path(__file__).with_name("halo_documents")
FILES = sorted(DOCUMENTS.glob("*.v1.json"))
DECK = Path(__file__).with_name("halo_decks") / "p1_unsc_midrange_v1.json"
TOKEN = "TOKEN-COMBAT-FORM"


# ------------------------------------------------------------------------------------------------------ decks


def loaded(folder: Path, cards: list[Json], *decks: Json) -> CardSet:
    """Load the source's cards with some more, and decks beside them."""
    documents = {"more": cards, **{f"deck{place}": deck for place, deck in enumerate(decks)}}
    for name, held in documents.items():
        (folder / f"{name}.json").write_text(json.dumps(held), "utf-8")
    return api.load([*FILES, *(folder / f"{name}.json" for name in documents)], "halo")


def reported(found: CardSet) -> list[tuple[str, str, str]]:
    """Return deck, card and reason of everything that is wrong with decks."""
    return [(one.deck, one.card, one.code) for one in found.problems if one.code.startswith("E-DECK")]


def deck(*entries: tuple[str, int], name: str = "d") -> Json:
    return {"deckId": name, "cards": [{"id": card_id, "count": count} for card_id, count in entries]}


MEN = [card(f"t-man{number}", "UNIT", 1, (1, 0, 1)) for number in range(14)]
SHIPS = [ship(f"t-ship{number}", 1, tonnageClass="LINE" if number else "CAPITAL") for number in range(3)]
FLAG = ship("t-flag", 1, tonnageClass="CAPITAL")
KING = card("t-king", "UNIT", 1, (1, 0, 1), isLegendary=True, deckLimit=3)
POOL = [*MEN, *SHIPS, FLAG, KING]


def men(count: int) -> list[tuple[str, int]]:
    """Return entries of a number of plain cards, three of each and the rest of the last."""
    full = [(f"t-man{number}", 3) for number in range(count // 3)]
    return [*full, *([(f"t-man{count // 3}", count % 3)] if count % 3 else [])]


class TestTheSourcesDeck:
    def test_is_refused_for_its_size_and_for_the_card_that_is_not_there(self) -> None:
        """Conformance 120: six are not forty, UNSC-004 is unknown; two of two Savannahs, three of three Marines are no fault."""
        result = api.load([*FILES, DECK], "halo")

        assert sorted(reported(result)) == [
            ("p1_unsc_midrange_v1", "", "E-DECK-TOTAL"),
            ("p1_unsc_midrange_v1", "UNSC-004", "E-DECK-UNKNOWN"),
        ]
        (total,) = [one for one in result.problems if one.code == "E-DECK-TOTAL"]
        assert (total.found, total.wanted) == (6, 40)

    def test_is_refused_for_its_size_alone_where_all_its_cards_are_there(self, tmp_path: Path) -> None:
        """Conformance 120."""
        known = card("UNSC-004", "UNIT", 1, (1, 0, 1))

        assert reported(loaded(tmp_path, [known], json.loads(DECK.read_bytes()))) == [
            ("p1_unsc_midrange_v1", "", "E-DECK-TOTAL")
        ]

    def test_takes_no_third_savannah(self, tmp_path: Path) -> None:
        """Conformance 120, the other way round."""
        entries = [("VES-UNSC-SAVANNAH", 3), *men(37)]

        assert reported(loaded(tmp_path, MEN, deck(*entries))) == [("d", "VES-UNSC-SAVANNAH", "E-DECK-LIMIT")]


class TestADeck:
    @pytest.mark.parametrize(("size", "reasons"), [(39, ["E-DECK-TOTAL"]), (40, []), (41, ["E-DECK-TOTAL"])])
    def test_has_forty_cards(self, tmp_path: Path, size: int, reasons: list[str]) -> None:
        """Conformance 121."""
        matches = loaded(tmp_path, MEN, deck(*men(size)))

        assert [code for *_, code in reported(matches)] == reasons
        assert len(matches.decks) == (size == 40)

    @pytest.mark.parametrize(
        ("copies", "reasons"), [([4], ["E-DECK-LIMIT"]), ([2, 2], ["E-DECK-LIMIT"]), ([2, 1], []), ([3], [])]
    )
    def test_has_three_copies_of_a_card_at_most_however_they_are_listed(
        self, tmp_path: Path, copies: list[int], reasons: list[str]
    ) -> None:
        """Conformance 122: two entries of one id are summed."""
        entries = [("t-man13", count) for count in copies]
        matches = loaded(tmp_path, MEN, deck(*entries, *men(40 - sum(copies))))

        assert reported(matches) == [("d", "t-man13", code) for code in reasons]
        assert any(one.code == "W-DUPENTRY" for one in matches.problems) == (len(copies) > 1)

    @pytest.mark.parametrize(
        ("ships", "kind"),
        [([("t-ship1", 3), ("t-ship2", 3), ("t-flag", 1)], "7 vessels"), ([("t-ship0", 1), ("t-flag", 1)], "2 capital ships")],
    )  # fmt: skip
    def test_has_many_ships_where_the_optional_rule_is_off(
        self, tmp_path: Path, ships: list[tuple[str, int]], kind: str
    ) -> None:
        """Conformance 125: seven vessels, and two capital ships."""
        first = deck(*ships, *men(40 - sum(count for _, count in ships)))
        cards = loaded(tmp_path, POOL)

        def begin(is_on: bool) -> None:
            api.new_match("halo", seed=1, seats=2, cards=cards, decks=[first, first], config={"deckVessels": is_on})

        begin(False)
        with pytest.raises(BadCard, match=kind):
            begin(True)

    def test_hears_of_everything_that_is_wrong_with_it_at_once(self, tmp_path: Path) -> None:
        """Conformance 126: one report of two decks, each fault with its deck, card and reason."""
        first = deck(("t-man0", 4), ("t-king", 2), (TOKEN, 1), ("t-ghost", 1), name="first")
        second = deck(("t-man1", 4), *men(36), name="second")
        matches = loaded(tmp_path, POOL, first, second)

        assert sorted(reported(matches)) == sorted([
            ("first", "t-man0", "E-DECK-LIMIT"), ("first", "t-king", "E-DECK-LEGENDARY"), ("first", TOKEN, "E-DECK-TOKEN"),
            ("first", "t-ghost", "E-DECK-UNKNOWN"), ("first", "", "E-DECK-TOTAL"), ("second", "t-man1", "E-DECK-LIMIT"),
        ])  # fmt: skip
        assert all(one.message["en"] and one.message["zh"] for one in matches.problems)
        assert matches.decks == ()


# ------------------------------------------------------------------------------------------------------ tokens

PREY = [card("t-prey", "UNIT", 1, (0, 0, 1), tags=["INFANTRY"]), card("t-car", "UNIT", 1, (0, 0, 1), tags=["VEHICLE"])]
KEYWORD_ALONE = card("t-carrier", "UNIT", 1, (2, 0, 3), keywords=["INFECT"])
SUMMONS = effect("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId=TOKEN, count=1)
ABILITY_ALONE = card(
    "t-maker", "UNIT", 1, (2, 0, 3), abilities=[ability("KILL_OCCURRED", SUMMONS, ops=(op("SOURCE_IS_SELF"),))]
)
EVENTS = {event.name: tuple(event.fields) for event in RULESET.vocabulary.events}


def battle(killer: str, prey: str, lane: str = "bravo", **config: Any) -> Scene:
    """Lay a killer before its prey, in the skirmish of the first seat; INFECT makes the source's token."""
    arguments = {
        "phase": "SKIRMISH",
        "seats": [{f"{lane}.front": [lies(killer, "killer")]}, {f"{lane}.front": [lies(prey, "prey")]}],
    }
    cards = [*PREY, KEYWORD_ALONE, ABILITY_ALONE]
    text = {
        "format": "scenario/1", "ruleset": "halo", "name": "a battle", "cards": cards, "given": arguments, "then": [{"result": None}],
        "config": config,
    }  # fmt: skip
    scenario, problems = read_scenario(RULESET, read_json(json.dumps(text)), "", api.load(FILES, "halo").cards)
    assert scenario is not None, problems
    return setup_scene(RULESET, scenario)


def strike(scene: Scene) -> list[tuple[int, str, Json]]:
    """Make the killer attack; return number, name and payload of all that happened."""
    scene.go(apply(scene.state, (("attack", scene.names["killer"]),), 0))
    return events(scene.step.log)


def events(log: Any) -> list[tuple[int, str, Json]]:
    """Return number, name and payload of the events of a log."""
    return [
        (entry.seq, entry.event, dict(zip(EVENTS[entry.event], entry.payload, strict=True)))
        for entry in log
        if isinstance(entry, EventRaised)
    ]


def tokens(scene: Scene) -> list[int]:
    return [eid for eid, ent in scene.state.entities.items() if ent["kind"] == "TOKEN"]


class TestAKillThatInfects:
    @pytest.mark.parametrize("killer", ["FLD-INFECTOR", "t-carrier", "t-maker"])
    def test_makes_one_token_in_the_own_back_row_that_knows_where_it_comes_from(self, killer: str) -> None:
        """Conformance 127, 152: the source's ability beside the keyword, the keyword alone, the ability alone (HA12)."""
        scene = battle(killer, "t-prey")
        happened_strike = strike(scene)
        kills = [number for number, name, _ in happened_strike if name == "KILL_OCCURRED"]
        (token,) = tokens(scene)
        ent = scene.state.entities[token]

        assert scene.state.zone(1, "bravo.back") == (token,)
        assert ([ent["sourceEventSeq"]], ent["sourceCardId"], ent["ownerPlayerId"]) == (kills, killer, 1)
        ((made, said),) = [(number, held) for number, name, held in happened_strike if name == "TOKEN_SUMMONED"]
        assert made > kills[0]
        assert {name: said[name] for name in ("tokenId", "sourceEventSeq", "sourceCardId", "ownerPlayerId")} == {
            "tokenId": TOKEN, "sourceEventSeq": kills[0], "sourceCardId": killer, "ownerPlayerId": 1,
        }  # fmt: skip

    @pytest.mark.parametrize("killer", ["FLD-INFECTOR", "t-carrier"])
    def test_makes_none_of_a_vehicle(self, killer: str) -> None:
        """Conformance 127, second half."""
        scene = battle(killer, "t-car")
        happened_names = [name for _, name, _ in strike(scene)]

        assert happened_names.count("KILL_OCCURRED") == 1
        assert tokens(scene) == []
        assert "TOKEN_SUMMONED" not in happened_names

    def test_makes_two_where_the_setting_counts_ability_and_keyword_apart(self) -> None:
        """Conformance 152, the other way round: HA12 alone keeps the source's own card from making two."""
        scene = battle("FLD-INFECTOR", "t-prey", infectOnce=False)
        strike(scene)

        assert len(tokens(scene)) == 2

    def test_leaves_the_template_as_it_was(self) -> None:
        """Conformance 129: the same object, equal to what it was; what happens to a token happens to it alone."""
        documents = api.load(FILES, "halo").cards
        stored_copy = copy.deepcopy(documents)
        scene = battle("FLD-INFECTOR", "t-prey")
        template = scene.state.program.cards[TOKEN]
        before = copy.deepcopy(template)
        strike(scene)
        (token,) = tokens(scene)
        state = scene.state.fork()
        state.log = []
        state_writers.set_var(state, token, "attack", 9)

        assert state.entities[token]["attack"] == 9
        assert scene.state.program.cards[TOKEN] is template is state.program.cards[TOKEN]
        assert template == before
        assert template.numbers["attack"] == 1
        assert documents == stored_copy


# ------------------------------------------------------------------------------------------------------ replays

MATCHES = 6


def matches_heard() -> Iterator[tuple[dict[int, Json], dict[int, str]]]:
    """Yield of each match all tokens that it ever had, and the events of its log by their numbers."""
    for seed in range(MATCHES):
        match = api.new_match("halo", seed=seed, seats=2, bots_by_seat=("greedy",))
        state: dict[int, Json] = {}
        log: dict[int, str] = {}
        for step, _ in match.steps(log=True):
            log |= {number: name for number, name, _ in events(step.log)}
            state |= {eid: dict(ent) for eid, ent in step.state.entities.items() if ent["kind"] == "TOKEN"}
            state |= {
                entry.entity: dict(entry.contents)
                for entry in step.log
                if isinstance(entry, RemoveEntity) and dict(entry.contents)["kind"] == "TOKEN"
            }
        yield state, log


class TestAReplay:
    def test_tells_of_every_token_the_event_and_the_card_that_it_comes_from(self) -> None:
        """003§10: every temporary card can be traced to its source event in the log of the match that is played again."""
        cards = {document["id"] for document, _ in api.card_set("halo")}
        observations = 0
        for held, log in matches_heard():
            for token in held.values():
                observations += 1

                assert log[token["sourceEventSeq"]] in EVENTS
                assert token["sourceCardId"] in cards
                assert token["ownerPlayerId"] in (1, 2)

        assert observations > MATCHES

    @pytest.mark.parametrize("change", [lambda held: {**held, "cardDataVersion": "1.9.0"}, lambda held: {**held, "contentHash": "0" * 64}])  # fmt: skip
    def test_and_a_snapshot_of_other_cards_are_refused(self, change: Callable[[Json], Json]) -> None:
        """Conformance 134: 1.10.0 comes after 1.9.0, and what was played with the one is not played with the other."""
        assert numbers("1.10.0") > numbers("1.9.0")
        cards = CardSet(RULESET, shipped(RULESET.folder), version="1.10.0")
        match = api.new_match("halo", seed=1, seats=2, cards=cards)
        whole = api.play(match)
        half = api.snapshot(match, whole["actions"][:9])

        assert whole["cardDataVersion"] == half["cardDataVersion"] == "1.10.0"
        assert api.replay(whole, cards)["ok"]
        assert api.restore(half, cards)
        with pytest.raises(IllegalAction, match="other-content"):
            api.replay(change(whole), cards)
        with pytest.raises(IllegalAction, match="other-content"):
            api.restore(change(half), cards)

    def test_of_the_shipped_set_carries_the_version_of_its_manifest(self) -> None:
        """Conformance 134: 003§9."""
        manifest = json.loads((RULESET.folder / "cards" / "manifest.json").read_bytes())
        held = api.snapshot(api.new_match("halo", seed=1, seats=2), ())

        assert is_same(held["cardDataVersion"], manifest["cardDataVersion"])
