"""For whom a change holds, in the browser: its cost first, the page while it runs and after, each verdict in words."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from cards import tasks
from cards.errors import QuotaExceeded
from cards.models import Account, Card, Pack, Preview
from cards.queries.previews.listing import experiment_list, preview_list
from cards.services.draft import draft_save
from cards.services.previews.claim import chunk_claim
from cards.services.previews.ladder import ladder_start
from cards.services.version import version_create
from cards.web.ladder_page import ladder_view
from cards.web.previews.report import progress_of
from engine.bots.players import random_bot
from engine.simulation import watch
from engine.simulation.ladder import run as ladder_run
from tests.cards.confirmed import changed_card
from tests.cards.conftest import LayerOf, card_maker
from tests.cards.jobs.small import play_all, shrink
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf

READ = {
    "holds": (("stronger", (4.0, 2.0, 6.0)),) * 3,
    "depends": (("even", (0.0, -1.0, 1.0)), ("even", (0.4, -1.0, 1.8)), ("stronger", (5.2, 2.6, 7.8))),
    "trap": (("stronger", (4.0, 2.0, 6.0)), ("unknown", (1.0, -1.5, 3.5)), ("weaker", (-4.0, -6.4, -1.4))),
    "alike": (("stronger", (4.0, 2.0, 6.0)),) * 3,
    "unknown": (("unknown", (1.0, -1.5, 3.5)),) * 3,
}
"""Readings and intervals of the three bots."""


def _changed(layers: Values) -> Card:
    card = card_maker(layers["pack"], layers["admin"])("base.stone")
    version_create(actor=layers["admin"], card=card, based_on=card.draft.etag)
    changed_card(layers["admin"], card)
    card.refresh_from_db()
    return card


def _finished(layers: Values) -> Preview:
    """Play a ladder of two blocks to its end, the two bots above the lowest answering at random."""
    preview = shrink(ladder_start(actor=layers["people"]["designer"], card=layers["changed"], seed=7), (1, 2))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("greedy", "lookahead"):
            patch.setitem(ladder_run.SKILLS, name, lambda _: random_bot)
        play_all()
    preview.refresh_from_db()
    return preview


LAYERS = {"changed": _changed, "finished": _finished}


@pytest.fixture
def changed(layer_of: LayerOf, pack: Pack, admin: Account) -> Card:
    """A card whose draft differs from its first version in its cost."""
    card: Card = layer_of("changed")
    return card


@pytest.fixture
def finished(layer_of: LayerOf, people: dict[str, Account], changed: Card) -> Preview:
    preview: Preview = layer_of("finished")
    return preview


def thinks_again(*_: object) -> tuple[str, ...]:
    raise AssertionError("a bot thought about an answer that is kept")


def number(ends: Sequence[float]) -> dict[str, float]:
    return dict(zip(("mean", "low", "high"), ends, strict=True))


def read(finished: Preview, name: str, *, is_ladder: bool = True) -> Preview:
    """Return a ladder with the readings of a case, whose differences are those of the means."""
    rows = READ[name]
    result = dict(finished.result or {})
    result["levels"] = [
        {**level, "change": number(ends), "reading": reading}
        for level, (reading, ends) in zip(result["levels"], rows, strict=True)
    ]
    differences = []
    for row, (upper, lower) in zip(result["differences"], ((1, 0), (2, 1), (2, 0)), strict=True):
        mean = rows[upper][1][0] - rows[lower][1][0]
        reading = "stronger" if mean > 3 else "weaker" if mean < -3 else "even"
        differences.append({**row, "change": number((mean, mean - 1, mean + 1)), "reading": reading})
    verdict = {"trap": "depends", "alike": "unknown"}.get(name, name)
    shares = [
        {**row, "share": number((60.0, 52.0, 68.0)), "isStronger": is_ladder, "reaches": False}
        for row in result["steps"]
    ]
    result |= {"differences": differences, "steps": shares, "verdict": verdict, "isLadder": is_ladder, "margin": 2.0}
    finished.result = result
    return finished


class TestForm:
    def test_states_the_cost_of_each_precision_and_each_bot_before_it_starts(
        self, client_of: ClientOf, changed: Card, people: dict[str, Account]
    ) -> None:
        form, designer = "/packs/core/cards/base.stone/ladder/", client_of("designer")
        page = designer.get(form).content.decode()
        refusal = designer.post(form, {"preset": "deep"})
        answer = designer.post(form, {"preset": "standard"})
        preview = Preview.objects.get(kind="ladder")

        assert re.search(r"±6 pp: about [0-9]+ h( [0-9]+ min)? of processor, [0-9,]+ matches", page)
        assert re.search(r"±3 pp: about [0-9]+ h( [0-9]+ min)? of processor", page)
        assert "The draft against v1" in page and page.count('class="bot"') == 3
        assert (refusal.status_code, answer.status_code) == (400, 302)
        assert answer.headers["Location"] == f"/packs/core/previews/{preview.number}/"
        assert (preview.plan["preset"], preview.baseline_version.number if preview.baseline_version else 0) == (
            "standard",
            1,
        )
        with pytest.raises(QuotaExceeded):
            ladder_start(actor=people["designer"], card=changed)
        assert preview not in preview_list(pack=preview.pack)
        assert preview.number in {row.number for row in experiment_list(pack=preview.pack, kind="ladder")}

    def test_says_why_there_is_nothing_to_measure(self, client_of: ClientOf, admin: Account, changed: Card) -> None:
        newest = changed.versions.get(number=2)
        text = newest.text.replace("New spell", "Old spell")
        draft_save(actor=admin, card=changed, text=text, texts=None, based_on=changed.draft.etag)

        page = client_of("designer").get("/packs/core/cards/base.stone/ladder/").content.decode()
        assert "Both versions do the same, so every bot finds no change." in page


class TestWork:
    def test_may_take_several_times_the_processor_that_the_plan_states(
        self, changed: Card, people: dict[str, Account], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A block of look-ahead in `wizards` takes more than a chunk of a preview may: with its limit no ladder ended."""
        preview = ladder_start(actor=people["designer"], card=changed, seed=7)
        lease, limits = chunk_claim(), []
        assert lease is not None
        for name in ladder_run.SKILLS:
            monkeypatch.setitem(ladder_run.SKILLS, name, lambda _: random_bot)
        monkeypatch.setattr(tasks.resource, "setrlimit", lambda _, limit: limits.append(limit[0]))
        tasks._play(lease)
        of_a_block = preview.spec["cost"]["cpuSeconds"] / preview.spec["blocks_max"]

        assert of_a_block > tasks.CPU_PER_CHUNK
        assert max(limits) - time.process_time() > 4 * of_a_block


