"""T41: no request uses more than the budget, whatever it holds; the suite sends each route's main text, `make targets ONLY=T41` every one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse

from cards.budget import MAX_SECONDS, Budget, TooExpensive
from cards.gateway import validation
from cards.models import Card, Pack
from cards.services.draft import draft_save
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY
from tests.cards.matrix.hostile_requests import WITHOUT, Attempt, attempts, nested, queries, texts
from tests.cards.matrix.test_matrix import ROWS
from tests.cards.matrix.world import World, card_text, client_of
from tests.cards.targets.figures import IS_WHOLE, note
from tests.sampling import sampled

SLACK = 1.0  # seconds of processor between two named points, and for the page that says 503
BLANKS = " " * 20


class Watched(Budget):
    """A budget that notes whether it ended its request."""

    is_ended = False

    def look(self) -> None:
        """Look at the clock now."""
        try:
            super().look()
        except TooExpensive:
            self.is_ended = True
            raise


class Watch:
    """What requests used, by the clock of their thread, and which of them went wrong."""

    def __init__(self, world: World) -> None:
        self.world, self.last = world, Watched()
        self.sign_in()
        self.rows: list[tuple[float, int, str]] = []
        self.wrong: list[str] = []

    def sign_in(self) -> None:
        """Open a browser that is signed in: some requests end or replace the session, which is taken back then."""
        self.client = client_of(self.world, "operator")
        self.client.raise_request_exception = False

    def budget(self, _seconds: float) -> Watched:
        """Make the budget of the next request."""
        self.last = Watched()
        return self.last

    def send(self, attempt: Attempt, shape: str, text: str) -> None:
        """Send a request, and take back what it did."""
        with transaction.atomic():
            self.look(
                f"{attempt.name} {attempt.body[:60]}, {shape}", lambda: attempt.send(self.world, self.client, text)
            )
            transaction.set_rollback(True)
        self.sign_in()

    def look(self, name: str, ask: Callable[[], Any]) -> Any:
        """Ask, and note each fault of the answer."""
        answer = ask()
        used_budget = self.last.used
        self.rows.append((round(used_budget, 2), answer.status_code, name))
        if used_budget > MAX_SECONDS + SLACK:
            self.wrong.append(f"{name}: {used_budget:.1f} s of processor")
        is_about_identity = name.startswith("POST api:publishing-tokens ")  # what is no identity is answered 401
        is_unauthorized = answer.status_code == 401 and not is_about_identity
        if answer.headers.get("Location", "").startswith("/sign-in/?") or is_unauthorized:
            self.wrong.append(f"{name}: not signed in")
        if answer.status_code >= 500 and not (answer.status_code == 503 and self.last.is_ended):
            self.wrong.append(f"{name}: {answer.status_code}")
        return answer

    def figures(self) -> dict[str, Any]:
        """Return how many requests were sent, what they were answered, and the slowest."""
        return {
            "requests": len(self.rows),
            "answers": Counter(str(status) for _, status, _ in self.rows),
            "slowest": sorted(self.rows, reverse=True)[:8],
        }


@pytest.fixture
def watch(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """A watch over all requests of this test."""
    watch = Watch(world)
    monkeypatch.setattr("portal.request_budget.Budget", watch.budget)
    yield watch
    cache.clear()


class TestRequests:
    def test_with_bodies_keep_to_the_budget(self, watch: Watch) -> None:
        """The suite sends every other body, the others the next day, each in one of the shapes; the whole form all of them in all."""
        shapes = list(texts(watch.world).items())
        for no, attempt in sampled(enumerate(attempts(whole=IS_WHOLE)), of=2, whole=IS_WHOLE):
            for shape, text in shapes if IS_WHOLE else shapes[no % len(shapes) :][:1]:
                watch.send(attempt, shape, text)
        note("T41", watch.figures())

        assert watch.wrong == []

    @pytest.mark.skipif(
        not IS_WHOLE, reason="each name in each address takes long; make targets ONLY=T41 asks for all of them"
    )
    def test_with_queries_keep_to_the_budget(self, watch: Watch) -> None:
        shapes = [*texts(watch.world).items(), ("twenty blanks", f'"type":{BLANKS}"stop",{BLANKS}"a"')]
        for no, attempt in enumerate(queries()):
            watch.send(attempt, *shapes[no % len(shapes)])
        note("T41", watch.figures())

        assert watch.wrong == []

    @pytest.mark.skipif(
        not IS_WHOLE, reason="a page of a large draft takes long; make targets ONLY=T41 asks for all of them"
    )
    def test_of_a_hostile_draft_keep_to_the_budget(self, watch: Watch) -> None:
        card = Card.objects.get(pack__slug="core", written_id="base.stone")
        actor, before = watch.world.accounts["admin"], card.draft.etag
        for shape, text in texts(watch.world).items():
            with transaction.atomic():
                draft_save(actor=actor, card=card, text=text, texts=None, based_on=before)
                for row in ROWS:
                    if row.method == "GET":
                        watch.send(Attempt(row, ""), f"draft {shape}", text)
                transaction.set_rollback(True)
            card.refresh_from_db()
        note("T41", watch.figures())

        assert watch.wrong == []

    def test_that_stopped_the_portal_once_are_answered(self, watch: Watch) -> None:
        """A snippet with blanks is looked for; a release is compared whose lists lie in lists; a draft ends with a comment and is edited."""
        pack, actor = Pack.objects.get(slug="core"), watch.world.accounts["admin"]
        with transaction.atomic():
            pack.approvals_needed = 0
            pack.save()
            start = json.loads(card_text(pack, "base.stone"))
            for version, amount in (("2.0.0", 1), ("3.0.0", 2)):
                card = Card.objects.get(pack=pack, written_id="base.stone")
                text = json.dumps(nested(start, 26, amount))
                draft_save(actor=actor, card=card, text=text, texts=None, based_on=card.draft.etag)
                version_create(actor=actor, card=card, based_on=Card.objects.get(pk=card.pk).draft.etag)
                release_publish(actor=actor, pack=pack, order=ReleaseOrder(version, override=ANYWAY))
            diff = watch.look("diff", lambda: watch.client.get("/api/v1/packs/core/releases/2.0.0/diff/3.0.0/"))
            visit = watch.look(
                "find", lambda: watch.client.get("/packs/core/bulk/find/", {"json": f'"type":{BLANKS}"if"'})
            )
            draft = Card.objects.get(pack=pack, written_id="base.stone").draft
            text = draft.text[:-1] + "/" * 60 + "\n}"
            draft_save(actor=actor, card=draft.card, text=text, texts=None, based_on=draft.etag)
            change = {"pointer": "/rarity", "value": "legend"}
            plan = {"kind": "grid", "what": "x", "cards": [{"id": "base.stone", "etag": "", "changes": [change]}]}
            edit = watch.look("edit", lambda: watch.client.post("/packs/core/bulk/check/", {"plan": json.dumps(plan)}))
            transaction.set_rollback(True)

        assert (watch.wrong, [each.status_code for each in (diff, visit, edit)]) == ([], [200, 200, 200])


class TestTheSweep:
    def test_sends_valid_cards_as_large_as_may_be(self, world: World) -> None:
        """What is refused by its schema costs less than what goes through every check."""
        for shape in ("60 deep", "50,000 nodes that are valid"):
            text = texts(world)[shape]
            report = validation.validate(Pack.objects.get(slug="core").ruleset, text, known_ids=frozenset(), texts={})
            assert not [each for each in report.problems if each.to_json()["severity"] == "error"], shape
        assert 45_000 < text.count(": ") + text.count("}, {") < 50_000  # members and items

    def test_reaches_every_route_that_reads_a_body(self) -> None:
        swept = {attempt.name for attempt in attempts(whole=False)}
        reading = {f"{row.method} {row.route}" for row in ROWS if row.method not in ("GET", "DELETE")}

        assert reading - swept == WITHOUT

    @pytest.mark.parametrize(("fault", "words"), [("slow", "s of processor"), ("broken", ": 500"), ("down", ": 503")])
    def test_notices_a_view_that_is(
        self, watch: Watch, fault: str, words: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def view(*_: Any, **__: Any) -> HttpResponse:
            if fault == "slow":
                watch.last.began -= 2 * MAX_SECONDS  # as one that computes that long without a named point
                return HttpResponse("fine")
            return HttpResponse(status=500 if fault == "broken" else 503)

        monkeypatch.setattr("cards.api.views.packs.Validate.dispatch", view)
        attempt = next(each for each in attempts(whole=False) if each.name == "POST api:validate")
        watch.send(attempt, "slashes", "/")

        assert len(watch.wrong) == 1
        assert words in watch.wrong[0]
