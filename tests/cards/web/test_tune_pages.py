"""A search for numbers, in the browser: its price first, its rounds in one row, how it ends, and what is taken into the draft."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from typing import Any

import pytest

from cards.errors import InvalidFields, QuotaExceeded, Stale, StateConflict
from cards.models import Account, Card, Pack, Preview
from cards.queries.history import draft_get
from cards.services.draft import draft_save
from cards.services.previews.claim import chunk_claim
from cards.services.previews.tune import ITSELF, Search, tune_planned, tune_start, tune_take
from cards.services.previews.work import chunk_finish, chunk_play
from cards.web.marked import marked
from cards.web.tune_form import suggested
from tests.cards.conftest import LayerOf, card_maker
from tests.cards.jobs.small import play_all, shrink
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf

GOLD = {"type": "gold", "mode": "add", "amount": 3, "target": "$onPlay.playerUUID"}
BEHAVIORS = [{"at": "onPlay", "do": [GOLD, {"type": "gainMana", "amount": 1}]}]
AMOUNT, COST = "/behaviors/0/do/0/amount", "/manaCost"
SEARCH = Search({AMOUNT: [2, 3, 4]})
FORM = "/packs/core/cards/base.acting/tune/"


def _acting(layers: Values) -> Card:
    return card_maker(layers["pack"], layers["admin"])("base.acting", manaCost=1, behaviors=BEHAVIORS)


def _search(layers: Values) -> Preview:
    return shrink(tune_start(actor=layers["people"]["designer"], card=layers["acting"], search=SEARCH, seed=7), (2,))


def _confirming(layers: Values) -> Preview:
    play_all_of(layers["search"])
    preview: Preview = layers["search"]
    preview.refresh_from_db()
    return shrink(preview, (2,))


def _finished(layers: Values) -> Preview:
    play_all()
    preview: Preview = layers["confirming"]
    preview.refresh_from_db()
    return preview


LAYERS = {"acting": _acting, "search": _search, "confirming": _confirming, "finished": _finished}


def play_all_of(preview: Preview) -> None:
    """Play the chunks of one plan, not of that which follows."""
    for _ in preview.spec["ends"]:
        lease = chunk_claim()
        assert lease is not None
        chunk_finish(lease, chunk_play(lease))


@pytest.fixture
def acting(layer_of: LayerOf, pack: Pack, admin: Account) -> Card:
    card: Card = layer_of("acting")
    return card


@pytest.fixture
def search(layer_of: LayerOf, people: dict[str, Account], acting: Card) -> Preview:
    preview: Preview = layer_of("search")
    return preview


@pytest.fixture
def confirming(layer_of: LayerOf, search: Preview) -> Preview:
    preview: Preview = layer_of("confirming")
    return preview


@pytest.fixture
def finished(layer_of: LayerOf, confirming: Preview) -> Preview:
    preview: Preview = layer_of("finished")
    return preview


def read_as(preview: Preview, end: str, *readings: tuple[str, float, float, float]) -> Preview:
    """Return a search that ended in another way: with the reading and numbers of each row, in order."""
    result: dict[str, Any] = preview.result or {}
    rows = [
        {**row, "reading": reading, "change": {"mean": mean, "low": low, "high": high, "n": 900}}
        for row, (reading, mean, low, high) in zip(result["rows"], readings, strict=True)
    ]
    limits = [{"pointer": AMOUNT, "value": 2}]
    preview.result = {**result, "end": end, "rows": rows, "limits": limits}
    preview.save(update_fields=["result"])
    return preview


def reached(preview: Preview) -> Preview:
    above = ("missed", 9.0, 8.0, 10.0)
    count = len((preview.result or {})["rows"])
    return read_as(preview, "reached", *[above] * (count - 2), ("reached", 0.3, -1.0, 1.6), ("unknown", 2.0, -1.0, 5.0))


def page_of(client_of: ClientOf, preview: Preview, language: str = "en") -> str:
    client = client_of("viewer")
    client.post("/preferences/", {"language": language})
    return client.get(f"/packs/core/previews/{preview.number}/").content.decode()


class TestForm:
    def test_lists_every_number_with_a_range_and_states_the_price_before_it_starts(
        self, client_of: ClientOf, acting: Card
    ) -> None:
        page = client_of("designer").get(FORM).content.decode()

        assert {*re.findall(r'name="vary" value="([^"]+)"( checked| disabled)?', page)} == {
            (COST, " checked"),
            (AMOUNT, " checked"),
            ("/behaviors/0/do/1/amount", ""),
            ("/count", " disabled"),
        }
        assert f'name="low{AMOUNT}" value="1"' in page
        assert re.search(
            r"<b>19 candidates</b>: [0-9,]+ matches to rank them, about [0-9,]+ s of processor; then about", page
        )
        assert "No match depends on it" in page

    def test_starts_only_at_the_price_that_was_shown(self, client_of: ClientOf, acting: Card) -> None:
        client = client_of("designer")
        question = {
            "target": "keep",
            "at": "2",
            "tolerance": "500",
            "vary": AMOUNT,
            f"low{AMOUNT}": "3",
            f"high{AMOUNT}": "5",
        }
        refusal = client.post(FORM, {**question, "price": "1-1-1"})
        price = re.search(r'name="price" value="([^"]+)"', client.get(FORM, question).content.decode())
        assert price is not None
        answer = client.post(FORM, {**question, "price": price[1]})
        preview = Preview.objects.get(kind="tune")

        assert (refusal.status_code, answer.status_code) == (409, 302)
        assert preview.plan["search"]["fixed"] == [{"pointer": COST, "from": 1, "to": 2}]
        assert (preview.spec["tolerance"], preview.spec["ranges"]) == (500, {AMOUNT: [3, 4, 5]})
        assert (preview.spec["candidate"]["manaCost"], preview.spec["baseline"]["manaCost"]) == (2, 1)

    @pytest.mark.parametrize(
        "form",
        [
            {"target": "even"},
            {"target": "aim", "aim": "two", "vary": AMOUNT},
            {"target": "even", "vary": AMOUNT, f"low{AMOUNT}": "9", f"high{AMOUNT}": "3"},
            {"target": "even", "vary": AMOUNT, f"low{AMOUNT}": "0", f"high{AMOUNT}": "9" * 15},
            {"target": "even", "vary": AMOUNT, f"low{AMOUNT}": "x"},
            {"target": "even", "vary": [AMOUNT, COST], f"low{AMOUNT}": "0", f"high{AMOUNT}": "70"},
        ],
    )
    def test_says_what_cannot_be_searched(self, client_of: ClientOf, acting: Card, form: Mapping[str, Any]) -> None:
        client = client_of("designer")
        answer = client.get(FORM, form)

        assert (answer.status_code, b"banner--warn" in answer.content) == (200, True)
        assert client.post(FORM, form).status_code == 400

    def test_suggests_ranges_in_steps_that_fit_the_number(self) -> None:
        assert [suggested(value) for value in (0, 1, 5, 300, -3)] == [
            (0, 2, 1),
            (0, 3, 1),
            (3, 7, 1),
            (240, 360, 30),
            (-5, -1, 1),
        ]

    def test_refuses_a_second_one_and_numbers_that_the_card_has_not(
        self, people: dict[str, Account], acting: Card, search: Preview
    ) -> None:
        with pytest.raises(QuotaExceeded):
            tune_start(actor=people["designer"], card=acting, search=SEARCH)
        for vary in ({"/name": [1, 2]}, {AMOUNT: [1, 2], "/name": [4]}, {AMOUNT: range(100)}, {AMOUNT: [1, 1 << 60]}):
            with pytest.raises(InvalidFields):
                tune_planned(card=acting, search=Search(vary), seed=1)
        with pytest.raises(InvalidFields):
            tune_planned(card=acting, search=Search({AMOUNT: [1, 2]}, against="x"), seed=1)
        with pytest.raises(StateConflict):
            tune_planned(card=acting, search=Search({AMOUNT: [1, 2], COST: [-9]}, against=ITSELF), seed=1)


class TestRounds:
    def test_follow_each_other_in_one_row_and_keep_what_was_played(
        self, client_of: ClientOf, search: Preview, confirming: Preview
    ) -> None:
        page = page_of(client_of, confirming)

        assert (confirming.state, confirming.spec["stage"], confirming.result) == ("running", "confirmation", None)
        assert [(each["round"], each["n"]["blocks"]) for each in confirming.rounds] == [(1, 2)]
        assert confirming.spec["seed"] != confirming.seed == 7
        assert re.findall(r"<small>([^<]+)</small>", page)[-1] == "new seeds; 3 simultaneous intervals, 95%"
        assert 'class="opt__chg"' not in page
        assert ">Running</h2>" in page and "<p></p>" not in page

    def test_of_an_ended_plan_are_not_written_into_the_next_one(self, search: Preview) -> None:
        late = chunk_claim()
        assert late is not None
        result = chunk_play(late)
        chunk_finish(late, result)
        search.refresh_from_db()

        assert (search.spec["round"], search.fold) == (2, None)
        assert chunk_finish(late, result) is False
        search.refresh_from_db()
        assert (len(search.rounds), search.fold, search.blocks_done) == (1, None, 0)


class TestChart:
    def test_stands_on_the_page_in_both_languages_while_the_search_runs_and_after_it(
        self, client_of: ClientOf, confirming: Preview, finished: Preview
    ) -> None:
        for preview, legend in ((confirming, "target, ±"), (finished, ">confirmed<")):
            page = page_of(client_of, preview)
            chart = page.partition('class="sm"')[2].partition("</svg>")[0]

            assert page.count('class="sm"') == 1 and legend in page.replace("</span>confirmed", ">confirmed")
            assert chart.count("<title>") == len(preview.spec["points"]) and "NaN" not in chart
        assert "每格横轴" in page_of(client_of, finished, "zh")


class TestEnd:
    def test_without_a_verdict_offers_nothing(self, client_of: ClientOf, finished: Preview) -> None:
        page = page_of(client_of, finished)

        assert (finished.state, (finished.result or {})["end"]) == ("finished", "unconfirmed")
        assert "The nearest candidates are not confirmed." in page
        assert "Take this one</button>" not in page
        rows = csv.DictReader(
            io.StringIO(
                client_of("viewer")
                .get(f"/packs/core/previews/{finished.number}/tables.csv")
                .content.decode("utf-8-sig")
            )
        )
        assert {row["stage"] for row in rows} == {"ranking", "confirmation"}

    @pytest.mark.parametrize(
        ("end", "reading", "en", "zh"),
        [
            (
                "already",
                "reached",
                "The card is on target as it stands: +0.3 [ −1.0, +1.6 ].",
                "此卡无需改动即符合目标",
            ),
            ("none", "missed", "is at the end of its range, 2.", "已到范围边界 2"),
        ],
    )
    def test_is_said_in_words(
        self, client_of: ClientOf, finished: Preview, end: str, reading: str, en: str, zh: str
    ) -> None:
        count = len((finished.result or {})["rows"])
        read_as(finished, end, *[(reading, 0.3, -1.0, 1.6)] * count)

        assert en in page_of(client_of, finished)
        assert zh in page_of(client_of, finished, "zh")

    def test_that_reaches_the_target_shows_both_texts_and_is_taken_once(
        self, client_of: ClientOf, acting: Card, finished: Preview
    ) -> None:
        reached(finished)
        designer = client_of("designer")
        url = f"/packs/core/previews/{finished.number}/"
        page = designer.get(url).content.decode()
        candidate = re.search(r'name="candidate" value="(\d+)"', page)
        assert candidate is not None
        assert "<del" in page
        assert page.count("Take this one</button>") == 1
        before = draft_get(card=acting)
        answer = designer.post(f"{url}take/", {"candidate": candidate[1]})
        after, page_after = draft_get(card=acting), designer.get(url).content.decode()

        assert (answer.status_code, answer["Location"]) == (302, url)
        assert after.revision == before.revision + 1
        assert after.document is not None
        assert after.document["behaviors"][0]["do"][0]["amount"] != 3
        assert f"in the draft, revision {after.revision}" in page_after
        restoring = {"restore": f"r{before.revision}", "etag": after.etag}
        designer.post("/packs/core/cards/base.acting/history/", restoring)
        assert draft_get(card=acting).document == before.document
        assert all(f'value="{value}"' in page_after for value in restoring.values())

    def test_is_not_taken_into_a_draft_that_moved_on_or_without_being_confirmed(
        self, people: dict[str, Account], acting: Card, finished: Preview
    ) -> None:
        reached(finished)
        row = next(row for row in (finished.result or {})["rows"] if row["reading"] == "reached")
        with pytest.raises(StateConflict):
            tune_take(actor=people["designer"], preview=finished, candidate=77)
        text = acting.draft.text.replace('"manaCost": 1', '"manaCost": 2')
        draft_save(actor=people["designer"], card=acting, text=text, texts=None, based_on=acting.draft.etag)
        with pytest.raises(Stale):
            tune_take(actor=people["designer"], preview=finished, candidate=row["candidate"])


def test_texts_are_marked_by_words_and_by_characters() -> None:
    pieces = [
        [(each.old, each.new) for each in marked(*pair)]
        for pair in (("Gain 3 gold.", "Gain 12 gold."), ("获得3金", "获得12金"))
    ]

    assert pieces == [
        [("Gain ", "Gain "), ("3", "12"), (" gold.", " gold.")],
        [("获得", "获得"), ("3", "12"), ("金", "金")],
    ]