class TestPage:
    def test_shows_three_intervals_their_differences_and_each_bot_in_both_languages(
        self, client_of: ClientOf, finished: Preview
    ) -> None:
        url, viewer = f"/packs/core/previews/{finished.number}/", client_of("viewer")
        page = viewer.get(url).content.decode()
        table = viewer.get(f"{url}tables.csv").content.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(table)))
        viewer.post("/preferences/", {"language": "zh"})
        chinese = viewer.get(url).content.decode()

        assert finished.state == "finished"
        assert page.count('class="bot-use"') == 3 and "见到后打出" in chinese
        assert re.search(r"Played when seen</dt><dd>[0-9.]+% of [0-9]+", page)
        assert page.count('<svg class="iv"') == 6 and page.count("lad-axis") == 1
        assert "All 8 intervals of this page are simultaneous, 95%." in page
        assert "greedy bots" not in page and "No ladder here" in page and "Not shown to win more than half." in page
        assert [row["table"] for row in rows] == ["change"] * 3 + ["difference"] * 3 + ["share"] * 2
        assert all(row["low"] and row["high"] for row in rows)
        assert "全部 8 个区间同时成立" in chinese and "直白贪心" in chinese

    def test_offers_what_follows_from_each_verdict(
        self, client_of: ClientOf, finished: Preview, people: dict[str, Account]
    ) -> None:
        """A search for an even card is offered where the numbers of the card are in question, never where nothing is known."""
        url, tune = f"/packs/core/previews/{finished.number}/", 'href="/packs/core/cards/base.stone/tune/"'
        offers = {}
        for name in ("holds", "depends", "unknown"):
            read(finished, name).save(update_fields=["result"])
            page = client_of("designer").get(url).content.decode()
            advice = page.partition('id="advice-h"')[2].partition("</section>")[0]
            offers[name] = (advice.count("<article"), tune in advice)
        no_buttons = tune in client_of("viewer").get(url).content.decode()

        assert offers == {"holds": (2, True), "depends": (3, True), "unknown": (2, False)}
        assert not no_buttons

    def test_leads_to_the_deals_on_which_two_bots_part_each_shown_as_it_was_played(
        self, client_of: ClientOf, finished: Preview, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No bot thinks again: what a match shows comes from its answers."""
        url, viewer = f"/packs/core/previews/{finished.number}/", client_of("viewer")
        matches = (finished.result or {})["matches"]
        page = viewer.get(url).content.decode()
        deals = page.partition('id="deals-h"')[2].partition("</section>")[0]
        monkeypatch.setattr(watch, "bot_of", lambda side: thinks_again)

        assert len(matches) >= 2 and deals.count("<li>") == len(matches) // 2
        assert deals.count(" does better than ") == len(matches) // 2
        assert len(re.findall(r"(plays it in round [0-9]+|never plays it), (wins|draws|loses)", deals)) == len(matches)
        for index, match in enumerate(matches[:2]):
            answer = viewer.get(f"{url}matches/{index}/?step={len(match['answers'])}")
            shown, replayed = answer.content.decode(), answer.context["watched"]
            assert f'href="{url}matches/{1 - index}/"' in shown and f'href="{url}matches/{index}/"' in deals
            assert "both seats played by" in shown and (replayed.step, bool(replayed.end)) == (replayed.last, True)
        assert viewer.get(f"{url}matches/{len(matches)}/").status_code == 404
        viewer.post("/preferences/", {"language": "zh"})
        assert "差别何在" in viewer.get(url).content.decode()

    def test_has_means_and_no_verdict_before_the_end(self, finished: Preview) -> None:
        result = finished.result or {}
        for row in (*result["levels"], *result["differences"]):
            row |= {"change": {"mean": 1.0, "low": None, "high": None}, "reading": None}
        finished.result = result | {"verdict": None, "isLadder": None, "stopReason": None}
        with translation.override("en"):
            view = ladder_view(finished)

        assert (view.headline, view.verdict.word, view.no_ladder, view.axis, view.advice) == ("", "", "", (), ())
        assert [line.mean for line in view.lines] == ["+1.0"] * 3
        assert view.holding.startswith("Means so far.")

    def test_says_hours_where_that_is_what_is_left(self, finished: Preview) -> None:
        """20 minutes for 100 of 2,000 blocks leave 6 h 20 min, and some more where the last piece counts as of a little later."""
        now = timezone.now()
        finished.state, finished.started_at = "running", now - timedelta(minutes=20)
        finished.blocks_done, finished.blocks_of = 100, 2_000
        finished.chunks.update(finished_at=now)

        with translation.override("en"):
            english = progress_of(finished).eta
        with translation.override("zh"):
            chinese = progress_of(finished).eta

        assert re.fullmatch(r"about 6 h [1-5][0-9] min left", english)
        assert re.fullmatch(r"约剩 6 小时 [1-5][0-9] 分钟", chinese)

    def test_says_each_verdict_from_the_differences(self, finished: Preview) -> None:
        cases = (
            ("holds", True, "Holds for all three", "Stronger, whichever of them plays."),
            ("depends", True, "Depends on who plays", "Only Look-ahead profits."),
            ("depends", False, "Depends on who plays", "The bots differ."),
            ("trap", True, "Depends on who plays", "Better bots profit less."),
            ("alike", True, "Not known yet", "All three have one verdict; how far they differ is not known."),
            ("unknown", True, "Not known yet", "Neither agreement nor a difference is shown."),
        )
        for name, is_ladder, word, headline in cases:
            with translation.override("en"):
                view = ladder_view(read(finished, name, is_ladder=is_ladder))

            assert (view.verdict.word, view.headline, bool(view.no_ladder)) == (word, headline, not is_ladder), name
            assert view.bots[-1].share == "wins 60.0% [ 52.0, 68.0 ] against Greedy"
            assert view.bots[-1].warning == (
                "Not shown to reach 55%." if is_ladder else "Not shown to win more than half."
            )
            if name == "depends":
                assert "Look-ahead − Greedy +4.8 [ +3.8, +5.8 ]" in view.why
