"""A card that names one that is nowhere is E-REF with the nearest name, in every field that names a card and by every door."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from cards.errors import BadText
from cards.gateway import validation
from cards.models import Account, Pack
from cards.queries.gates import plan_gates
from cards.queries.plan import plan_of
from cards.queries.problems import known_ids
from cards.services.card import card_create
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from cards.services.pack_import import ImportOrder, Incoming, pack_import
from cards.services.version import version_create
from engine.commands import main
from engine.language.analysis.naming import Naming, card_namings
from engine.language.diagnostics.suggestions import name_index
from engine.rulesets import find
from tests.cards.api.caller import Caller
from tests.cards.jobs.played_drafts import PACKS, texts
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
SLIP = "x"
"""What is added to an id, so that it is that of no card and near to one."""
STRANGERS: tuple[Json, ...] = (
    {"id": "b.imp", "name": "Imp", "count": 1, "type": "monster", "level": "I", "health": 2, "reward": 1},
)
"""Cards of a kind that no field names, where a pack has none."""


def places(game: str) -> dict[str, list[str]]:
    """Return the pointers at which each card of a pack names another, by its id; each field that can is among them."""
    rules = find(game).of_pack(list(PACKS[game]))
    found = {card["id"]: [one.path for one in card_namings(rules.vocabulary, card)] for card in PACKS[game]}
    return {card: paths for card, paths in found.items() if paths}


def places_of(game: str, card: str) -> tuple[Naming, ...]:
    """Return where a card of a pack names others."""
    rules = find(game).of_pack(list(PACKS[game]))
    return card_namings(rules.vocabulary, next(one for one in PACKS[game] if one["id"] == card))


def renamed_at(card: Json, path: str, name: Any = None) -> Json:
    """Return a card with another name at a pointer, or with a slip in the one that is there."""
    copy = deepcopy(card)
    *way, last = path.split("/")[1:]
    holder: Any = copy
    for part in way:
        holder = holder[int(part)] if isinstance(holder, list) else holder[part]
    key = int(last) if isinstance(holder, list) else last
    holder[key] = holder[key] + SLIP if name is None else name
    return copy


def planted(card: Json, paths: list[str]) -> Json:
    """Return a card in which each name at some pointers has a slip in it."""
    for path in paths:
        card = renamed_at(card, path)
    return card


def with_slips(game: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the text of each card with a slip in every name, with the pointers of the names."""
    for card in PACKS[game]:
        if paths := places(game).get(card["id"]):
            yield card["id"], json.dumps(planted(card, paths)), paths


def missed(problems: Any) -> dict[str, str | None]:
    """Return the nearest name of each E-REF by its pointer."""
    return {one["path"]: one["nearest"] for one in problems if one["code"] == "E-REF"}


def expected_names(game: str, card: str, prefix: str = "") -> dict[str, str]:
    rules = find(game).of_pack(list(PACKS[game]))
    document = next(one for one in PACKS[game] if one["id"] == card)
    return {prefix + one.path: one.card for one in card_namings(rules.vocabulary, document)}


@pytest.fixture
def boss(admin: Account) -> Caller:
    return Caller(admin)


def pack_of(admin: Account, game: str) -> Pack:
    pack = pack_create(actor=admin, slug=game, ruleset=game, form=PackForm(name={"en": game}, approvals_needed=0))
    for _, text in texts(game):
        card_create(actor=admin, pack=pack, text=text)
    return pack


