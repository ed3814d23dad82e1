"""Texts of many cards at once: the generated text is used, or stale ones are confirmed, in one step that is undone as one."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from cards.errors import StateConflict
from cards.models import Account, AuditEvent, BulkEdit, Card, DraftRevision
from cards.queries.history import draft_get
from cards.services.bulk import bulk_undo
from cards.services.card import card_trash
from cards.services.trash import card_purge
from cards.services.version import version_create
from tests.cards.conftest import MakeCard
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_texts_pages import DEAL_5, TEXTS, ZH, move_on

BULK = f"{TEXTS}bulk/"
GENERATED = {"en": "Deal 5 damage to a monster of your choice.", "zh": "对你选择的一个怪物造成5点伤害。"}


@pytest.fixture
def two(make_card: MakeCard, admin: Account) -> list[Card]:
    """Two cards whose translated rules texts are stale."""
    cards = [make_card(name, texts={"zh": ZH}, description=DEAL_5) for name in ("base.stone", "base.twig")]
    for card in cards:
        move_on(card, admin)
    return cards


def press(client: Client, chosen: list[Card], do: str, **extra: Any) -> Any:
    named = [f"{card.written_id} {draft_get(card=card).etag}" for card in chosen]
    form = {"language": "zh", "do": do, "cards": named, "back": "lang=zh&state=all"}
    return client.post(BULK, form | extra, follow=True)


def states(card: Card) -> list[str]:
    return [key for key in draft_get(card=card).text_states if key.startswith("zh.description")]


class TestStillRight:
    def test_confirms_all_that_are_selected_in_one_step(self, two: list[Card], client_of: ClientOf) -> None:
        answer = press(client_of("designer"), two, "right")

        assert "2 cards are changed." in answer.content.decode()
        assert [states(card) for card in two] == [["zh.description.written"]] * 2
        assert AuditEvent.objects.filter(action="bulk.write").count() == 1

    def test_is_undone_as_one(self, two: list[Card], client_of: ClientOf, admin: Account) -> None:
        press(client_of("designer"), two, "right")
        made = BulkEdit.objects.get()

        bulk_undo(actor=admin, pack=two[0].pack, number=made.pk)

        assert [states(card) for card in two] == [["zh.description.stale"]] * 2

    @pytest.mark.parametrize(
        ("is_purged", "expected"),
        [
            (True, r": 1 card is permanently deleted\. Nothing was undone\.$"),
            (False, r": In the trash: base\.stone\. "),
        ],
    )
    def test_is_not_undone_once_a_card_is_gone(
        self, two: list[Card], client_of: ClientOf, admin: Account, is_purged: bool, expected: str
    ) -> None:
        press(client_of("designer"), two, "right")
        version_create(actor=admin, card=two[0], based_on=draft_get(card=two[0]).etag)
        card_trash(actor=admin, card=two[0])
        if is_purged:
            card_purge(actor=admin, card=two[0])

        with pytest.raises(StateConflict, match=expected):
            bulk_undo(actor=admin, pack=two[0].pack, number=BulkEdit.objects.get().pk)
        assert states(two[1]) == ["zh.description.written"]


class TestGenerated:
    def test_is_written_for_each_card_that_has_one(
        self, two: list[Card], make_card: MakeCard, client_of: ClientOf
    ) -> None:
        plain = make_card("base.plain", texts={"zh": ZH | {"description": GENERATED["zh"]}})
        before = DraftRevision.objects.count()

        press(client_of("designer"), [*two, plain], "generated")

        assert [draft_get(card=card).texts["zh"]["description"] for card in two] == [GENERATED["zh"]] * 2
        assert DraftRevision.objects.count() == before + 2

    def test_of_the_source_language_goes_into_the_document(self, two: list[Card], client_of: ClientOf) -> None:
        press(client_of("designer"), two[:1], "generated", language="en")

        assert f'"description": "{GENERATED["en"]}"' in draft_get(card=two[0]).text


class TestRefusals:
    def test_nothing_is_written_when_one_draft_moved_on(
        self, two: list[Card], admin: Account, client_of: ClientOf
    ) -> None:
        lines = [f"{card.written_id} {draft_get(card=card).etag}" for card in two]
        move_on(two[1], admin, "Deal 7 damage to a monster.")

        answer = press(client_of("designer"), two, "right", cards=lines)

        assert "Saved by somebody else in the meantime: base.twig" in answer.content.decode()
        assert states(two[0]) == ["zh.description.stale"]

    def test_says_when_nothing_changes(self, make_card: MakeCard, client_of: ClientOf) -> None:
        card = make_card("base.plain", texts={"zh": ZH | {"description": GENERATED["zh"]}})

        assert "Nothing changed." in press(client_of("designer"), [card], "generated").content.decode()
        assert not BulkEdit.objects.exists()

    @pytest.mark.parametrize(("who", "form", "status"), [
        ("viewer", {}, 403), ("designer", {"do": "other"}, 400), ("designer", {"cards": []}, 200),
        ("designer", {"cards": ["no.such x"]}, 404),
    ])  # fmt: skip
    def test_refuses_what_cannot_be(
        self, two: list[Card], client_of: ClientOf, who: str, form: dict[str, Any], status: int
    ) -> None:
        assert press(client_of(who), two, form.pop("do", "right"), **form).status_code == status
        assert not BulkEdit.objects.exists()
