"""A person who asked for a preview hears once that it is done."""

from __future__ import annotations

import pytest

from cards.models import Account, Card, Notification
from cards.services.previews.claim import chunk_claim
from cards.services.previews.start import preview_start
from cards.services.previews.work import chunk_finish, chunk_play
from tests.cards.jobs.small import shrink


@pytest.mark.django_db
def test_a_bell_rings_once_when_the_last_chunk_is_in(admin: Account, card: Card) -> None:
    preview, notices = shrink(preview_start(actor=admin, card=card, seed=7)), []
    while (chunk := chunk_claim()) is not None:
        notices.append(Notification.objects.count())
        chunk_finish(chunk, chunk_play(chunk))
    row = Notification.objects.get()

    assert set(notices) == {0}
    assert (row.kind, row.account) == ("preview_done", admin)
    names = {"card_en": "New spell", "card_zh": "New spell"}
    assert row.about == {"card": "base.stone", "preview": preview.number, **names}
