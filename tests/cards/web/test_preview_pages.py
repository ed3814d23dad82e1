"""A preview in the browser: while it runs, when it is done, when it failed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from cards.models import Card, Preview
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World, result_of

PREVIEWS = "/packs/core/previews/"


class TestReport:
    def test_leads_with_the_change_its_interval_and_n(self, world: World, client_of: ClientOf) -> None:
        page = client_of("viewer").get(f"{PREVIEWS}1/").content.decode()

        assert "<strong>0.0 pp</strong><span>[ −9.8, +9.8 ]</span>" in page
        assert "<strong>n = 98</strong>" in page
        assert "<strong>verdict</strong>" in page
        assert "open: neither proven nor refuted" in page
        assert "running: not final" not in page

    def test_shows_the_interval_over_time_as_a_picture_and_as_a_table(self, world: World, client_of: ClientOf) -> None:
        page = client_of("viewer").get(f"{PREVIEWS}1/").content.decode()

        points = result_of("treasure")["history"]
        assert '<path class="band" d="M' in page
        assert 'role="img" aria-label="After 98 blocks the mean is 0.0 percentage points' in page
        assert page.count('<td class="num">98</td>') == 1
        assert re.search(r"Rounds, before \d+\.\d", page)
        assert len(points) == 6

    def test_shows_what_was_never_reached(self, world: World, client_of: ClientOf) -> None:
        page = client_of("viewer").get(f"{PREVIEWS}1/").content.decode()

        assert "if was never reached in 196 matches" in page
        assert '<span class="num t-warn strong ta-e">never</span>' in page
        assert '<rect width="97" height="1"/>' in page

    def test_has_no_win_rate_for_an_exploration_card(self, world: World, client_of: ClientOf) -> None:
        page = client_of("viewer").get(f"{PREVIEWS}6/").content.decode()

        assert "there is no win rate" in page
        assert "Change for all players against matches without it" in page
        assert "headline__num" not in page
        assert "Monsters defeated, all seats" in page
        assert "[ −0.50, +0.54 ]" in page

    def test_says_what_failed(self, world: World, client_of: ClientOf) -> None:
        assert "The worker was lost." in client_of("viewer").get(f"{PREVIEWS}4/").content.decode()

    def test_is_called_stale_once_the_card_moved_on(self, world: World, client_of: ClientOf) -> None:
        before = client_of("viewer").get(f"{PREVIEWS}1/").content.decode()
        type(world.card.draft).objects.filter(pk=world.card.draft.pk).update(sha256="1" * 64)
        after = client_of("viewer").get(f"{PREVIEWS}1/").content.decode()

        assert "Fresh" in before
        assert "The card or the engine changed since" in after

    def test_speaks_chinese(self, world: World, client_of: ClientOf) -> None:
        client = client_of("viewer")
        client.post("/preferences/", {"language": "zh"})

        page = client.get(f"{PREVIEWS}1/").content.decode()

        assert "差异仍可能为零。" in page
        assert "if 在 196 局中从未执行" in page


class TestProgress:
    def test_says_nothing_new_with_304(self, world: World, client_of: ClientOf) -> None:
        client = client_of("viewer")
        first = client.get(f"{PREVIEWS}2/progress/")

        again = client.get(f"{PREVIEWS}2/progress/", headers={"If-None-Match": first.headers["ETag"]})

        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")

    def test_answers_again_once_something_moved(self, world: World, client_of: ClientOf) -> None:
        client = client_of("viewer")
        etag = client.get(f"{PREVIEWS}2/progress/").headers["ETag"]
        Preview.objects.filter(number=2).update(
            changes=1, blocks_done=272, started_at=world.previews["running"].queued_at
        )

        answer = client.get(f"{PREVIEWS}2/progress/", headers={"If-None-Match": etag})

        body = answer.json()
        assert (body["state"], body["final"], body["status"]) == ("running", False, "50%")
        assert 'aria-valuenow="50"' in body["html"]
        assert body["poll_after_ms"] >= 400

    def test_takes_few_queries_while_nothing_moves(
        self, world: World, client_of: ClientOf, django_assert_max_num_queries: object
    ) -> None:
        client = client_of("viewer")
        etag = client.get(f"{PREVIEWS}2/progress/").headers["ETag"]

        with django_assert_max_num_queries(6):
            client.get(f"{PREVIEWS}2/progress/", headers={"If-None-Match": etag})

    @pytest.mark.parametrize(("role", "status"), [("anonymous", 401), ("stranger", 404)])
    def test_is_for_members(self, world: World, client_of: ClientOf, role: str, status: int) -> None:
        assert client_of(role).get(f"{PREVIEWS}2/progress/").status_code == status


class TestButtons:
    def test_cancel_is_there_for_who_may(self, world: World, client_of: ClientOf) -> None:
        assert "/previews/2/cancel/" in client_of("designer").get(f"{PREVIEWS}2/").content.decode()
        assert "/previews/2/cancel/" not in client_of("viewer").get(f"{PREVIEWS}2/").content.decode()
        assert "/previews/1/cancel/" not in client_of("designer").get(f"{PREVIEWS}1/").content.decode()

    def test_nobody_starts_one_by_a_link(self, world: World, client_of: ClientOf) -> None:
        assert client_of("designer").get(f"{PREVIEWS}2/cancel/").status_code == 405


class TestStart:
    def test_leads_to_the_preview_of_the_draft(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("designer").post(PREVIEWS, {"card": "base.stone"})

        preview = Preview.objects.get()
        assert answer.headers["Location"] == f"{PREVIEWS}{preview.number}/"
        assert (preview.state, preview.candidate_sha256, preview.plan["preset"]) == (
            "queued",
            card.draft.sha256,
            "quick",
        )

    def test_goes_back_to_a_card_that_has_errors(self, make_card: Callable[..., Card], client_of: ClientOf) -> None:
        make_card("base.wrong", rarity="purple")

        page = client_of("designer").post(PREVIEWS, {"card": "base.wrong"}, follow=True)

        assert page.redirect_chain == [("/packs/core/cards/base.wrong/", 302)]
        assert "The card has errors; fix them first." in page.content.decode()
        assert Preview.objects.count() == 0

    @pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("stranger", 404), ("viewer", 403)])
    def test_is_refused_to_who_may_not(self, card: Card, client_of: ClientOf, role: str, status: int) -> None:
        assert client_of(role).post(PREVIEWS, {"card": "base.stone"}).status_code == status
        assert Preview.objects.count() == 0

    def test_can_be_cancelled(self, world: World, client_of: ClientOf) -> None:
        answer = client_of("designer").post(f"{PREVIEWS}2/cancel/")

        assert answer.headers["Location"] == f"{PREVIEWS}2/"
        assert Preview.objects.get(number=2).state == "cancelled"
        assert client_of("viewer").post(f"{PREVIEWS}3/cancel/").status_code == 403


class TestStartingAPreview:
    @pytest.mark.parametrize("card", ["\0", "no such card", "base.nothing", ""])
    def test_of_a_card_that_cannot_be_is_not_found(self, world: World, client_of: ClientOf, card: str) -> None:
        response = client_of("admin").post("/packs/core/previews/", {"card": card, "preset": "\0"})

        assert response.status_code == 404
