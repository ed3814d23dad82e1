"""A preview in the browser: while it runs, when it is done, when it failed."""

from __future__ import annotations

import csv
import io
import re
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from cards.gateway import previews
from cards.models import Card, Preview, WorkerBeat
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World, preview_of, result_of

PREVIEWS = "/packs/core/previews/"


VERSION = 7
MATCH = f"{PREVIEWS}{VERSION}/matches/0/"


@pytest.fixture
def comparison(world: World) -> Preview:
    """A finished preview of a version against another, in the current format."""
    return preview_of(world.card, VERSION, "finished", result_of("version"), finished_at=timezone.now())


class TestReport:
    def test_leads_with_the_change_its_interval_the_verdict_and_n(
        self, comparison: Preview, client_of: ClientOf
    ) -> None:
        page = client_of("viewer").get(f"{PREVIEWS}{VERSION}/").content.decode()

        assert "<strong>+4.6 pp</strong><span>[ +2.6, +6.5 ]</span>" in page
        assert 'class="verdict verdict--up"' in page
        assert "The whole interval lies above 0. It also exceeds the margin of ±2 pp." in page
        assert "n = 1,200</strong> blocks, 2,475 matches played." in page
        assert "Ended as planned at ±1.9." in page or "Ended as planned at ±1.95." in page

    @pytest.mark.parametrize(
        ("interval", "verdict", "tone", "words"),
        [
            ((1.0, 3.0), "stronger", "up", "The whole interval lies above 0."),
            ((-5.0, -1.0), "weaker", "down", "The whole interval lies below 0."),
            ((-1.0, 1.5), "even", "even", "within the margin of ±2 pp"),
            ((-1.0, 4.0), "unknown", "unk", "The interval includes 0"),
            ((-20.0, 24.0), None, "unk", "there is no verdict before the pilot ends"),
        ],
    )
    def test_never_disagrees_with_its_interval(
        self, world: World, client_of: ClientOf, interval: tuple[float, float], verdict: str, tone: str, words: str
    ) -> None:
        result = result_of("version")
        result["change"] |= {"low": interval[0], "high": interval[1], "mean": sum(interval) / 2}
        result["verdict"] = verdict
        preview_of(world.card, VERSION, "finished", result)

        head = re.split('<dl class="stats', client_of("viewer").get(f"{PREVIEWS}{VERSION}/").content.decode())[0]

        assert set(re.findall(r"verdict--(\w+)", head)) == ({tone} if verdict else set())
        assert ("No verdict yet" in head) is (verdict is None)
        assert words in head
        assert (
            re.search(r"\b(up-b|dn-b|even-b|unk-b)\b", head).group()
            == {"up": "up-b", "down": "dn-b", "even": "even-b", "unk": "unk-b"}[tone]
        )  # type: ignore[union-attr]  # the picture is there

    def test_shows_the_interval_at_every_update_as_a_picture_and_as_a_table(
        self, comparison: Preview, client_of: ClientOf
    ) -> None:
        page = client_of("viewer").get(f"{PREVIEWS}{VERSION}/").content.decode()

        assert 'role="img" aria-label="After 1,200 blocks the mean is +4.6 percentage points' in page
        assert len(re.findall("<td>before the pilot.{1,6}s end, no verdict</td>", page)) == 2
        assert page.count("<td>update</td>") == 8
        assert "no verdict</text>" in page

    def test_shows_decks_turns_measures_and_descriptions_each_with_an_interval(
        self, comparison: Preview, client_of: ClientOf
    ) -> None:
        page = client_of("viewer").get(f"{PREVIEWS}{VERSION}/").content.decode()

        assert "<b>−12.7</b> <span>[ −24.2, −1.2 ]</span>" in page
        assert "it changes the matches won by +5.2 pp [ +3.0, +7.4 ]" in page
        assert "<b>+0.42</b><span>[ +0.19, +0.65 ]</span>" in page
        assert "An unchanged card shows an IWD of +21.2 [ +5.2, +37.3 ] here." in page
        assert "<b>never</b>" in page.replace(' class="t-warn"', "")
        assert "Lost as the old version, won as the new one" in page

    @pytest.mark.parametrize(
        ("kind", "words"),
        [
            ("treasure-2", "Interval at every update"),
            ("pilot-2", "No verdict yet"),
            ("exploration-2", "there is no win rate"),
            ("smoke-2", "Coverage of the effects"),
            ("aborted-2", "ran over"),
        ],
    )
    @pytest.mark.parametrize("state", ["finished", "running"])
    def test_shows_every_kind_of_result(
        self, world: World, client_of: ClientOf, kind: str, words: str, state: str
    ) -> None:
        preview_of(world.card, VERSION, state, result_of(kind))

        assert words in client_of("viewer").get(f"{PREVIEWS}{VERSION}/").content.decode()

    def test_says_of_which_matches_a_smoke_preview_counts_plays(self, world: World, client_of: ClientOf) -> None:
        """A card is played in 10 of the 11 matches in which it is seen: a share of these, not of all."""
        result = result_of("smoke-2")
        result["smoke"]["played"] = {"rate": 0.9, "low": 0.6, "high": 1.0, "n": 11}
        result["smoke"]["seen"] = {"rate": 0.8, "low": 0.6, "high": 0.9, "n": 14}
        preview_of(world.card, VERSION, "finished", result)
        page = re.sub(r"<[^>]+>|\s+", " ", client_of("viewer").get(f"{PREVIEWS}{VERSION}/").content.decode())

        assert re.search(r"Is it played\? +Yes +90.0% \[ 60.0, 100.0 \] +share of matches in which it was seen", page)
        assert re.search(r"Was seen +80.0% +\[ 60.0, 90.0 \] +share of matches +Aborted", page)

    @pytest.mark.parametrize(
        ("share", "answers"),
        [(0.9, ("Yes", "是")), (0.02, ("Rarely", "很少")), (0.0, ("No", "否"))],
    )
    def test_answers_the_questions_of_a_smoke_preview(
        self, world: World, client_of: ClientOf, share: float, answers: tuple[str, str]
    ) -> None:
        result = result_of("smoke-2")
        result["smoke"]["playable"] = {"rate": share, "low": 0.0, "high": 1.0, "n": 11}
        preview_of(world.card, VERSION, "finished", result)
        client = client_of("viewer")
        pages = []
        for language in ("en", "zh"):
            client.post("/preferences/", {"language": language})
            pages.append(re.sub(r"<[^>]+>|\s+", " ", client.get(f"{PREVIEWS}{VERSION}/").content.decode()))

        assert re.search(rf"Can it be paid\? +{answers[0]} +{100 * share:.1f}%", pages[0])
        assert re.search(rf"是否付得起？ +{answers[1]} +{100 * share:.1f}%", pages[1])

    def test_reads_results_of_the_former_format(self, world: World, client_of: ClientOf) -> None:
        page = client_of("viewer").get(f"{PREVIEWS}1/").content.decode()

        assert "<strong>0.0 pp</strong><span>[ −9.8, +9.8 ]</span>" in page
        assert "An earlier version of the statistics made this result" in page
        assert "Inconclusive" in page
        assert "if was never reached in 196 matches" in page

    def test_calls_nodes_and_places_by_what_they_are_called(self, comparison: Preview, client_of: ClientOf) -> None:
        do = [{"type": "damage"}, {"type": "if", "do": [{"type": "drawCard"}], "elsedo": []}]
        comparison.spec = {"candidate": {"id": "base.bolt", "behaviors": [{"at": "onPlay", "do": do}]}}
        comparison.result["flags"][0]["node"] = "/behaviors/0/do/1/do/0"  # type: ignore[index]  # it has one
        comparison.save()
        client = client_of("viewer")

        english = client.get(f"{PREVIEWS}{VERSION}/").content.decode()
        client.post("/preferences/", {"language": "zh"})
        chinese = client.get(f"{PREVIEWS}{VERSION}/").content.decode()

        for page, title, way in (
            (english, "Draw cards", "Behaviours 1 › Do 2 › Do 1"),
            (chinese, "抽牌", "行为 1 › 执行 2 › 执行 1"),
        ):
            assert f'<b title="drawCard">{title}</b>' in page
            assert page.count(f'title="/behaviors/0/do/1/do/0">{way}<') == 2, "in the flags, and in the coverage"
            assert "drawCard" not in re.sub(r'title="[^"]*"', "", page)

    def test_names_reference_cards_where_a_new_card_played_against_them(
        self, world: World, client_of: ClientOf
    ) -> None:
        played = preview_of(world.card, VERSION, "finished", result_of("treasure-2"), finished_at=timezone.now())
        Preview.objects.filter(pk=played.pk).update(baseline_version=None)
        page = client_of("viewer").get(f"{PREVIEWS}{VERSION}/").content.decode()

        assert "against reference cards" in page
        assert "the same deck without it" not in page

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
        assert "The card, a related card or the engine has changed since" in after

    def test_speaks_chinese(self, world: World, client_of: ClientOf) -> None:
        client = client_of("viewer")
        client.post("/preferences/", {"language": "zh"})

        page = client.get(f"{PREVIEWS}1/").content.decode()

        assert "尚不确定" in page
        assert "if 在 196 局中从未执行" in page
        assert "快速 · 贪心机器人" in page
        assert "<dt>机器人</dt><dd>贪心</dd>" in page


