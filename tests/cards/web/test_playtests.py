"""Playtests: what people's matches say of a card, apart from bots; and notes at a moment, which are threads of the card."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cards.models import Match, Notification, Thread
from cards.queries.playtests import playtests_of
from cards.services.draft import draft_save
from cards.services.match import bots_answer
from cards.services.match_thought import thought_compute
from cards.services.review import comment_add, review_request
from cards.services.version import version_create
from engine.simulation.rate_intervals import rate_interval
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_playing import HAND, answered, match_of, send
from tests.cards.web.world import World

CARD = HAND.removesuffix("play/")
OVER: dict[str, Any] = {"asked": None, "ended_at": "2026-11-01T00:00Z"}


def played(world: World, number: int, winner: int | None, **fields: Any) -> Match:
    """Make the row of a match with the world's card as its player would have left it: over, with a winner."""
    origin = {"seat": 0, "revision": 1, "bot": "greedy", "decks": "", "unit": "seat", **fields.pop("origin", {})}
    rest = {"asked": None, "ended_at": "2026-11-01T00:00Z", **fields}
    return Match.objects.create(
        pack=world.pack,
        number=number,
        card=world.card,
        account=world.card.created_by,
        spec={},
        spec_sha256="0" * 64,
        engine_hash="0" * 64,
        trace={"seat": 0},
        origin=origin,
        seats=[0],
        winner=winner,
        **rest,
    )


class TestResults:
    def test_stand_on_the_page_of_the_card_with_their_own_interval_and_what_is_not_counted(
        self, world: World, client_of: ClientOf
    ) -> None:
        """A sandbox, oneself, a fork, an open match and one with answers taken back say nothing of a card."""
        assert 'id="playtests-h"' not in client_of("viewer").get(CARD).content.decode()
        for number, winner in enumerate((0, 0, 1, -1), start=100):
            played(world, number, winner)
        played(world, 110, 1, origin={"bot": "lookahead", "revision": 2})
        played(world, 111, 0, origin={"shared": True, "version": 1, "revision": None})
        played(world, 120, 0, is_sandbox=True)
        played(world, 121, 0, taken_back=2)
        played(world, 122, 0, origin={"bot": "alone"})
        played(world, 123, 0, origin={"preview": 1})
        played(world, 124, None, asked=0, ended_at=None)
        played(world, 125, None)
        played(world, 126, 0, origin={"unit": "table"})

        result = playtests_of(card=world.card)
        page = client_of("viewer").get(CARD).content.decode()

        assert [(row.version, row.revision, row.against, row.n, row.wins, row.draws) for row in result.rows] == [
            (1, None, "person", 1, 1, 0),
            (None, 2, "lookahead", 1, 0, 0),
            (None, 1, "greedy", 4, 2, 1),
        ]
        assert (result.rows[2].low, result.rows[2].high) == rate_interval(2.5, 4)
        assert result.uncounted == {"sandbox": 1, "takenBack": 1, "alone": 1, "fork": 1, "unfinished": 2, "table": 1}
        panel = page.partition('id="playtests-h"')[2].partition("</section>")[0]
        assert "2 of 4, 1 drawn" in panel and "2 not finished" in panel and "1 sandbox" in panel


