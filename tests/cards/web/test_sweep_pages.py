"""Sweeps in the browser: the form, the curve while it runs and after, the value that is offered."""

from __future__ import annotations

import csv
import io
import json

import pytest

from cards.models import Account, PackCounter, Sweep
from cards.services.draft import draft_save
from cards.services.sweep import sweep_advance, sweep_start
from cards.web.sweep_page import choices_of, first_choice
from engine.cardset import shipped
from engine.rulesets import find
from tests.cards.conftest import LayerOf
from tests.cards.jobs.test_sweeps import end, measured
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

FORM = "/packs/core/cards/base.stone/sweep/"
PAGE = "/packs/core/sweeps/1/"


def _counted(layers: Values) -> None:
    PackCounter.objects.update_or_create(pack=layers["world"].pack, kind="preview", defaults={"last": 50})


def _sweep(layers: Values) -> Sweep:
    designer, card = layers["people"]["designer"], layers["world"].card
    return sweep_start(actor=designer, card=card, pointer="/manaCost", values=[1, 2, 3], seed=7)


def _proposal(layers: Values) -> Sweep:
    sweep: Sweep = layers["sweep"]
    measured(sweep, 6.0, 0.4, -5.0)
    end(sweep.previews.get(is_confirmation=True), 0.3, 1.0, "even")
    sweep_advance(sweep_id=sweep.pk)
    return sweep


LAYERS = {"counted": _counted, "sweep": _sweep, "proposal": _proposal}


@pytest.fixture(autouse=True)
def counted(layer_of: LayerOf, world: World) -> None:
    """Make the counter of previews know of those that the pack has."""
    layer_of("counted")


@pytest.fixture
def sweep(layer_of: LayerOf, world: World) -> Sweep:
    sweep: Sweep = layer_of("sweep")
    return sweep


@pytest.fixture
def proposal(layer_of: LayerOf, sweep: Sweep) -> Sweep:
    proposal: Sweep = layer_of("proposal")
    return proposal