class TestExport:
    def test_result_is_the_stored_one(self, comparison: Preview, client_of: ClientOf) -> None:
        answer = client_of("viewer").get(f"{PREVIEWS}{VERSION}/result.json")

        assert answer.json() == result_of("version")
        assert answer.headers["Content-Disposition"] == 'attachment; filename="core-preview-7.json"'

    def test_tables_hold_every_number_with_its_interval(self, comparison: Preview, client_of: ClientOf) -> None:
        body = client_of("viewer").get(f"{PREVIEWS}{VERSION}/tables.csv").content.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(body)))

        assert {row["table"] for row in rows} == {
            "headline", "updates", "decks", "first-seen", "measures", "descriptions", "coverage",
        }  # fmt: skip
        bare = [row for row in rows if not row["interval"] and row["value"] and row["row"] != "Aborted"]
        assert bare == []

    @pytest.mark.parametrize("file", ["result.json", "tables.csv"])
    def test_is_not_there_before_a_result_nor_for_strangers(self, world: World, client_of: ClientOf, file: str) -> None:
        assert client_of("viewer").get(f"{PREVIEWS}4/{file}").status_code == 404
        assert client_of("stranger").get(f"{PREVIEWS}1/{file}").status_code == 404


@pytest.fixture
def played(world: World) -> Preview:
    """A finished smoke preview of this engine, whose matches can be watched."""
    plan = previews.preview_plan(
        "wizards", candidate=world.card.draft.document, around=previews.Around(None, None), preset="smoke", seed=5
    )
    spec = {**plan, "bots": ["random"], "ends": [1, 2]}
    state = previews.preview_fold(spec, None, previews.preview_chunk(spec, 0))
    preview = preview_of(world.card, VERSION, "finished", result_of("version"), finished_at=timezone.now())
    preview.spec, preview.result = spec, {**preview.result, "traces": previews.preview_report(spec, state)["traces"]}  # type: ignore[dict-item]  # it has one
    preview.save()
    return preview


