"""Drafts: what was typed is kept, and no one's save is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from cards.errors import BadText, Forbidden, IfMatchRequired, InvalidFields, NotFound, Stale, StateConflict, TooLarge
from cards.models import Account, AuditEvent, Card, Draft, DraftRevision, RevisionOrigin
from cards.queries.history import draft_get, revision_get, version_get
from cards.services.card import card_trash
from cards.services.draft import draft_save, revision_restore, version_restore
from cards.services.version import version_create
from tests.cards.conftest import MakeCard, card_text


def save(actor: Account, card: Card, text: str, **arguments: object) -> Draft:
    """Save on top of what is there, unless asked otherwise."""
    based_on = arguments.get("based_on", draft_get(card=card).etag)
    texts = arguments.get("texts")
    return draft_save(actor=actor, card=card, text=text, texts=texts, based_on=based_on).draft  # type: ignore[arg-type]  # tests hand in anything


class TestDraftSave:
    def test_keeps_a_broken_text_as_typed_with_its_problems(self, card: Card, admin: Account) -> None:
        broken_text = '{"id": "base.stone", // unfinished\n  "name": '
        saved_draft = draft_save(
            actor=admin, card=card, text=broken_text, texts=None, based_on=draft_get(card=card).etag
        )

        assert saved_draft.draft.text == broken_text
        assert saved_draft.draft.document is None
        assert saved_draft.draft.sha256 is None
        assert [problem.line for problem in saved_draft.report.problems] == [2]

    def test_counts_up_and_keeps_every_save(self, card: Card, admin: Account) -> None:
        for cost in (5, 6):
            save(admin, card, card_text("base.stone", manaCost=cost))

        assert [row.revision for row in DraftRevision.objects.filter(draft__card=card)] == [3, 2, 1]
        assert draft_get(card=card).etag == revision_get(card=card, number=3).etag

    def test_of_the_same_text_makes_no_revision(self, card: Card, admin: Account) -> None:
        before = draft_get(card=card)

        assert save(admin, card, before.text).revision == before.revision

    def test_refuses_a_stale_save_and_shows_the_newer(
        self, card: Card, admin: Account, people: dict[str, Account]
    ) -> None:
        first = draft_get(card=card).etag
        newer = save(people["designer"], card, card_text("base.stone", manaCost=5))
        with pytest.raises(Stale) as error:
            save(admin, card, card_text("base.stone", manaCost=3), based_on=first)

        assert error.value.current.etag == newer.etag
        assert draft_get(card=card).text == newer.text

    def test_takes_the_mark_of_any_draft(self, card: Card, admin: Account) -> None:
        """`*` asks for nothing but that there is one; the text before stays a revision."""
        before = draft_get(card=card)

        assert save(admin, card, card_text("base.stone", manaCost=5), based_on="*").revision == 2
        assert DraftRevision.objects.get(draft__card=card, revision=1).text == before.text

    @pytest.mark.parametrize("etag", [None, ""])
    def test_wants_to_know_what_it_is_based_on(self, card: Card, admin: Account, etag: str | None) -> None:
        with pytest.raises(IfMatchRequired):
            save(admin, card, "{}", based_on=etag)

    @pytest.mark.parametrize("etag", ["r1", "r1-00000000", 'W/"r1-00000000"', "r0-00000000", "r99-00000000"])
    def test_refuses_a_mark_of_no_draft(self, card: Card, admin: Account, etag: str) -> None:
        with pytest.raises(Stale):
            save(admin, card, "{}", based_on=etag)

    def test_takes_the_mark_in_quotes(self, card: Card, admin: Account) -> None:
        quoted = f'"{draft_get(card=card).etag}"'

        assert save(admin, card, "{}", based_on=quoted).revision == 2

    @pytest.mark.parametrize("text", ["\0", "\ud83d", '{"a": "\udc00"}'])
    def test_refuses_characters_that_cannot_be_stored(self, card: Card, admin: Account, text: str) -> None:
        with pytest.raises(BadText) as error:
            save(admin, card, text)

        assert (error.value.slug, draft_get(card=card).revision) == ("bad-string", 1)

    def test_refuses_more_than_a_mebibyte(self, card: Card, admin: Account) -> None:
        with pytest.raises(TooLarge):
            save(admin, card, "石" * 349_526)

        assert draft_get(card=card).revision == 1

    @pytest.mark.parametrize(
        "texts",
        [
            [],
            {"fr": {"name": "x"}},
            {"zh": []},
            {"zh": {"nom": "x"}},
            {"zh": {"name": 1}},
            {"zh": {"name": "x" * 81}},
            {"zh": {"description": "x" * 1_001}},
            {"zh": {"notes": "x" * 10_001}},
        ],
    )
    def test_refuses_texts_of_another_shape(self, card: Card, admin: Account, texts: object) -> None:
        with pytest.raises(InvalidFields):
            save(admin, card, "{}", texts=texts)

    def test_keeps_the_other_languages_when_they_are_not_sent(self, make_card: MakeCard, admin: Account) -> None:
        card = make_card("base.lash", texts={"zh": {"name": "余烬之鞭", "rules": "造成3点伤害。", "state": "written"}})
        save(admin, card, card_text("base.lash", manaCost=5))

        assert draft_get(card=card).texts == {"zh": {"name": "余烬之鞭", "description": "造成3点伤害。"}}

    def test_writes_no_audit_event(self, card: Card, admin: Account) -> None:
        before = AuditEvent.objects.count()
        save(admin, card, "{}")

        assert AuditEvent.objects.count() == before

    def test_is_for_designers(self, card: Card, people: dict[str, Account]) -> None:
        with pytest.raises(Forbidden):
            save(people["viewer"], card, "{}")
        with pytest.raises(NotFound):
            save(people["stranger"], card, "{}")

        assert save(people["designer"], card, "{}").revision == 2

    def test_refuses_a_card_in_the_trash(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)
        with pytest.raises(StateConflict):
            save(admin, card, "{}")


@pytest.mark.django_db(transaction=True)
class TestConcurrentSaves:
    WRITERS, EDITS = 6, 5

    def test_lose_nothing_that_was_acknowledged(self, card: Card, admin: Account) -> None:
        acknowledged_texts: list[str] = []

        def write(writer: int) -> None:
            for edit in range(self.EDITS):
                text = f'{{"writer": {writer}, "edit": {edit}}}'
                while True:
                    try:
                        acknowledged_texts.append(save(admin, card, text).text)
                        break
                    except Stale:
                        continue
            connection.close()

        threads = [threading.Thread(target=write, args=(writer,)) for writer in range(self.WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        saves = DraftRevision.objects.filter(draft__card=card, origin=RevisionOrigin.SAVE)
        values = list(saves.values_list("text", flat=True))

        assert sorted(values) == sorted(acknowledged_texts)
        assert len(values) == self.WRITERS * self.EDITS
        assert draft_get(card=card).revision == max(saves.values_list("revision", flat=True))


class TestRestore:
    def test_of_a_version_is_a_new_revision(self, card: Card, admin: Account) -> None:
        draft = draft_get(card=card)
        version_create(actor=admin, card=card, based_on=draft.etag)
        save(admin, card, "{ broken")
        restored_version = version_restore(
            actor=admin, card=card, version=version_get(card=card, number=1), based_on=draft_get(card=card).etag
        )

        assert (restored_version.draft.revision, restored_version.draft.text) == (3, draft.text)
        assert AuditEvent.objects.filter(action="draft.restore", target="base.stone v1").count() == 1

    def test_of_a_save_is_a_new_revision(self, card: Card, admin: Account) -> None:
        first = draft_get(card=card)
        latest = save(admin, card, "{ broken")
        restored_revision = revision_restore(
            actor=admin, card=card, revision=revision_get(card=card, number=1), based_on=latest.etag
        )

        assert (restored_revision.draft.revision, restored_revision.draft.text) == (3, first.text)

    def test_on_top_of_an_unseen_save_is_refused(self, card: Card, admin: Account) -> None:
        first = draft_get(card=card)
        save(admin, card, "{ broken")
        with pytest.raises(Stale):
            revision_restore(actor=admin, card=card, revision=revision_get(card=card, number=1), based_on=first.etag)


class TestSetAside:
    """A text that lost is kept in the history; the draft stays as it is, so that the winner's next save goes through."""

    @pytest.fixture
    def lose(self, card: Card, admin: Account) -> Callable[[str], int | None]:
        """Make a text lose against the draft, and return the number that it is kept under."""

        def conflict_of(text: str) -> int | None:
            with pytest.raises(Stale) as refused:
                draft_save(actor=admin, card=card, text=text, texts=None, based_on="r9-00000000")
            return refused.value.conflict_revision

        return conflict_of

    def test_keeps_a_text_that_lost_in_the_history(
        self, card: Card, admin: Account, lose: Callable[[str], int | None]
    ) -> None:
        before = draft_get(card=card)

        assert lose('{"mine": ') == 2

        kept = DraftRevision.objects.get(draft=before, revision=2)
        assert draft_get(card=card).etag == before.etag
        assert (kept.text, kept.origin, kept.author) == ('{"mine": ', "aside", admin)

    def test_keeps_the_same_text_once(self, card: Card, lose: Callable[[str], int | None]) -> None:
        assert [lose("{}"), lose("{}"), lose(card.draft.text), lose("[]")] == [2, 2, 1, 3]
        assert DraftRevision.objects.count() == 3

    def test_lets_the_next_save_go_on(self, card: Card, admin: Account, lose: Callable[[str], int | None]) -> None:
        lose("{}")

        saved = draft_save(actor=admin, card=card, text='{"a": 1}', texts=None, based_on=card.draft.etag)

        assert saved.draft.revision == 3
        assert lose("[]") == 4
