"""The health of a pack in the browser: ranked, paged, honest about what is stale, started at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.models import Account, Card, HealthRun, Pack
from tests.cards.jobs.test_health import LAYERS, measured, several
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_ten_thousand import fill

__all__ = ["LAYERS", "several"]

PAGE = "/packs/core/health/"


def test_shows_each_change_with_its_interval_and_each_flag_in_words(
    several: dict[str, Card], people: dict[str, Account], client_of: ClientOf
) -> None:
    page = client_of("viewer").get(PAGE).content.decode()

    assert "<b>−6.0</b><span>[ −7.0, −5.0 ]</span>" in page
    assert page.index("base.flagged") < page.index("base.strong")
    assert "base.never" not in page and "base.never" in client_of("viewer").get(f"{PAGE}?show=all").content.decode()
    assert "Card changed" in page and "Engine changed" in page and "Never previewed" in page
    assert page.count('class="flagcell"><p') == 1


def test_starts_previews_of_the_stale_and_cancels_them(
    several: dict[str, Card], people: dict[str, Account], client_of: ClientOf
) -> None:
    client = client_of("designer")

    started_page = client.post(PAGE, {"preset": "quick"}, follow=True).content.decode()
    run = HealthRun.objects.get()
    second_page = client.post(PAGE, {"preset": "quick"}, follow=True).content.decode()
    client.post(PAGE, {"cancel": str(run.pk)})

    assert "3 previews will be played, a few at a time." in started_page
    assert "0 of 3 done" in started_page
    assert "Quota exceeded" in second_page
    run.refresh_from_db()
    assert run.state == "cancelled"


@pytest.mark.parametrize("asked", [{"cancel": "x"}, {"cancel": "999999"}, {"preset": "deep"}])
def test_takes_nonsense_calmly(
    several: dict[str, Card], people: dict[str, Account], client_of: ClientOf, asked: dict[str, str]
) -> None:
    assert client_of("designer").post(PAGE, asked).status_code == 302
    assert not HealthRun.objects.exists()


def test_is_started_by_designers(several: dict[str, Card], people: dict[str, Account], client_of: ClientOf) -> None:
    assert client_of("viewer").post(PAGE, {"preset": "quick"}).status_code == 403
    assert client_of("stranger").get(PAGE).status_code == 404
    assert 'name="preset"' not in client_of("viewer").get(PAGE).content.decode()


def test_says_so_when_there_is_nothing(pack: Pack, people: dict[str, Account], client_of: ClientOf) -> None:
    assert "No card yet" in client_of("designer").get(PAGE).content.decode()


def test_says_so_when_a_list_is_empty(
    pack: Pack, people: dict[str, Account], make_card: Callable[..., Card], client_of: ClientOf
) -> None:
    make_card("base.one")

    assert "No preview raised a flag." in client_of("viewer").get(f"{PAGE}?show=flagged").content.decode()
    assert "No preview is stale." in client_of("viewer").get(f"{PAGE}?show=stale").content.decode()


def test_asks_no_more_of_a_large_pack(pack: Pack, people: dict[str, Account], client_of: ClientOf) -> None:
    fill(pack, people["admin"], 1_100)
    for number, card in enumerate(Card.objects.filter(pack=pack).select_related("draft")[:60], 1):
        measured(card, number, number / 10)
    client = client_of("viewer")
    client.get(PAGE)
    with CaptureQueriesContext(connection) as caught_queries_context:
        page = client.get(f"{PAGE}?show=all&page=2").content.decode()

    assert len(caught_queries_context) <= 25
    assert page.count('class="cardtable__id') == 50
    assert "1,100" in page
