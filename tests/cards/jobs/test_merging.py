"""Results of chunks, folded in order into their preview, by any process."""

from __future__ import annotations

from typing import Any

import pytest

from cards.gateway import previews
from cards.management.commands.relay import one_round
from cards.models import Account, Card, Preview
from cards.services.previews import work as preview_work
from cards.services.previews.claim import chunk_claim
from cards.services.previews.parts import canonical_sha
from cards.services.previews.start import preview_start
from cards.services.previews.work import chunk_finish, chunk_play, preview_merge
from tests.cards.jobs.small import expected, play_all, shrink

pytestmark = pytest.mark.django_db


@pytest.fixture
def preview(admin: Account, card: Card) -> Preview:
    return shrink(preview_start(actor=admin, card=card, seed=7))


class TestMerging:
    def test_folds_each_chunk_once(self, preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
        folding: list[int] = []
        fold = previews.preview_fold

        def counted(spec: Any, state: Any, chunk: Any) -> Any:
            folding.append(chunk["no"])
            return fold(spec, state, chunk)

        monkeypatch.setattr(previews, "preview_fold", counted)
        play_all()
        preview.refresh_from_db()

        assert folding == [0, 1, 2, 3]
        assert (preview.state, preview.fold) == ("finished", None)

    def test_forecasts_anew_how_many_blocks_it_will_take(self, preview: Preview) -> None:
        Preview.objects.filter(pk=preview.pk).update(blocks_of=99)  # as if an earlier forecast had been higher
        lease = chunk_claim()
        assert lease is not None
        chunk_finish(lease, chunk_play(lease))
        preview.refresh_from_db()

        assert (preview.state, preview.blocks_done, preview.blocks_of) == ("running", 1, 4)
        assert preview.result["progress"]["of"] == 4

    def test_makes_room_for_the_ninth_chunk_and_keeps_no_result_twice(self, admin: Account, card: Card) -> None:
        preview = shrink(preview_start(actor=admin, card=card, seed=7), ends=tuple(range(1, 11)))
        lease = chunk_claim()
        assert lease is not None
        before = list(preview.chunks.order_by("no").values_list("no", flat=True))
        chunk_finish(lease, chunk_play(lease))

        assert before == list(range(8))
        assert list(preview.chunks.order_by("no").values_list("no", "result")) == [(no, None) for no in range(9)]

    def test_counts_the_flags_that_are_raised(self, preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
        report, flags = previews.preview_report, [{"raised": True}, {"raised": False}, {"raised": True}]
        monkeypatch.setattr(previews, "preview_report", lambda *given: {**report(*given), "flags": flags})
        lease = chunk_claim()
        assert lease is not None
        chunk_finish(lease, chunk_play(lease))
        preview.refresh_from_db()

        assert preview.flags_raised == 2

    def test_goes_on_where_another_worker_merged_meanwhile(
        self, preview: Preview, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second = chunk_claim(), chunk_claim()
        assert first is not None and second is not None
        with monkeypatch.context() as patch:
            patch.setattr("cards.services.previews.work.preview_merge", lambda **_: None)
            chunk_finish(first, chunk_play(first))
        report = previews.preview_report

        def overtaken(spec: Any, state: Any) -> Any:
            """Between reading and writing, the second chunk comes in and is merged with the first."""
            monkeypatch.setattr(previews, "preview_report", report)
            chunk_finish(second, chunk_play(second))
            return report(spec, state)

        monkeypatch.setattr(previews, "preview_report", overtaken)
        preview_merge(preview_id=preview.pk)
        preview.refresh_from_db()
        assert preview.fold["next"] == 2

        play_all()
        preview.refresh_from_db()
        assert preview.result_sha256 == canonical_sha(expected(preview))

    def test_leaves_a_chunk_whose_result_another_worker_took(
        self, preview: Preview, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Between reading the preview and reading its chunks, another person merged the first of them."""
        first = chunk_claim()
        assert first is not None
        read = preview_work._ready

        def merged_chunks(row: Preview, number: int) -> list[dict[str, Any]]:
            monkeypatch.setattr(preview_work, "_ready", read)
            preview_merge(preview_id=preview.pk)
            return read(row, number)

        monkeypatch.setattr(preview_work, "_ready", merged_chunks)
        chunk_finish(first, chunk_play(first))
        preview.refresh_from_db()
        assert (preview.failure, preview.fold["next"]) == (None, 1)


class TestAPreviewThatCannotBeMerged:
    def test_fails_alone_and_the_relay_goes_on(self, preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
        def stumble(*_: object) -> None:
            raise KeyError("rounds" * 60)

        lease = chunk_claim()
        assert lease is not None
        result = chunk_play(lease)
        monkeypatch.setattr(previews, "preview_fold", stumble)

        assert chunk_finish(lease, result)
        one_round()

        preview.refresh_from_db()
        assert (preview.state, preview.failure["code"]) == ("failed", "merge-failed")
        reason = f"KeyError: '{'rounds' * 60}"[:300]
        assert preview.failure["message"]["en"].startswith(f"The preview was given up: {reason}. Start it again")
