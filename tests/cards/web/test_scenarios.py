"""Scenarios of cards: saved as revisions, run on the pack's own drafts, and old as soon as anything that decides them changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.errors import Forbidden, IfMatchRequired, InvalidFields, NotFound, Stale
from cards.gateway import rulesets, scenario_files
from cards.models import Account, AuditEvent, Card, Pack, Scenario, ScenarioRevision
from cards.queries.history import draft_get
from cards.queries.scenario import scenario_get, scenario_list, scenario_tables
from cards.services import scenario as service
from cards.services.card import card_create
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from cards.services.scenario import scenario_create, scenario_remove, scenario_restore, scenario_run, scenario_save
from engine import api
from tests.cards.conftest import MakeCard, card_text
from tests.cards.web.conftest import ClientOf

PAGE = "/packs/core/cards/base.stone/scenarios/"
FOE = {"id": "own.foe", "name": "Foe", "type": "monster", "level": "III", "health": 10, "reward": 2}


def scenario_text(health: int = 5, **changes: Any) -> str:
    seat = {"mana": 9, "hand": [{"card": "base.stone", "as": "z"}], "slot": [{"card": "own.foe", "as": "m"}]}
    value = {
        "format": "scenario/1",
        "ruleset": "wizards",
        "name": "deals damage to the chosen monster",
        "cards": [FOE],
        "given": {"phase": "battling", "active": 0, "seats": [seat, {"slot": [{"card": "own.foe", "as": "n"}]}]},
        "when": [{"seat": 0, "do": "play", "entity": "z"}, {"seat": 0, "answer": ["m"]}],
        "then": [{"entity": "m", "is": {"health": health}}],
    }
    return json.dumps({**value, **changes})


@pytest.fixture
def scenario(card: Card, admin: Account) -> Scenario:
    return scenario_create(actor=admin, card=card, text=scenario_text())


def edit(actor: Account, card: Card, amount: int) -> None:
    text = card_text(card.written_id).replace('"amount": 5', f'"amount": {amount}')
    draft_save(actor=actor, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)


def reloaded_scenario(scenario: Scenario) -> Scenario:
    return scenario_get(card=scenario.card, number=scenario.number)


class TestRun:
    def test_finds_what_the_card_does(self, scenario: Scenario, card: Card, admin: Account) -> None:
        assert (scenario_run(actor=admin, card=card), reloaded_scenario(scenario).ok) == (1, True)
        assert reloaded_scenario(scenario).ran_engine == rulesets.engine_hash("wizards")
        assert reloaded_scenario(scenario).ran_revision == 1

    def test_says_what_was_expected_and_found_once_the_card_changed(
        self, scenario: Scenario, card: Card, admin: Account
    ) -> None:
        scenario_run(actor=admin, card=card)
        edit(admin, card, 4)
        before = reloaded_scenario(scenario)
        is_old = before.ran_on != scenario_tables(pack=card.pack, scenarios=[before])[0].ran_on
        ran = scenario_run(actor=admin, card=card)
        [failure] = reloaded_scenario(scenario).outcomes[0]["failures"]

        assert (is_old, ran, reloaded_scenario(scenario).ran_revision) == (True, 1, 2)
        assert (failure["path"], failure["expected"], failure["actual"]) == ("/then/0/is/health", 5, 6)

    def test_is_not_repeated_for_the_same_state(self, scenario: Scenario, card: Card, admin: Account) -> None:
        scenario_run(actor=admin, card=card)

        assert scenario_run(actor=admin, card=card) == 0

    def test_waits_while_the_card_has_errors(self, scenario: Scenario, card: Card, admin: Account) -> None:
        etag = draft_get(card=card).etag
        draft_save(actor=admin, card=card, text='{"id": "base.stone",', texts=None, based_on=etag)

        assert (scenario_run(actor=admin, card=card), reloaded_scenario(scenario).ok) == (0, None)

    @pytest.mark.parametrize("text", ["{", "[]", "7", '{"format": "scenario/1"}', scenario_text(ruleset="chess")])
    def test_of_what_cannot_be_read_never_fails_itself(
        self, scenario: Scenario, card: Card, admin: Account, text: str
    ) -> None:
        scenario_save(actor=admin, scenario=scenario, text=text, based_on="s1")
        scenario_run(actor=admin, card=card)

        assert reloaded_scenario(scenario).outcomes is not None
        assert reloaded_scenario(scenario).state == ("tests_nothing" if text == "[]" else "not_set_up")

    def test_knows_the_cards_of_its_own_pack_alone(
        self, scenario: Scenario, make_card: MakeCard, card: Card, admin: Account, pack: Pack
    ) -> None:
        text = scenario_text().replace("base.stone", "base.other")
        scenario_save(actor=admin, scenario=scenario, text=text, based_on="s1")
        scenario_run(actor=admin, card=card)
        unknown = reloaded_scenario(scenario).ok
        make_card("base.other")
        scenario_run(actor=admin, card=card)

        assert (unknown, reloaded_scenario(scenario).ok) == (False, True)

    def test_asks_as_often_for_many_scenarios(self, scenario: Scenario, card: Card, admin: Account) -> None:
        def asked() -> int:
            with CaptureQueriesContext(connection) as caught:
                scenario_tables(pack=card.pack, scenarios=list(scenario_list(card=card)))
            return len(caught)

        asked()  # the card's text is checked once
        few_request = asked()
        for _ in range(5):
            scenario_create(actor=admin, card=card, text=scenario_text())

        assert asked() == few_request


class TestSave:
    def test_keeps_every_revision(self, scenario: Scenario, admin: Account) -> None:
        scenario_save(actor=admin, scenario=scenario, text=scenario_text(name="second"), based_on="s1")

        assert [row.revision for row in ScenarioRevision.objects.filter(scenario=scenario)] == [2, 1]
        assert reloaded_scenario(scenario).name == "second"

    def test_refuses_what_was_not_read(self, scenario: Scenario, admin: Account) -> None:
        scenario_save(actor=admin, scenario=scenario, text="{}", based_on="s1")
        with pytest.raises(Stale):
            scenario_save(actor=admin, scenario=scenario, text="[]", based_on="s1")
        with pytest.raises(IfMatchRequired):
            scenario_save(actor=admin, scenario=scenario, text="[]", based_on=None)
        with pytest.raises(InvalidFields):
            scenario_save(actor=admin, scenario=scenario, text="x" * 70_000, based_on="s2")

        assert reloaded_scenario(scenario).text == "{}"

    def test_is_for_designers_of_the_pack(self, scenario: Scenario, card: Card, people: dict[str, Account]) -> None:
        for role, refusal in (("viewer", Forbidden), ("stranger", NotFound)):
            with pytest.raises(refusal):
                scenario_save(actor=people[role], scenario=scenario, text="{}", based_on="s1")
            with pytest.raises(refusal):
                scenario_run(actor=people[role], card=card)
            with pytest.raises(refusal):
                scenario_remove(actor=people[role], scenario=scenario)


class TestAFreshScenario:
    def test_is_run_before_others_that_wait(
        self, card: Card, admin: Account, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of many that are out of date one request runs a few; the one that was saved is among them."""
        monkeypatch.setattr(service, "MAX_RUNS", 1)
        scenarios = [scenario_create(actor=admin, card=card, text=scenario_text()) for _ in range(3)]
        url = f"{PAGE}{scenarios[2].number}/"
        client_of("designer").post(url, {"do": "text", "etag": "s1", "text": scenario_text(health=4)})

        assert [reloaded_scenario(each).state for each in scenarios] == ["out_of_date", "out_of_date", "failed"]