@pytest.mark.parametrize("game", PACKS)
class TestANameThatIsNowhere:
    def test_is_told_by_the_command_line(self, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        cards = list(PACKS[game])
        for number, (card, text, _) in enumerate(with_slips(game)):
            rest = [one for one in cards if one["id"] != card]
            (tmp_path / f"{number}.json").write_text(json.dumps([*rest, json.loads(text)]))
            asked = ["validate", str(tmp_path / f"{number}.json"), "--ruleset", game, "--format", "json"]

            assert main(asked, clock=time.monotonic) == 1
            problems = json.loads(capsys.readouterr().out)["problems"]
            assert missed(problems) == expected_names(game, card, f"/{len(rest)}")

    def test_is_told_by_the_api_an_import_and_the_gate_of_a_release(
        self, game: str, admin: Account, boss: Caller
    ) -> None:
        pack = pack_of(admin, game)
        for card, text, _ in with_slips(game):
            answer = boss("POST", f"packs/{game}/validate/", {"text": text}, status=200)
            assert missed(answer.json()["problems"]) == expected_names(game, card)

            with pytest.raises(BadText) as refusal:
                pack_import(actor=admin, pack=pack, cards=[Incoming(text)])
            assert missed(each.to_json() for each in refusal.value.problems) == expected_names(game, card)
            loose = pack_import(
                actor=admin, pack=pack, cards=[Incoming(text)], order=ImportOrder(mode="development", dry_run=True)
            )
            assert (loose.drafts, loose.left_out) == ((card,), ())

        self._gate_closes(game, admin, pack)

    def _gate_closes(self, game: str, admin: Account, pack: Pack) -> None:
        """Leave each card out of the plan: the gate names those that name it."""
        for card in pack.cards.all():
            version_create(actor=admin, card=card, based_on=card.draft.etag)
        naming: dict[str, set[str]] = {}
        for card in places(game):
            for name in expected_names(game, card).values():
                naming.setdefault(name, set()).add(card)
        for name, cards in naming.items():
            gates = plan_gates(plan=plan_of(pack=pack, choices={name: None}))
            ens_by_card = {
                one["card"]: one["why"]["en"]
                for one in next(gate for gate in gates if gate["id"] == "valid")["missing"]
            }
            assert cards <= ens_by_card.keys()
            assert all(f"There is no card “{name}”" in ens_by_card[card] for card in cards - {name})


def other_card(game: str, kinds: Iterable[str]) -> Json:
    """Return a card of the game that is of none of some kinds."""
    vocabulary = find(game).vocabulary
    return next(
        card for card in (*PACKS[game], *STRANGERS) if (kind := vocabulary.kind_of(card)) and kind.name not in kinds
    )


def other_of(game: str, name: str) -> Json:
    """Return the card of a name among those that stand where they cannot."""
    return next(card for card in (*PACKS[game], *STRANGERS) if card["id"] == name)


def misplaced(game: str) -> Iterator[tuple[Json, str, str]]:
    """Yield cards one of whose names is that of a card of a kind that cannot stand there, with its place and that name."""
    rules = find(game).of_pack(list(PACKS[game]))
    for card in PACKS[game]:
        for path, _, kinds in card_namings(rules.vocabulary, card):
            name = other_card(game, kinds)["id"]
            yield renamed_at(card, path, name), path, name


@pytest.mark.parametrize("game", PACKS)
class TestACardOfAnotherKind:
    """An ability of a unit could be a unit: nothing but the command line compared the kinds."""

    def test_is_wanted_of_no_field(self, game: str) -> None:
        """Each field that names cards says of which kinds."""
        vocabulary = find(game).vocabulary
        fields = [(spec.name, key) for spec in (*vocabulary.records, *vocabulary.nodes) for key in spec.fields]

        assert [
            (owner, key.name) for owner, key in fields if key.reference.names == "card" and not key.reference.kinds
        ] == []

    def test_is_told_by_the_command_line(self, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for number, (card, path, name) in enumerate(misplaced(game)):
            rest = [item for item in (*PACKS[game], other_of(game, name)) if item["id"] != card["id"]]
            file = tmp_path / f"{number}.json"
            file.write_text(json.dumps([*{item["id"]: item for item in rest}.values(), card]))

            assert main(["validate", str(file), "--ruleset", game, "--format", "json"], clock=time.monotonic) == 1
            found = json.loads(capsys.readouterr().out)["problems"]
            assert [name] == [
                item["found"] for item in found if item["code"] == "E-REF" and item["path"].endswith(path)
            ], path

    def test_is_told_by_the_api_an_import_and_the_gate_of_a_release(
        self, game: str, admin: Account, boss: Caller
    ) -> None:
        """A third of the places, another each day; the command line reads all."""
        pack = pack_of(admin, game)
        for card in {item["id"]: item for item in (other_of(game, name) for _, _, name in misplaced(game))}.values():
            if not pack.cards.filter(written_id=card["id"]).exists():
                card_create(actor=admin, pack=pack, text=json.dumps(card))
        for card, path, name in sampled(misplaced(game)):
            text = json.dumps(card)
            answer = boss("POST", f"packs/{game}/validate/", {"text": text}, status=200)
            assert [(path, name)] == [
                (problem["path"], problem["found"])
                for problem in answer.json()["problems"]
                if problem["code"] == "E-REF"
            ]
            with pytest.raises(BadText) as refusal:
                pack_import(actor=admin, pack=pack, cards=[Incoming(text)])
            assert (path, name) in [
                (problem.path, problem.found) for problem in refusal.value.problems if problem.code == "E-REF"
            ]
        self._gate_closes(game, admin, pack)

    def _gate_closes(self, game: str, admin: Account, pack: Pack) -> None:
        """Make a card become one of another kind after those that name it had their versions."""
        for card in pack.cards.all():
            version_create(actor=admin, card=card, based_on=card.draft.etag)
        card, path, _ = next(misplaced(game))
        place = next(item for item in places_of(game, card["id"]) if item.path == path)
        changed = pack.cards.get(written_id=place.card)
        text = json.dumps({**other_card(game, place.kinds), "id": place.card})
        draft_save(actor=admin, card=changed, text=text, texts=None, based_on=changed.draft.etag)
        gates = plan_gates(plan=plan_of(pack=pack))
        told = {item["card"]: item["why"]["en"] for gate in gates if gate["id"] == "valid" for item in gate["missing"]}

        assert f"The card “{place.card}” is of the kind" in told[card["id"]]


def maker_of_one() -> Json:
    """Return the spell of the pack that makes a card, with the making alone: it names that card and no other."""
    maker = deepcopy(next(card for card in PACKS["wizards"] if card["id"] == "b.maker"))
    (behavior,) = maker["behaviors"]
    behavior["do"] = [effect for effect in behavior["do"] if effect.get("card") == "b.made"]
    return maker


def test_of_many_broken_cards_is_looked_for_in_one_index(admin: Account) -> None:
    """Each broken card looked at all cards."""
    pack = pack_create(actor=admin, slug="many", ruleset="wizards", form=PackForm(name={"en": "Many"}))
    maker = maker_of_one()
    cards = [
        Incoming(json.dumps(planted({**maker, "id": f"b.maker{n}"}, ["/behaviors/0/do/0/card"]))) for n in range(60)
    ]
    before = name_index.cache_info().misses
    report = pack_import(actor=admin, pack=pack, cards=cards, order=ImportOrder(mode="development", dry_run=True))

    assert len(report.drafts) == 60
    assert name_index.cache_info().misses - before <= 2


def test_a_long_chain_of_names_stays_and_is_read_once(admin: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that names one with errors stays; only the last link, which names a card that is nowhere, has an error."""
    pack = pack_create(actor=admin, slug="chain", ruleset="wizards", form=PackForm(name={"en": "Chain"}))
    maker, links = maker_of_one(), 30
    text = json.dumps(maker)
    cards = [Incoming(text.replace("b.maker", f"b.link{n}").replace("b.made", f"b.link{n + 1}")) for n in range(links)]
    read, count = validation.validate, [0]

    def counting(*given: Any, **more: Any) -> validation.CardReport:
        count[0] += 1
        return read(*given, **more)

    monkeypatch.setattr(validation, "validate", counting)
    report = pack_import(actor=admin, pack=pack, cards=cards, order=ImportOrder(mode="development", dry_run=True))

    assert (len(report.new), report.drafts, report.left_out) == (links, (f"b.link{links - 1}",), ())
    assert count[0] == links
    assert known_ids(pack=pack) == frozenset()