class TestANote:
    def test_is_a_thread_of_the_card_that_leads_back_to_its_moment(self, world: World, client_of: ClientOf) -> None:
        """It is answered and settled on the page of the match and in a review of the card; who may not comment, or not see the match, adds none."""
        client, reviewer = client_of("designer"), client_of("reviewer")
        page = answered(client, client.get(HAND).content.decode())
        match = match_of(page)
        url = f"/packs/core/play/{match.number}/"
        assert 'id="notes"' in page
        assert reviewer.post(url, {"do": "note", "step": "1", "text": "x"}).status_code == 404, "not over yet"

        page = send(client, page, do="note", step="1", text="felt unfair here")
        thread = Thread.objects.get(match=match)
        Match.objects.filter(pk=match.pk).update(**OVER, winner=0)
        answer = reviewer.post(url, {"do": "comment", "thread": thread.pk, "text": "because of the cost?"})
        moment = f"{url}?step=1#t{thread.pk}"
        replay = reviewer.get(f"{url}?step=1").content.decode()
        card = client_of("viewer").get(CARD).content.decode()

        assert "felt unfair here" in page and answer.headers["Location"] == moment
        assert (thread.card, thread.step, thread.version, thread.comments.count()) == (world.card, 1, None, 2)
        assert "felt unfair here" in replay and "because of the cost?" in replay
        assert f'href="{moment}"' in card and "felt unfair here" in card
        assert client_of("viewer").post(url, {"do": "note", "step": "1", "text": "x"}).status_code == 403
        assert reviewer.post(url, {"do": "resolve", "thread": thread.pk + 1}).status_code == 404
        assert client.post(url, {"do": "note", "step": "99999", "text": "x"}).status_code == 404
        noticed = Notification.objects.get(account__email="designer@example.org", kind="commented")
        assert noticed.about["match"] == match.number
        assert moment in client.get("/notifications/").content.decode()

    def test_stays_with_the_card_in_its_reviews_when_the_match_is_removed(
        self, world: World, client_of: ClientOf
    ) -> None:
        client = client_of("designer")
        page = answered(client, client.get(HAND).content.decode())
        page = send(client, page, do="note", step="1", text="felt unfair here")
        thread = Thread.objects.get(step=1)
        admin = world.card.created_by
        card = world.card
        text = card_text("base.stone", manaCost=4)
        draft = draft_save(actor=admin, card=card, text=text, texts=None, based_on=card.draft.etag).draft
        version_create(actor=admin, card=card, based_on=draft.etag)
        card.refresh_from_db()
        review = review_request(actor=admin, card=card, number=card.newest_version.number)
        url = f"/packs/core/reviews/{review.number}/"
        before = client.get(url).content.decode()
        send(client, page, remove="1")
        thread.refresh_from_db()
        comment_add(actor=admin, thread=thread, text="still true")
        after = client.get(url).content.decode()
        api = client.get(f"/api/v1{url}").json()["threads"]

        assert "felt unfair here" in before and re.search(r"Match \d+, step 1", before)
        assert thread.match is None and "A match that was removed" in after and "still true" in after
        assert [(row["match"], row["step"], row["version"], row["place"]) for row in api] == [(None, 1, None, "")]
        client.post(f"/packs/core/reviews/{review.number}/", {"do": "resolve", "thread": thread.pk})
        assert Thread.objects.get(pk=thread.pk).resolved_at is not None


def test_the_api_lists_matches_and_opens_one_to_its_player_and_to_all_once_it_is_over(
    world: World, client_of: ClientOf
) -> None:
    client, viewer = client_of("designer"), client_of("viewer")
    match = match_of(answered(client, client.get(HAND).content.decode()))
    base = "/api/v1/packs/core/matches/"
    url = f"{base}{match.number}/"

    rows = viewer.get(f"{base}?card=base.stone").json()["results"]
    before = viewer.get(url)
    own = client.get(url).json()
    assert [(row["number"], row["state"], row["uncounted"], row["against"]) for row in rows] == [
        (match.number, "open", "unfinished", "greedy")
    ]
    assert (before.json()["record"], own["record"]["decisions"]) == (None, match.answers)
    assert viewer.get(url, headers={"If-None-Match": before.headers["ETag"]}).status_code == 304
    assert [viewer.get(f"{base}?card={name}").status_code for name in ("base.broken", "base.nowhere")] == [200, 404]
    assert client_of("stranger").get(url).status_code == 404

    Match.objects.filter(pk=match.pk).update(**OVER, winner=1)
    over = viewer.get(url, headers={"If-None-Match": before.headers["ETag"]}).json()
    assert (over["state"], over["winner"], over["uncounted"]) == ("over", 1, "")
    assert over["record"]["decisions"] == match.answers


def test_the_api_removes_a_match_for_its_player_alone_while_slow_bots_think(world: World, client_of: ClientOf) -> None:
    """What a worker was asked for ends with its match."""
    client = client_of("designer")
    match = match_of(answered(client, client.get(HAND).content.decode()))
    url = f"/api/v1/packs/core/matches/{match.number}/"
    Match.objects.filter(pk=match.pk).update(asked=1, origin={**match.origin, "bot": "lookahead"})

    refused = [client_of(role).delete(url).status_code for role in ("viewer", "admin", "stranger")]
    assert (refused, Match.objects.count()) == ([403, 404, 404], 1)
    assert client.delete(url).status_code == 204
    assert not Match.objects.exists()
    assert (bots_answer(match_id=match.pk), thought_compute(match_id=match.pk)) == (False, False)
    assert client.delete(url).status_code == 404


@pytest.mark.parametrize("step", ["x", "-1", "1e3"])
def test_a_note_needs_a_step(world: World, client_of: ClientOf, step: str) -> None:
    client = client_of("designer")
    match = match_of(answered(client, client.get(HAND).content.decode()))

    assert (
        client.post(f"/packs/core/play/{match.number}/", {"do": "note", "step": step, "text": "x"}).status_code == 404
    )
