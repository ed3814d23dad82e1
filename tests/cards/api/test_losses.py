"""No answer and no text of a program is lost: repeated requests, weakened tags, texts that lost against a newer one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cards.models import Account, BulkEdit, Card, CardVersion, Draft, DraftRevision, IdempotencyKey, Pack
from cards.models.card import RevisionOrigin
from cards.services.bulk import CardEdit, Change, bulk_undo, bulk_write
from cards.services.card import card_create
from cards.services.pack import PackForm, pack_create
from tests.cards.api.caller import CARD, ROOT, Caller
from tests.cards.conftest import RULESET, MakeCard, card_text
from tests.cards.test_art import image

pytestmark = pytest.mark.django_db
LONG = "x" * 125


class TestRepeating:
    def test_two_long_paths_are_two_requests(self, people: dict[str, Account], boss: Caller) -> None:
        slug = "p" * 60
        pack = pack_create(
            actor=people["admin"], slug=slug, ruleset=RULESET, form=PackForm(name={"en": "L"}, approvals_needed=0)
        )
        for name in (f"{LONG}a", f"{LONG}b"):
            card = card_create(actor=people["admin"], pack=pack, text=card_text(name), texts=None)
            response = boss(
                "POST",
                f"packs/{slug}/cards/{name}/versions/",
                {"message": "same"},
                status=201,
                If_Match=f'"{card.draft.etag}"',
                Idempotency_Key="run-1",
            )
            assert "Idempotent-Replayed" not in response.headers
        assert CardVersion.objects.filter(card__pack=pack).values("card").distinct().count() == 2
        assert {len(each) for each in IdempotencyKey.objects.values_list("route", flat=True)} == {71}

    def test_a_query_is_part_of_a_request(self, designer: Caller, pack: Pack) -> None:
        asked = [json.loads(card_text("base.good")), json.loads(card_text("base.bad", manaCost="much"))]
        for mode, status in (("development", 201), ("strict", 400)):
            designer("POST", f"packs/core/imports/?mode={mode}", asked, status=status, Idempotency_Key="k")

    def test_the_state_that_is_changed_is_part_of_a_request(self, designer: Caller, card: Card) -> None:
        request = {"status": 201, "Idempotency_Key": "k"}
        first = designer("GET", f"{CARD}draft/", status=200).headers["ETag"]
        designer("POST", f"{CARD}versions/", {}, If_Match=first, **request)
        again = designer("POST", f"{CARD}versions/", {}, If_Match=f"W/{first}", **request)
        assert again.headers["Idempotent-Replayed"] == "true"
        text = card_text("base.stone", name="Pebble")
        newer = designer("PUT", f"{CARD}draft/", {"text": text}, status=200, If_Match=first).headers["ETag"]
        refused = designer("POST", f"{CARD}versions/", {}, If_Match=newer, status=409, Idempotency_Key="k").json()
        assert refused["type"] == "/problems/idempotency-mismatch"
        assert CardVersion.objects.count() == 1


class TestTags:
    def test_a_weakened_one_names_the_same_state(self, designer: Caller, card: Card, pack: Pack) -> None:
        tag = designer("GET", f"{CARD}draft/", status=200).headers["ETag"]
        designer("PUT", f"{CARD}draft/", {"text": card_text("base.stone", name="P")}, status=200, If_Match=f"W/{tag}")
        response = designer("POST", "packs/core/glossary/", {"en": "wand", "zh": "魔杖"}, status=201)
        weak = f"W/{response.headers['ETag']}"
        designer("PUT", response.headers["Location"], {"en": "wand", "zh": "法杖"}, status=200, If_Match=weak)
        response = designer("POST", "packs/core/scenarios/", {"card": "base.stone", "text": "{"}, status=201)
        designer(
            "PUT", response.headers["Location"], {"text": "{}"}, status=200, If_Match=f"W/{response.headers['ETag']}"
        )

    def test_of_a_list_one_is_the_current_and_an_asterisk_is_any(
        self, designer: Caller, card: Card, pack: Pack
    ) -> None:
        """Of everything that is changed on a condition: RFC 9110, section 13.1.1."""
        term = designer("POST", "packs/core/glossary/", {"en": "wand", "zh": "魔杖"}, status=201).headers["Location"]
        scenario = designer("POST", "packs/core/scenarios/", {"card": "base.stone", "text": "{"}, status=201)
        things: dict[str, Callable[[int], dict[str, str]]] = {
            f"{CARD}draft/": lambda no: {"text": card_text("base.stone", name=f"P{no}")},
            term: lambda no: {"en": "wand", "zh": f"{no}"},
            scenario.headers["Location"]: lambda no: {"text": f"{{{' ' * no}}}"},
        }
        for place, body in things.items():
            conditions = ('"gone", {0}', 'W/"gone" ,\tW/{0}, "other"', '{0},"gone"', "*", ", {0}")
            for no, condition in enumerate(conditions, 1):
                tag = designer("GET", place, status=200).headers["ETag"]
                designer("PUT", place, body(no), status=200, If_Match=condition.format(tag))
            designer("PUT", place, body(9), status=412, If_Match='"gone", "r9-00000000"')


class TestTextsThatLose:
    """Over the API, from the editor and from the page without script alike."""

    @pytest.fixture(params=["api", "editor", "page"])
    def lose(self, request: Any, people: dict[str, Account], card: Card) -> Any:
        """Send a text that is based on an older state, and return the answer."""
        caller = Caller(people["designer"])
        place = {"api": f"{CARD}draft/", "editor": "/packs/core/cards/base.stone/draft/"}

        def send(text: str, tag: str) -> Any:
            if request.param == "page":
                sent = {"text": text, "etag": tag.strip('"')}
                return caller.client.post("/packs/core/cards/base.stone/", sent)
            return caller("PUT", place[request.param], {"text": text}, status=412, If_Match=tag)

        return send

    def test_are_kept_once_and_the_winner_saves_on(self, lose: Any, boss: Caller, card: Card) -> None:
        first = boss("GET", f"{CARD}draft/", status=200).headers["ETag"]
        response = boss("PUT", f"{CARD}draft/", {"text": card_text("base.stone", name="A")}, status=200, If_Match=first)
        for _ in range(2):
            answer = lose(card_text("base.stone", name="B"), first)
        assert answer.status_code == 412
        assert Draft.objects.get(card=card).etag == response.headers["ETag"].strip('"')
        aside = DraftRevision.objects.get(origin=RevisionOrigin.ASIDE)
        assert (json.loads(aside.text)["name"], aside.author.email, aside.revision) == ("B", "designer@example.org", 3)

        page, place = "/packs/core/cards/base.stone/history/?revision=3", f"{CARD}revisions/3/"
        if answer.headers["Content-Type"].startswith("application/problem+json"):
            assert answer.json()["aside"] == {"revision": 3, "url": place, "page": page}
        else:
            assert page in answer.content.decode()
        assert json.loads(boss("GET", place, status=200).json()["text"])["name"] == "B"
        assert boss.client.get(page).status_code == 200

        text = card_text("base.stone", name="C")
        on = boss("PUT", f"{CARD}draft/", {"text": text}, status=200, If_Match=response.headers["ETag"]).json()
        assert on["revision"] == 4
        boss("GET", f"{ROOT}packs/core/cards/base.stone/revisions/9/", status=404)

    def test_are_passed_over_by_an_import(self, lose: Any, boss: Caller, card: Card) -> None:
        first = boss("GET", f"{CARD}draft/", status=200).headers["ETag"]
        boss("PUT", f"{CARD}draft/", {"text": card_text("base.stone", name="A")}, status=200, If_Match=first)
        lose(card_text("base.stone", name="B"), first)
        boss("POST", "packs/core/imports/", [json.loads(card_text("base.stone", name="C"))], status=201)
        assert Draft.objects.get(card=card).revision == 4

    def test_that_are_in_the_history_already_are_named(self, lose: Any, boss: Caller, card: Card) -> None:
        first = boss("GET", f"{CARD}draft/", status=200).headers["ETag"]
        text = card_text("base.stone", name="A")
        boss("PUT", f"{CARD}draft/", {"text": text}, status=200, If_Match=first)
        answer = lose(text, first)
        assert DraftRevision.objects.count() == 2
        assert b"revision=2" in answer.content


class TestContributors:
    """A person who changed what a version publishes does not approve it."""

    def test_are_those_who_changed_the_image_alone(self, people: dict[str, Account], boss: Caller, card: Card) -> None:
        other = Caller(people["designer"])
        sent = other.client.put(f"{CARD}art/", image(), content_type="image/png")
        assert sent.status_code == 200, sent.content
        tag = boss("GET", f"{CARD}draft/", status=200).headers["ETag"]
        boss("POST", f"{CARD}versions/", {}, status=201, If_Match=tag)
        assert people["designer"].pk in CardVersion.objects.get().contributors
        assert Draft.objects.get().contributors == []

    def test_are_those_whose_text_was_restored(
        self, people: dict[str, Account], designer: Caller, boss: Caller, make_card: MakeCard
    ) -> None:
        make_card()
        first = boss("GET", f"{CARD}draft/", status=200).headers["ETag"]
        won = boss("PUT", f"{CARD}draft/", {"text": card_text("base.stone", name="A")}, status=200, If_Match=first)
        designer("PUT", f"{CARD}draft/", {"text": card_text("base.stone", name="B")}, status=412, If_Match=first)
        restored = {"restore": "r3", "etag": won.headers["ETag"].strip('"')}
        assert boss.client.post("/packs/core/cards/base.stone/history/", restored).status_code == 302
        tag = boss("GET", f"{CARD}draft/", status=200).headers["ETag"]
        boss("POST", f"{CARD}versions/", {}, status=201, If_Match=tag)
        assert CardVersion.objects.get().contributors == sorted([people["admin"].pk, people["designer"].pk])


class TestABulkEdit:
    """Of a card some of whose texts lost: it writes on what the draft is, and its undo brings that back."""

    @pytest.mark.parametrize("when", ["before", "after", "between"])
    def test_knows_a_text_that_was_set_aside_from_a_save(
        self, designer: Caller, people: dict[str, Account], card: Card, when: str
    ) -> None:
        def lose(name: str) -> None:
            text = card_text("base.stone", name=name)
            designer("PUT", f"{CARD}draft/", {"text": text}, status=412, If_Match='"r9-00000000"')

        def edit(name: str) -> BulkEdit:
            edits = [CardEdit("base.stone", Draft.objects.get(card=card).etag, (Change("/name", name),))]
            return bulk_write(actor=people["designer"], pack=card.pack, edits=edits, kind="grid", summary={})

        before = Draft.objects.get(card=card).text
        if when == "before":
            lose("lost")
        first = edit("first")
        if when == "after":
            lose("lost")
        written_text = Draft.objects.get(card=card).text
        if when == "between":
            lose("lost")
            second = edit("second")
            bulk_undo(actor=people["designer"], pack=card.pack, number=second.pk)
            assert Draft.objects.get(card=card).text == written_text
            return
        bulk_undo(actor=people["designer"], pack=card.pack, number=first.pk)

        draft = Draft.objects.get(card=card)
        assert (json.loads(written_text)["name"], draft.text) == ("first", before)
        assert draft.revision == DraftRevision.objects.filter(draft=draft).count()
        aside = DraftRevision.objects.get(origin=RevisionOrigin.ASIDE)
        assert (json.loads(aside.text)["name"], aside.revision) == ("lost", 2 if when == "before" else 3)
