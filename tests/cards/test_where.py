"""Searches by attribute: names of fields in any game, operators, values by word or name, and refusals with the choices."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.db.models import Q

from cards.errors import InvalidFields
from cards.gateway import rulesets
from cards.gateway.searching import Term, terms_of
from cards.models import Account, Card, CardVersion, Draft, Pack
from cards.models.pack import Visibility
from cards.queries.card_filters import has_node, has_string
from cards.queries.cards import CardFilters, card_list, card_page
from cards.queries.history import draft_get
from cards.queries.where import sort_of, with_where
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from cards.services.pack_import import ImportOrder, Incoming, pack_import
from cards.services.version import version_create
from engine import api
from tests.cards.api.caller import Caller
from tests.cards.conftest import LayerOf, MakeCard, card_text
from tests.cards.layers import Values
from tests.cards.test_releases import publish

pytestmark = pytest.mark.django_db


def _halo(layers: Values) -> Pack:
    pack = pack_create(actor=layers["admin"], slug="halo", ruleset="halo", form=PackForm(name={"en": "Halo"}))
    cards = [Incoming(card.text, card.texts) for card in rulesets.sample_pack("halo").cards]
    pack_import(actor=layers["admin"], pack=pack, cards=cards, order=ImportOrder(mode="development"))
    return pack


LAYERS = {"halo": _halo}


@pytest.fixture
def halo(layer_of: LayerOf, admin: Account) -> Pack:
    """A pack with every shipped card of a game of units."""
    pack: Pack = layer_of("halo")
    return pack


def ids(pack: Pack, query: str) -> set[str]:
    filters = with_where(pack=pack, filters=CardFilters(), query=query)
    return {card.written_id for card in card_list(pack=pack, filters=filters)}


def test_terms_and_words_are_read_apart() -> None:
    terms, words = terms_of('cost <= 2 kind：unit  text:"draw a card" name!=x fire “two words” a≥3')
    assert terms == [
        Term("cost", "<=", "2"), Term("kind", ":", "unit"), Term("text", ":", "draw a card", True), Term("name", "!=", "x"),
        Term("a", ">=", "3"),
    ]  # fmt: skip
    assert words == 'fire "two words"'


def test_answers_what_a_loop_over_the_documents_finds(halo: Pack) -> None:
    documents = {card.id: json.loads(card.text) for card in rulesets.sample_pack("halo").cards}

    def where(test: Any) -> set[str]:
        return {name for name, document in documents.items() if test(document)}

    def attack(document: Any) -> int:
        return int(document.get("stats", {}).get("attack", -1))

    assert ids(halo, "attack>=3") == where(lambda d: attack(d) >= 3) != set()
    assert ids(halo, "stats.attack<2 kind:unit") == where(lambda d: 0 <= attack(d) < 2 and d["cardType"] == "UNIT")
    assert ids(halo, "supply=2") == where(lambda d: d.get("cost", {}).get("supply") == 2) != set()
    assert ids(halo, "supply!=2") == where(lambda d: d.get("cost", {}).get("supply") != 2)
    assert ids(halo, "tags:infantry") == where(lambda d: "INFANTRY" in d.get("tags", ())) != set()
    assert ids(halo, "isLegendary:true") == where(lambda d: d.get("isLegendary") is True) != set()
    assert ids(halo, "contains:draw") == where(lambda d: '"type": "DRAW"' in json.dumps(d)) != set()
    assert ids(halo, "rarity:common faction:unsc") == where(
        lambda d: d.get("rarity") == "COMMON" and d.get("faction") == "UNSC"
    )


NAMES_BY_QUERY = {
    "Dusk’s Edge": "own.edge", "Dusk's Edge": "own.edge", "DUSK`S": "own.edge", "name:dusk's": "own.edge",
    "Mor-Dûn's Gate": "own.gate", "mor-dun": "own.gate", "name:MOR–DUN": "own.gate", 'text:"Dûn\'s Gate"': "own.gate",
    "Weiße Straße": "own.road", "weisse strasse": "own.road", "name=“weisse strasse”": "own.road", "ｗｅｉｓｓｅ": "own.road",
}  # fmt: skip
"""What people type for three names, and the card that each finds, alone."""
ATTRIBUTES = (
    "attack>=3 kind:unit", "stats.attack<2 kind!=armory", "supply=2 battery:0", "supply!=2", "费用·补给:1" , "tags:infantry rarity!=common",
    "isLegendary:是", "contains:draw", "contains!=draw length>=80", 'keyword:ballistic text:"deal"', "id:NEU faction=neutral", "name:rider deckLimit<=3",
)  # fmt: skip


def in_files(cards: list[tuple[dict[str, Any], dict[str, Any]]], query: str) -> set[str]:
    """Return what the engine finds of cards in files."""
    documents = [document for document, _ in cards]
    texts = {document["id"]: own for document, own in cards}
    return {card.id for card in api.search_cards(api.game("halo", documents), documents, texts, query)}


def test_files_and_rows_answer_the_same(halo: Pack, pack: Pack, make_card: MakeCard) -> None:
    set_cards = [(json.loads(card.text), dict(card.texts)) for card in rulesets.sample_pack("halo").cards]
    answers = {query: (ids(halo, query), in_files(set_cards, query)) for query in ATTRIBUTES}
    assert {query: rows ^ files for query, (rows, files) in answers.items()} == {query: set() for query in ATTRIBUTES}
    assert all(0 < len(rows) < len(set_cards) for rows, _ in answers.values())
    names = {"own.edge": "Dusk’s Edge", "own.gate": "Mor-Dûn's Gate", "own.road": "Weiße Straße"}
    own_cards = [({**set_cards[0][0], "id": written_id, "name": name}, {}) for written_id, name in names.items()]
    for written_id, name in names.items():
        make_card(written_id, name=name)
    assert {query: (ids(pack, query), in_files(own_cards, query)) for query in NAMES_BY_QUERY} == {
        query: ({written_id}, {written_id}) for query, written_id in NAMES_BY_QUERY.items()
    }


@pytest.mark.parametrize(
    ("query", "choice"),
    [
        ("nonsense:1", "stats.attack"), ("cost<=2", "cost.supply"), ("kind:wizard", "UNIT"), ("contains:drawCards", "DRAW"),
        ("attack:many", "a whole number"), ("rarity>common", "!="), ("rarity:gold", "COMMON"), ("isLegendary:perhaps", "true"),
        ("state:gone", "draft"), ("kind<unit", "!="), ("x" * 501, "500"),
    ],
)  # fmt: skip
def test_refuses_what_it_does_not_know_with_the_choices(halo: Pack, query: str, choice: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        ids(halo, query)
    (error,) = refused.value.errors
    assert error["pointer"] == "/where" and choice in error["detail"]["en"] and error["detail"]["zh"]


def test_names_of_fields_and_values_are_those_of_both_languages(pack: Pack, make_card: MakeCard) -> None:
    make_card("base.one", manaCost=1, texts={"zh": {"name": "小石头"}})
    make_card("base.two", manaCost=2)
    for query in (
        "cost=1",
        "manacost:1",
        "ＭＡＮＡＣＯＳＴ＝１",
        "name:小石头",
        "id:base.one",
        "cost<=1 text:deal",
        "cost:1",
    ):
        assert ids(pack, query) == {"base.one"}, query
    assert ids(pack, "cost>=1 two") == {"base.two"}


def test_a_lenient_search_takes_the_rest_as_words(pack: Pack, make_card: MakeCard) -> None:
    make_card("base.one", name="Rule 3: Ask")
    filters = with_where(pack=pack, filters=CardFilters(), query="rule 3: ask cost>=0", lenient=True)
    assert [card.written_id for card in card_list(pack=pack, filters=filters)] == ["base.one"]


def test_an_order_goes_on_where_a_page_ends(pack: Pack, admin: Account, make_card: MakeCard) -> None:
    for number in (3, 1, 2):
        make_card(f"base.c{number}", manaCost=number)
    sort = sort_of(ruleset=pack.ruleset, sort="-manaCost")
    first = card_page(account=admin, pack=pack, limit=2, sort=sort)
    rest = card_page(account=admin, pack=pack, limit=2, sort=sort, after=first.next_after or "")
    assert [row.id for row in (*first.rows, *rest.rows)] == ["base.c3", "base.c2", "base.c1"]
    assert rest.next_after is None
    with pytest.raises(InvalidFields):
        sort_of(ruleset=pack.ruleset, sort="colour")


class TestApi:
    def test_narrows_and_sorts_the_list(self, people: dict[str, Account], pack: Pack, make_card: MakeCard) -> None:
        for number in (3, 1, 2):
            make_card(f"base.c{number}", manaCost=number)
        caller = Caller(people["viewer"])
        listed = caller("GET", "packs/core/cards/?where=cost%3E%3D2&sort=-manaCost&limit=1", status=200).json()
        assert [row["id"] for row in listed["results"]] == ["base.c3"]
        following = caller("GET", listed["next"].partition("testserver")[2], status=200).json()
        assert ([row["id"] for row in following["results"]], following["next"]) == (["base.c2"], None)

    def test_refuses_with_the_choices(self, people: dict[str, Account], pack: Pack) -> None:
        caller = Caller(people["viewer"])
        for query in ("where=foo:1", "sort=foo", "where=kind:foo", "sort=id&after=x"):
            problem = caller("GET", f"packs/core/cards/?{query}", status=400).json()
            assert problem["type"] == "/problems/invalid-fields"

    def test_warns_of_words_of_plain_filters_that_no_card_can_have(
        self, people: dict[str, Account], pack: Pack, make_card: MakeCard
    ) -> None:
        make_card("base.c1")
        caller = Caller(people["viewer"])
        for query, begin in (
            ("kind=foo", '299 - "kind takes '),
            ("contains=foo", '299 - "contains takes '),
            ("q=foo", ""),
        ):
            answer = caller("GET", f"packs/core/cards/?{query}", status=200)
            assert answer.json()["results"] == [] and answer.headers.get("Warning", "")[: len(begin)] == begin
            assert answer.headers.get("Warning", "").isascii()

    def test_asks_the_versions_that_a_release_ships(
        self, people: dict[str, Account], pack: Pack, make_card: MakeCard
    ) -> None:
        admin = people["admin"]
        for number, name in ((3, "Ice Rider"), (1, "Weiße Straße"), (2, "Rider's Rest")):
            card = make_card(f"base.c{number}", manaCost=number, name=name)
            if number == 2:  # as a version from before names were folded
                Draft.objects.filter(card=card).update(names="")
            version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
            text = card_text(card.written_id, manaCost=9, name="Other")
            draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)
        Pack.objects.filter(pk=pack.pk).update(visibility=Visibility.PUBLIC)
        release = publish(admin, pack)
        assert set(release.cards.values_list("version__names", flat=True)) == {
            "",
            "\nice rider\n",
            "\nweisse strasse\n",
        }
        caller, url = Caller(), f"packs/core/releases/{release.version}/cards/"

        def ids(**query: str) -> list[str]:
            answer = caller("GET", f"{url}?{urlencode(query)}", status=200)
            assert "immutable" in answer.headers["Cache-Control"] and answer.headers["ETag"]
            return [row["id"] for row in answer.json()["results"]]

        assert ids(where="name:rider", sort="-manaCost") == ["base.c3", "base.c2"]
        assert ids(where="name=“weisse strasse”") == ids(where="strasse") == ["base.c1"]
        assert ids(where="name:other") == ids(where="manaCost:9") == []
        assert ids(where="cost<=2 contains:damage", sort="manaCost") == ids(where="cost!=3") == ["base.c1", "base.c2"]
        kind = release.cards.values_list("version__kind", flat=True)[0]
        assert ids(where=f"kind:{kind} length>=0") == ids() == ids(sort="id")
        first = caller("GET", f"{url}?sort=-manaCost&limit=2&fields=id", status=200).json()
        rest = caller("GET", first["next"].partition("testserver")[2], status=200).json()
        assert (first["results"], rest["results"]) == ([{"id": "base.c3"}, {"id": "base.c2"}], [{"id": "base.c1"}])
        for query in ("where=foo:1", "where=state:draft", "sort=state", "where=kind:foo", "sort=id&after=x"):
            problem = caller("GET", f"{url}?{query}", status=400)
            assert problem.json()["type"] == "/problems/invalid-fields"
            assert "immutable" not in problem.headers.get("Cache-Control", "")


@pytest.mark.parametrize(
    ("rows", "condition", "index"),
    [
        (CardVersion.objects, has_string("draw", ""), "card_version_strings"),
        (CardVersion.objects, has_node("draw", ""), "card_version_strings"),
        (Card.objects, has_node("draw"), "draft_strings"),
    ],
)
def test_nodes_and_words_are_found_by_an_index(pack: Pack, rows: Any, condition: Q, index: str) -> None:
    """The expression of a query is letter by letter that of the index; otherwise PostgreSQL would read every row."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert index in rows.filter(condition).explain()