class TestForm:
    def test_offers_the_numbers_of_the_card_with_values_around_the_first(
        self, world: World, client_of: ClientOf
    ) -> None:
        page = client_of("designer").get(f"{FORM}?node=/manaCost").content.decode()

        assert 'name="values" value="0, 1, 2, 3, 4"' in page

    def test_has_values_around_each_number_for_when_it_is_chosen(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(f"{FORM}?node=/manaCost").content.decode()

        assert '<option value="/manaCost" data-values="0, 1, 2, 3, 4" selected>' in page
        assert page.count("data-values=") == page.count('<option value="/')

    @pytest.mark.parametrize(("game", "cost"), [("wizards", "/manaCost"), ("halo", "/cost/supply")])
    def test_begins_with_what_a_shipped_card_costs(self, game: str, cost: str) -> None:
        for document, _ in shipped(find(game).folder):
            choices = choices_of(game, document)
            if any(each.pointer == cost for each in choices):
                first = first_choice(game, document, choices)
                assert first and first.pointer == cost, document["id"]

    def test_begins_inside_an_effect_where_the_face_shows_no_number(self) -> None:
        document = {"id": "base.x", "count": 2, "behaviors": [{"at": "onPlay", "do": [{"type": "draw", "count": 3}]}]}
        first = first_choice("wizards", document, choices_of("wizards", document))

        assert first and first.pointer == "/behaviors/0/do/0/count"

    def test_starts_a_sweep(self, world: World, client_of: ClientOf) -> None:
        asked = {"pointer": "/manaCost", "values": "1，2、 3", "preset": "quick"}
        answer = client_of("designer").post(FORM, asked)

        assert (answer.status_code, answer["Location"]) == (302, PAGE)
        assert Sweep.objects.get().values == [1, 2, 3]

    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("1, x", "“x” is not a whole number."),
            ("1", "Give 2 to 9 different values."),
            ("", "Give 2 to 9 different values."),
            ("1, -3", "With -3 the card has an error"),
            ("1, 99999999999999999999", "is not a whole number"),
        ],
    )
    def test_says_what_is_wrong_and_keeps_what_was_typed(
        self, world: World, client_of: ClientOf, typed: str, expected: str
    ) -> None:
        answer = client_of("designer").post(FORM, {"pointer": "/manaCost", "values": typed})

        assert answer.status_code in {400, 409}
        assert expected in answer.content.decode()
        assert not Sweep.objects.exists()

    def test_is_for_designers(self, world: World, client_of: ClientOf) -> None:
        assert "Start the sweep" not in client_of("viewer").get(FORM).content.decode()
        assert client_of("viewer").post(FORM, {"pointer": "/manaCost", "values": "1, 2"}).status_code == 403
        assert client_of("stranger").get(FORM).status_code == 404

    def test_says_that_a_broken_draft_cannot_be_swept(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get("/packs/core/cards/base.broken/sweep/")

        assert "The draft has errors" in page.content.decode()


class TestPage:
    def test_shows_no_mean_without_its_interval_while_it_runs(self, sweep: Sweep, client_of: ClientOf) -> None:
        low = sweep.previews.order_by("sweep_value")[0]
        end(low, 6.0, 4.0, "stronger")

        page = client_of("viewer").get(PAGE).content.decode()

        assert "1 of 3 values are done." in page
        assert "+6.0 pp" in page and "[ +2.0, +10.0 ]" in page
        assert page.count("<rect class=") - page.count('class="mband"') == 1

    def test_offers_the_value_that_fresh_seeds_confirm(self, proposal: Sweep, client_of: ClientOf) -> None:
        Sweep.objects.update(start=1)
        page = client_of("designer").get(PAGE).content.decode()

        assert "2 is closest to even, and new seeds confirm it: " in page
        assert "Write 2 into the draft" in page
        assert "Write 2 into the draft" not in client_of("viewer").get(PAGE).content.decode()

    def test_offers_no_value_that_fresh_seeds_only_fail_to_refute(self, sweep: Sweep, client_of: ClientOf) -> None:
        measured(sweep, 6.0, 0.4, -5.0)
        end(sweep.previews.get(is_confirmation=True), 0.1, 4.0, "unknown")
        sweep_advance(sweep_id=sweep.pk)

        page = client_of("designer").get(PAGE).content.decode()

        assert "neither confirm nor refute it: +0.1 pp [ −3.9, +4.1 ]" in page
        assert "into the draft" not in page

    def test_offers_no_value_that_the_draft_has(self, proposal: Sweep, client_of: ClientOf) -> None:
        page = client_of("designer").get(PAGE).content.decode()

        assert proposal.start == 2
        assert "The draft already has 2." in page
        assert "into the draft" not in page

    def test_waits_before_the_first_value_is_begun(self, sweep: Sweep, client_of: ClientOf) -> None:
        waiting = client_of("viewer").get(PAGE).content.decode()
        sweep.previews.filter(sweep_value=1).update(state="running")
        running = client_of("viewer").get(PAGE).content.decode()

        assert '<h2 id="found-h">Waiting for a worker</h2>' in waiting
        assert '<h2 id="found-h">Running</h2>' in running

    def test_writes_it_once(self, proposal: Sweep, world: World, client_of: ClientOf) -> None:
        answer = client_of("designer").post(f"{PAGE}accept/")

        world.card.draft.refresh_from_db()
        assert answer["Location"] == "/packs/core/cards/base.stone/"
        assert json.loads(world.card.draft.text)["manaCost"] == 2
        assert "2 was written into revision" in client_of("designer").get(PAGE).content.decode()

    def test_writes_nothing_into_a_draft_that_moved_on(
        self, proposal: Sweep, world: World, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        world.card.draft.refresh_from_db()
        text = world.card.draft.text.replace('"name"', '"name" ')
        draft_save(actor=people["admin"], card=world.card, text=text, texts=None, based_on=world.card.draft.etag)

        answer = client_of("designer").post(f"{PAGE}accept/", follow=True)

        world.card.draft.refresh_from_db()
        assert world.card.draft.text == text
        assert "so it has not been changed" in answer.content.decode()
        assert "The draft has changed since it was swept." in answer.content.decode()

    def test_answers_a_poll_only_when_something_moved(self, sweep: Sweep, client_of: ClientOf) -> None:
        client = client_of("viewer")
        first = client.get(f"{PAGE}progress/")
        second_response = client.get(f"{PAGE}progress/", headers={"If-None-Match": first["ETag"]})
        low = sweep.previews.order_by("sweep_value")[0]
        low.changes += 1
        low.save(update_fields=["changes"])
        moved = client.get(f"{PAGE}progress/", headers={"If-None-Match": first["ETag"]})

        assert (first.status_code, second_response.status_code, moved.status_code) == (200, 304, 200)
        assert first.json()["final"] is False

    def test_is_cancelled(self, sweep: Sweep, client_of: ClientOf) -> None:
        client_of("designer").post(f"{PAGE}cancel/")

        assert "Cancelled." in client_of("viewer").get(PAGE).content.decode()

    def test_speaks_chinese(self, proposal: Sweep, people: dict[str, Account], client_of: ClientOf) -> None:
        people["viewer"].language = "zh"
        people["viewer"].save(update_fields=["language"])

        page = client_of("viewer").get(PAGE).content.decode()

        assert "最接近均衡" in page
        assert "Write" not in page

    def test_stands_in_the_list_of_sweeps_and_not_in_that_of_previews(self, sweep: Sweep, client_of: ClientOf) -> None:
        client = client_of("viewer")

        assert PAGE in client.get("/packs/core/sweeps/").content.decode()
        preview = sweep.previews.order_by("pk")[0].number
        assert f"/previews/{preview}/" not in client.get("/packs/core/previews/").content.decode()
        assert "Mana cost = 1" in client.get(f"/packs/core/previews/{preview}/").content.decode()
        assert client.get("/packs/core/sweeps/9/").status_code == 404


class TestFiles:
    def test_hold_each_value_with_its_interval(self, proposal: Sweep, client_of: ClientOf) -> None:
        client = client_of("viewer")
        rows = list(csv.DictReader(io.StringIO(client.get(f"{PAGE}curve.csv").content.decode("utf-8-sig"))))
        curve = json.loads(client.get(f"{PAGE}curve.json").content)

        assert [(row["value"], row["seeds"]) for row in rows] == [
            ("1", "common"),
            ("2", "common"),
            ("3", "common"),
            ("2", "fresh"),
        ]
        assert all(row["interval"].startswith("[ ") for row in rows)
        assert (curve["nearest"], curve["confirmed"]["isOffered"]) == (2, True)
        assert client.get(f"{PAGE}curve.xml").status_code == 404