class TestMatch:
    def test_leads_from_the_report_to_each_step(self, played: Preview, client_of: ClientOf) -> None:
        client = client_of("viewer")
        assert f'href="{MATCH}"' in client.get(f"{PREVIEWS}{VERSION}/").content.decode()
        page = client.get(f"{MATCH}?step=6").content.decode()

        assert "step 6 of" in page and "?step=7" in page and "Player 2" in page
        assert re.search(r'aria-current="step"><a class="steprow__no num" data-step href="\?step=6"', page)

    def test_hides_what_a_seat_may_not_see(self, played: Preview, client_of: ClientOf) -> None:
        page = client_of("viewer").get(f"{MATCH}?step=6&seat=0").content.decode()

        assert "face down" in page
        assert "face down" not in client_of("viewer").get(f"{MATCH}?step=6").content.decode()

    @pytest.mark.parametrize(
        "query", ["?step=99999", "?step=-1", "?step=x", "?step=１", "?seat=2", "?step=1&seat=9999999"]
    )
    def test_is_not_found_for_what_it_does_not_have(self, played: Preview, client_of: ClientOf, query: str) -> None:
        assert client_of("viewer").get(f"{MATCH}{query}").status_code == 404

    def test_is_not_found_beyond_the_last_nor_for_strangers(self, played: Preview, client_of: ClientOf) -> None:
        assert client_of("viewer").get(f"{PREVIEWS}{VERSION}/matches/99/").status_code == 404
        assert client_of("stranger").get(MATCH).status_code == 404

    def test_of_another_engine_is_said_to_be_one(self, played: Preview, client_of: ClientOf) -> None:
        played.spec["engine"] = played.engine_hash = "a" * 64
        played.save()
        page = client_of("viewer").get(MATCH).content.decode()

        assert "Played by another engine" in page and "aaaaaaaaaaaa" in page


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

    def test_counts_the_time_left_from_the_last_piece_that_came_in(self, world: World, client_of: ClientOf) -> None:
        now = timezone.now()
        begun, came_in = now - timedelta(seconds=90), now - timedelta(seconds=30)
        running = Preview.objects.get(number=2)
        Preview.objects.filter(number=2).update(changes=1, blocks_done=100, blocks_of=300, started_at=begun)
        running.chunks.create(no=0, state="done", result_sha="0" * 64, finished_at=came_in)

        said = client_of("viewer").get(f"{PREVIEWS}2/progress/").json()["html"]

        left = re.search(r"about (\d+) s left", said)
        assert left and 70 <= int(left[1]) <= 90  # 60 s for 100 blocks; 200 are left, and 30 s of them have passed

    def test_names_the_most_blocks_until_the_first_are_played(self, world: World, client_of: ClientOf) -> None:
        Preview.objects.filter(number=2).update(state="queued", started_at=None, result=None)
        html = client_of("viewer").get(f"{PREVIEWS}2/progress/").json()["html"]

        assert "at most 544 blocks" in html
        assert "of about" not in html

    def test_says_why_a_preview_waits_and_its_place(self, world: World, client_of: ClientOf) -> None:
        client = client_of("viewer")
        Preview.objects.filter(number=2).update(state="queued", started_at=None)
        before = client.get(f"{PREVIEWS}2/progress/")
        assert before.json()["status"].startswith("No worker is running.")
        WorkerBeat.objects.create(worker=uuid.uuid4(), pid=1, engine_hashes=["0" * 64])
        other = client.get(f"{PREVIEWS}2/progress/", headers={"If-None-Match": before.headers["ETag"]})
        assert "another version of the engine" in other.json()["html"]
        engine = Preview.objects.get(number=2).engine_hash
        WorkerBeat.objects.update(engine_hashes=[engine])

        assert "It is next, once a worker is free." in client.get(f"{PREVIEWS}2/").content.decode()

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

        assert page.redirect_chain == [("/packs/core/cards/base.wrong/#tab-problems", 302)]
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