class TestRemoval:
    def test_can_be_taken_back_with_every_revision_and_the_last_result(
        self, scenario: Scenario, card: Card, admin: Account
    ) -> None:
        scenario_save(actor=admin, scenario=scenario, text=scenario_text(name="second"), based_on="s1")
        scenario_run(actor=admin, card=card)
        before = reloaded_scenario(scenario)
        scenario_remove(actor=admin, scenario=before)
        with pytest.raises(NotFound):
            reloaded_scenario(scenario)
        scenario_restore(actor=admin, scenario=before)
        after = reloaded_scenario(scenario)

        assert (after.text, after.revision, after.outcomes, after.ran_on) == (
            before.text,
            2,
            before.outcomes,
            before.ran_on,
        )
        assert after.revisions.count() == 2

    def test_is_undone_from_the_toast_and_from_the_list(self, scenario: Scenario, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"{PAGE}{scenario.number}/"
        removed = client.post(url, {"do": "remove"}, follow=True).content.decode()
        client.post(PAGE, {"do": "restore", "number": scenario.number})
        back_status_code = client.get(url).status_code
        second_status_codes = [
            client.post(PAGE, {"do": "restore", "number": number}).status_code
            for number in (scenario.number, 99, "x", "")
        ]

        assert removed.count('name="do" value="restore"') == 2
        assert (back_status_code, second_status_codes) == (200, [404] * 4)

    def test_of_another_card_is_not_undone_here(
        self, scenario: Scenario, make_card: MakeCard, admin: Account, client_of: ClientOf
    ) -> None:
        other = make_card("base.other")
        scenario_remove(actor=admin, scenario=scenario)
        url = f"/packs/core/cards/{other.written_id}/scenarios/"

        assert client_of("designer").post(url, {"do": "restore", "number": scenario.number}).status_code == 404

    def test_names_the_scenario_in_the_record(self, scenario: Scenario, admin: Account) -> None:
        scenario_remove(actor=admin, scenario=scenario)
        scenario_restore(actor=admin, scenario=scenario)
        events = AuditEvent.objects.filter(action__in=("scenario.remove", "scenario.restore")).order_by("id")

        assert [(each.action, each.target) for each in events] == [
            ("scenario.remove", "base.stone 1 “deals damage to the chosen monster”"),
            ("scenario.restore", "base.stone 1 “deals damage to the chosen monster”"),
        ]


class TestStates:
    def test_of_a_kept_result_without_one_follow_whether_it_held(self, scenario: Scenario) -> None:
        kept = [({"name": "n", "ok": True, "failures": []},), ({"name": "n", "ok": False, "failures": []},), (), None]
        states = [Scenario(outcomes=None if each is None else list(each)).state for each in kept]

        assert states == ["passed", "failed", "tests_nothing", "out_of_date"]

    def test_are_shown_in_both_languages(
        self, scenario: Scenario, card: Card, admin: Account, client_of: ClientOf
    ) -> None:
        """One scenario in each state, one that was changed after its run, and one that was never run."""
        gone = scenario_text().replace("own.foe", "own.foo", 1)
        for text in (scenario_text(health=9), gone, scenario_text(then=[])):
            scenario_create(actor=admin, card=card, text=text)
        changed = scenario_create(actor=admin, card=card, text=scenario_text())
        scenario_run(actor=admin, card=card)
        scenario_save(actor=admin, scenario=changed, text=scenario_text(health=8), based_on=changed.etag)
        late = scenario_create(actor=admin, card=card, text=scenario_text())
        client = client_of("designer")
        english = client.get(PAGE).content.decode()
        client.post("/preferences/", {"language": "zh"})
        chinese = client.get(PAGE).content.decode()

        assert reloaded_scenario(late).state == "out_of_date"
        for words in ("passed", "failed", "cannot be set up yet", "tests nothing yet", "out of date", "not run yet"):
            assert f">{words}</span>" in english
        for words in ("通过", "失败", "尚无法布置", "尚未检验任何内容", "已过时", "尚未运行"):
            assert f">{words}</span>" in chinese


class TestCardsThatTheRulesCreate:
    def test_take_part_though_no_card_names_them(self, admin: Account) -> None:
        """The token of a keyword is named by a setting of the game alone."""
        pack = pack_create(actor=admin, slug="halos", ruleset="halo", form=PackForm(name={"en": "Halos"}))
        shipped = {document["id"]: document for document, _ in api.card_set("halo")}
        for name in ("TOKEN-THRALL", "BLM-005"):
            card = card_create(actor=admin, pack=pack, text=json.dumps(shipped[name]))
        [sample] = [one for one in api.sample_scenarios("halo") if "Overgrown Hulk feeds" in one.name]
        scenario = scenario_create(actor=admin, card=card, text=sample.text)
        [table] = scenario_tables(pack=pack, scenarios=[scenario])

        assert set(table.documents) == {"BLM-005", "TOKEN-THRALL"}
        assert (scenario_run(actor=admin, card=card), reloaded_scenario(scenario).ok) == (1, True)


class TestSamples:
    def test_come_with_the_pack_that_is_copied_and_hold(self, client_of: ClientOf, people: dict[str, Account]) -> None:
        client_of("designer").post("/new-pack/", {"sample": "wizards"})
        scenarios = Scenario.objects.select_related("card")
        first = scenarios[0]
        scenario_run(actor=people["designer"], card=first.card)

        assert scenarios.count() == len(scenario_files.sample_scenarios("wizards")) > 50
        assert reloaded_scenario(first).ok is True


class TestPages:
    def test_make_run_and_remove_a_scenario(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("designer")
        location = client.post(PAGE, {"do": "create", "name": "stays in hand"}).headers["Location"]
        born_page = client.get(location).content.decode()
        page = client.get(PAGE).content.decode()
        response = client.get(location)
        client.post(location, {"do": "remove"})

        assert (location, response.status_code) == (f"{PAGE}1/", 200)
        assert "stays in hand" in page
        assert "tests nothing yet" in born_page
        assert "tests nothing yet" in page
        assert (Scenario.objects.get().state, Scenario.objects.get().ok) == ("tests_nothing", None)
        assert f'href="{location}"' not in client.get(PAGE).content.decode()
        assert client.get(location).status_code == 404

    @pytest.mark.parametrize("broken", ['"type": "no_such_effect"', '"kind": "damage"'])
    def test_make_a_scenario_of_a_card_with_errors(
        self, broken: str, card: Card, admin: Account, client_of: ClientOf
    ) -> None:
        text = card_text(card.written_id).replace('"type": "damage"', broken)
        draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)

        assert client_of("designer").post(PAGE, {"do": "create"}).headers["Location"] == f"{PAGE}1/"

    def test_save_as_json(self, scenario: Scenario, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"{PAGE}{scenario.number}/"
        client.post(url, {"do": "text", "etag": "s1", "text": scenario_text(health=4)})
        html = client.get(url).content.decode()
        client.post(url, {"do": "text", "etag": "s2", "text": scenario_text()})

        assert "Foe (m): Health is 4" in html
        assert "is 5</b>" in html
        assert (reloaded_scenario(scenario).ok, reloaded_scenario(scenario).revision) == (True, 3)

    def test_keep_what_was_typed_when_it_is_refused(self, scenario: Scenario, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"{PAGE}{scenario.number}/"
        broken_response = client.post(url, {"do": "text", "etag": "s1", "text": "x" * 70_000})
        scenario_save(actor=scenario.saved_by, scenario=scenario, text="{}", based_on="s1")
        stale = client.post(url, {"do": "text", "etag": "s1", "text": "mine"})

        assert (broken_response.status_code, "xxx</textarea>" in broken_response.content.decode()) == (400, True)
        assert (stale.status_code, "mine</textarea>" in stale.content.decode()) == (412, True)
        assert 'value="s2"' in stale.content.decode()

    def test_are_listed_next_to_the_editor(
        self, scenario: Scenario, card: Card, admin: Account, client_of: ClientOf
    ) -> None:
        scenario_run(actor=admin, card=card)
        html = client_of("viewer").get("/packs/core/cards/base.stone/").content.decode()

        assert "deals damage to the chosen monster" in html
        assert 'id="p-scenarios"' in html

    @pytest.mark.parametrize(
        ("role", "read", "write"), [("anonymous", 302, 302), ("stranger", 404, 404), ("viewer", 200, 403)]
    )
    def test_are_for_the_people_of_the_pack(
        self, scenario: Scenario, client_of: ClientOf, role: str, read: int, write: int
    ) -> None:
        client = client_of(role)
        url = f"{PAGE}{scenario.number}/"

        assert {client.get(PAGE).status_code, client.get(url).status_code} == {read}
        sent = [client.post(PAGE, {"do": do}).status_code for do in ("create", "run")]
        sent.append(client.post(url, {"do": "text", "etag": "s1", "text": "{}"}).status_code)
        assert set(sent) == {write}
        assert reloaded_scenario(scenario).revision == 1
