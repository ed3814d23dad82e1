"""Against whom a hand is played: the bot, the decks and the seat that are chosen before it, remembered, and slow bots that a worker plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.core.cache import cache

from cards import tasks
from cards.models import Match
from cards.services import match as service
from cards.services import match_thought
from cards.tasks import match_run
from engine.bots.players import random_bot
from engine.simulation import play
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_playing import HAND, answered, match_of, options, send
from tests.cards.web.test_seats import leaks, unseen
from tests.cards.web.world import World

SECOND = "?bot=plain&mine=fire&theirs=frost&seat=1"


def selection(page: str) -> list[str]:
    """Return the values that the form before a match has chosen."""
    return re.findall(
        r'<option value="([^"]*)" selected', page.partition('class="panel mchoice"')[2].partition("</form>")[0]
    )


@pytest.fixture
def wakes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The matches for which workers were asked; the cache is empty before, and the slow bot answers at random, of which the test may have many."""
    cache.clear()
    matches: list[int] = []
    monkeypatch.setattr(service, "wake_match", matches.append)
    monkeypatch.setattr(tasks, "wake_match", matches.append)
    monkeypatch.setattr(tasks, "_allow_cpu", lambda seconds: None)  # the limit would be that of the tests' own process
    monkeypatch.setitem(play.SKILLS, "lookahead", lambda side: random_bot)
    yield matches
    cache.clear()


class TestTheChoice:
    def test_of_bot_decks_and_seat_is_played_and_remembered(self, world: World, client_of: ClientOf) -> None:
        """What a plan does not have is as if it had not been chosen; another person begins with what no one chose."""
        client = client_of("designer")
        page = client.get(HAND + SECOND).content.decode()
        match = match_of(answered(client, page))

        assert ("You are player 2" in page, selection(page)) == (True, ["plain", "fire", "frost", "1"])
        assert (match.trace["opponent"], match.trace["seat"], match.seats) == ("frost:fire", 1, [1])
        assert (match.origin["bot"], match.origin["decks"]) == ("plain", "frost:fire")
        assert selection(client.get(HAND).content.decode()) == ["plain", "fire", "frost", "1"]
        assert selection(client_of("admin").get(HAND).content.decode()) == ["greedy", "", "", "0"]
        nonsense = client.get(f"{HAND}?bot=x&mine=sand&theirs=frost&seat=7").content.decode()
        assert selection(nonsense) == ["greedy", "", "", "0"]
        assert "bot: Plain greedy" in client.get("/packs/core/play/").content.decode()

    def test_of_one_deck_leaves_the_other_to_the_deal(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(f"{HAND}?mine=arcane").content.decode()
        match = match_of(answered(client_of("designer"), page))

        assert (match.origin["decks"], match.trace["opponent"].partition(":")[0]) == ("arcane:", "arcane")

    def test_of_oneself_asks_for_every_seat_and_takes_back_the_last_answer_of_any(
        self, world: World, client_of: ClientOf
    ) -> None:
        client = client_of("designer")
        page = client.get(f"{HAND}?bot=alone").content.decode()
        seats, lengths = set(), []
        for _ in range(8):
            page = answered(client, page)
            match = match_of(page)
            seats.add(match.asked)
            lengths.append(len(match.answers))
            assert f"You are player {(match.asked or 0) + 1}" in page

        assert seats == {0, 1}
        assert [after - before for before, after in pairwise(lengths)] == [1] * 7
        assert len(match_of(send(client, page, back="1")).answers) == lengths[-1] - 1


class TestASlowBot:
    def test_is_played_by_a_worker_and_its_table_waits(
        self, world: World, client_of: ClientOf, wakes: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No request gives an answer of such a bot; a page that waits asks once more for a message that was lost, and not at each look."""
        client = client_of("designer")
        page = client.get(f"{HAND}?bot=lookahead").content.decode()
        for _ in range(20):
            page = answered(client, page)
            match = match_of(page)
            if match.asked not in match.seats:
                break
        state = f"/packs/core/play/{match.number}/state/"
        mark = client.get(state).headers["ETag"]

        assert 'data-pace="' in page and "The bots are still thinking" in page
        assert wakes == [match.pk], "asked for once, however often the page looks"
        assert client.get(state, headers={"If-None-Match": mark}).status_code == 304

        cache.clear()  # as after the time in which an answer should have come
        client.get(state)
        assert wakes == [match.pk] * 2

        monkeypatch.setattr(service, "SLOW_ANSWERS", 1)
        monkeypatch.setattr(tasks, "PARTS_PER_TASK", 60)
        assert match_run(match.pk) >= 1
        after = Match.objects.get(pk=match.pk)
        assert after.asked in after.seats and len(after.answers) > len(match.answers)
        assert client.get(state, headers={"If-None-Match": mark}).status_code == 200
        assert options(client.get(f"/packs/core/play/{match.number}/").content.decode())
        assert match_run(match.pk) == 1, "a match that waits for a person is left alone"

    def test_says_what_it_weighed_once_a_worker_let_it_think_again(
        self, world: World, client_of: ClientOf, wakes: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No request lets it think; what the player cannot see stays out of the judgement."""
        thinkers: list[int] = []
        monkeypatch.setattr(match_thought, "wake_thought", thinkers.append)
        monkeypatch.setitem(play.SKILLS, "lookahead", play.SKILLS["greedy"])  # quick, and it weighs
        client = client_of("designer")
        page = client.get(f"{HAND}?bot=lookahead").content.decode()
        for _ in range(6):
            page = answered(client, page)
            match_run(match_of(page).pk)
            page = client.get(f"/packs/core/play/{match_of(page).number}/").content.decode()
        match = match_of(page)
        url = f"/packs/core/play/{match.number}/?thought=1"
        before = (thinkers[:], tasks.thought_run(match.pk))
        cache.delete(f"thought:{match.pk}:{match.etag}")
        waiting = client.get(url).content.decode()
        runs = (tasks.thought_run(match.pk), tasks.thought_run(match.pk))
        part = client.get(url, headers={"X-Fragment": "thought"}).content.decode()

        assert before == ([], True), "no one asked for it"
        assert 'data-fragment="thought"' in waiting and thinkers == [match.pk]
        assert runs == (True, False), "a thought that is there is not thought again"
        assert '<ol class="thought">' in part and part.count('class="is-on"') <= 1 and "data-fragment=" not in part
        assert leaks(match, unseen(match, match.seats[0]), part) == []
