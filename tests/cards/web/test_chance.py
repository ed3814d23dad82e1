"""The chance to win at the table: asked for once, estimated by a worker, marked where the match went on, and silent about what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache

from cards import tasks
from cards.gateway import previews
from cards.services import match_chance as service
from cards.tasks import chance_run
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_playing import HAND, answered, match_of, send
from tests.cards.web.test_seats import leaks, unseen
from tests.cards.web.world import World

CHANCE = re.compile(r'id="chance".*?</div>', re.DOTALL)


@pytest.fixture
def wakes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The matches for which a worker was asked; an estimate has two worlds, one in a part."""
    cache.clear()
    matches: list[int] = []
    monkeypatch.setattr(service, "wake_chance", matches.append)
    monkeypatch.setattr(service, "WORLDS", 2)
    monkeypatch.setattr(service, "PART", 1)
    monkeypatch.setattr(tasks, "_allow_cpu", lambda seconds: None)  # the limit would be that of the tests' own process
    yield matches
    cache.clear()


def line(page: str) -> str:
    """Return what a page says of the chance."""
    [text] = CHANCE.findall(page)
    return str(text)


class TestTheChance:
    def test_is_estimated_by_a_worker_once_asked_for_and_follows_the_match(
        self, world: World, client_of: ClientOf, wakes: list[int]
    ) -> None:
        client = client_of("designer")
        page = answered(client, client.get(HAND).content.decode())
        match = match_of(page)
        url = f"/packs/core/play/{match.number}/"
        before = (line(page), list(wakes), chance_run(match.pk))
        page = send(client, page, chance="1")
        waiting, wakes_after = line(page), list(wakes)
        runs = (chance_run(match.pk), chance_run(match.pk))
        last_line = client.get(url, headers={"X-Fragment": "chance"}).content.decode()
        page = answered(client, client.get(url).content.decode())
        later = match_of(page)

        assert 'name="chance"' in before[0] and before[1:] == ([], 0), "no one asked for it"
        assert f'data-fragment-url="{url}?chance=1"' in waiting and wakes_after == [match.pk]
        assert runs == (2, 0), "an estimate that is there is not made again"
        assert (
            re.search(r"\d+ %</b>.*\[ \d+, \d+ \] n 2", last_line, re.DOTALL) and "data-fragment-url" not in last_line
        )
        assert leaks(match, unseen(match, match.seats[0]), last_line) == []
        if later.asked in later.seats:
            assert "of an earlier moment" in line(page) and wakes == [match.pk] * 2

    def test_is_the_sum_of_its_worlds_and_of_who_is_asked_alone(
        self, world: World, client_of: ClientOf, wakes: list[int]
    ) -> None:
        match = match_of(answered(client_of("designer"), client_of("designer").get(HAND).content.decode()))
        plan = (match.spec, match.trace, match.answers)
        whole = previews.preview_chance(*plan, seat=0, first=0, count=2)
        parts = [previews.preview_chance(*plan, seat=0, first=first, count=1) for first in (0, 1)]

        assert match.asked == 0 and whole is not None
        assert whole == {name: sum(part[name] for part in parts if part) for name in ("n", "wins", "draws")}
        assert previews.preview_chance(*plan, seat=1, first=0, count=1) is None
