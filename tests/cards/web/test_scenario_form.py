"""The form of a scenario: generated from the schema of any game, read back the same, rows added and removed without a script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.template.loader import render_to_string

from cards.gateway import scenario_files
from cards.models import Account, Card, Scenario
from cards.services.scenario import scenario_create
from cards.web.scenario_form import PARTS, Form
from tests.bounded import within
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_scenarios import PAGE, fresh, scenario_text


class Fields(HTMLParser):
    """What a browser would send of a form."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.select = self.area = ""
        self.buttons: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {key: value or "" for key, value in attrs}
        name = held.get("name", "")
        if tag == "input" and (held.get("type") != "checkbox" or "checked" in held):
            self.sent[name] = held.get("value", "")
        elif tag == "select":
            self.select, self.sent[name] = name, ""
        elif tag == "option" and self.select and ("selected" in held or self.select.endswith(("?add", "?field"))):
            self.sent[self.select] = held["value"]
        elif tag == "textarea":
            self.area, self.sent[name] = name, ""
        elif tag == "button" and name == "act":
            self.buttons.append(held["value"])

    def handle_endtag(self, tag: str) -> None:
        if tag in {"select", "textarea"}:
            self.select = self.area = ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.sent[self.area] += data.removeprefix("\n") if not self.sent[self.area] else data


def fields_of(html: str) -> Fields:
    found = Fields()
    found.feed(html)
    return found


def form_of(html: str) -> Fields:
    """Return the fields of the form on a page, without those of the JSON below it."""
    return fields_of(html[html.index('aria-labelledby="form-h"') : html.index('aria-labelledby="json-h"')])


def read_back(ruleset: str, value: dict[str, Any]) -> dict[str, Any]:
    form = Form(ruleset)
    nodes = form.draw(value)
    assert nodes is not None
    html = "".join(
        render_to_string("cards/partials/_scenario_node.html", {"node": node, "can": {"edit": True}}) for node in nodes
    )
    return form.read(fields_of(html).sent)


def parts(value: dict[str, Any]) -> dict[str, Any]:
    return {name: value[name] for name in PARTS if name in value}


def shapes(value: Any, place: str = "") -> Iterator[str]:
    """Yield every place in a value, without the numbers of items, each with what kind of value is there."""
    if isinstance(value, dict | list):
        yield f"{place} {type(value).__name__} {bool(value)}"
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from shapes(part, f"{place}/{name if isinstance(value, dict) else '*'}")
    elif isinstance(value, str):
        yield f"{place} text {bool(value)} {value.isascii()} {value.isidentifier()} {len(value.splitlines())}"
    else:
        yield f"{place} {value if value is None or isinstance(value, bool) else (value > 0) - (value < 0)}"


def covering(values: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return those of some values that have a shape that none before them has; each shape is in one of them."""
    union: set[str] = set()
    cover = []
    for value in sorted(values, key=lambda value: -len(set(shapes(value)))):
        if not union >= set(shapes(value)):
            cover.append(value)
            union |= set(shapes(value))
    return cover


@pytest.fixture
def scenario(card: Card, admin: Account) -> Scenario:
    return scenario_create(actor=admin, card=card, text=scenario_text())


class TestForm:
    @pytest.mark.parametrize("ruleset", ["wizards", "halo"])
    def test_reads_back_every_shape_of_the_shipped_scenarios_as_it_was(self, ruleset: str) -> None:
        values = covering([parts(json.loads(each.text)) for each in scenario_files.sample_scenarios(ruleset)])

        assert values
        assert [read_back(ruleset, value) for value in values] == values

    @pytest.mark.parametrize(
        "value",
        [
            {"given": {"seats": [{"unknown": 1}, {"mana": "x\ny"}]}, "when": [], "then": []},
            {"given": 7, "when": [{"do": 7, "seat": [1]}], "then": [{"entity": "m", "is": {"health": None}}]},
            {"given": {}, "then": [{"zone": ["table", "shop"], "holds": []}, {"zone": [0, "hand"], "holds": ["1", 1]}]},
            {"given": {}, "then": [{"decision": None}, {"event": "onDefeat", "with": {"a": [1, None]}}, 5, "x", None]},
        ],
    )
    def test_loses_nothing_that_the_schema_does_not_foresee(self, value: dict[str, Any]) -> None:
        assert read_back("wizards", value) == value

    def test_shows_fields_of_the_game(self, scenario: Scenario, client_of: ClientOf) -> None:
        form = form_of(client_of("designer").get(f"{PAGE}1/").content.decode())

        assert form.sent["s/given/phase"] == "battling"
        assert (form.sent["s/given/seats/0/mana"], form.sent["s/given/seats/0/hand/0/card"]) == ("9", "base.stone")
        assert form.sent["s/when/1/answer"] == "m"


class TestPage:
    def test_adds_and_removes_rows_and_saves_none_of_it_yet(self, scenario: Scenario, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"{PAGE}1/"
        sent = form_of(client.get(url).content.decode()).sent
        added = client.post(url, {**sent, "s/then?add": "seat", "act": "add:s/then"})
        more = form_of(added.content.decode())
        removed = client.post(url, {**more.sent, "act": "remove:s/then/0"})
        less = form_of(removed.content.decode()).sent

        assert (added.status_code, more.sent["s/then/1?kind"]) == (200, "seat")
        assert "remove:s/then/1" in more.buttons
        assert "autofocus" in added.content.decode()
        assert (less["s/then/0?kind"], "s/then/1?kind" in less) == ("seat", False)
        assert fresh(scenario).revision == 1

    def test_opens_a_field_and_keeps_it_open(self, scenario: Scenario, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"{PAGE}1/"
        sent = form_of(client.get(url).content.decode()).sent
        opened = client.post(url, {**sent, "s/given/seats/0?field": "gold", "act": "open:s/given/seats/0"})
        more = form_of(opened.content.decode()).sent
        again = form_of(client.post(url, {**more, "act": "add:s/when"}).content.decode()).sent

        assert ["s/given/seats/0/gold" in each for each in (sent, more, again)] == [False, True, True]

    def test_saves_what_was_typed_and_runs_it(self, scenario: Scenario, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"{PAGE}1/"
        sent = form_of(client.get(url).content.decode()).sent
        saved = client.post(url, {**sent, "do": "form", "name": "four", "s/then/0/is/health": "4"})
        value = json.loads(fresh(scenario).text)

        assert (saved.status_code, value["then"]) == (302, [{"entity": "m", "is": {"health": 4}}])
        assert (value["name"], value["cards"][0]["id"], fresh(scenario).ok) == ("four", "own.foe", False)

    def test_keeps_a_number_that_is_none_and_says_where(self, scenario: Scenario, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"{PAGE}1/"
        sent = form_of(client.get(url).content.decode()).sent
        client.post(url, {**sent, "do": "form", "s/given/seats/0/mana": "lots"})
        html = client.get(url).content.decode()

        assert "/given/seats/0/mana" in html
        assert form_of(html).sent["s/given/seats/0/mana"] == "lots"

    @pytest.mark.parametrize(
        "act", ["remove:s/then/99", "remove:s/nothing/0/0", "add:s/given/0", "x", "add:", "add:s/when/9/then"]
    )
    def test_outlives_a_button_that_names_nothing(self, scenario: Scenario, client_of: ClientOf, act: str) -> None:
        client, url = client_of("designer"), f"{PAGE}1/"
        sent = form_of(client.get(url).content.decode()).sent

        assert client.post(url, {**sent, "act": act}).status_code in {200, 400}


class TestRunTime:
    def test_of_a_scenario_that_loops_ends_by_the_budgets_of_the_engine(
        self, card: Card, admin: Account, client_of: ClientOf
    ) -> None:
        loop: dict[str, Any] = {"type": "mana", "mode": "add", "amount": 0, "target": "$onPlay.playerUUID"}
        for _ in range(6):
            loop = {"type": "loop", "times": 100, "do": [loop]}
        own = {"id": "own.loop", "name": "Loop", "manaCost": 0, "rarity": "com", "school": "none"}
        given = {"phase": "battling", "seats": [{"mana": 9, "hand": [{"card": "own.loop", "as": "z"}]}, {}]}
        text = scenario_text(
            cards=[{**own, "behaviors": [{"at": "onPlay", "do": [loop]}]}],
            given=given,
            when=[{"seat": 0, "do": "play", "entity": "z"}],
            then=[{"result": None}],
        )
        made = scenario_create(actor=admin, card=card, text=text)
        client = client_of("designer")
        within(10, lambda: client.post(PAGE, {"do": "run"}))
        [failure] = fresh(made).outcomes[0]["failures"]

        assert failure["actual"]["reason"] == "budget"
