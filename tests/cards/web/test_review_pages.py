"""Pages of reviews: the queue, one review with what changed and was said, asking for one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from cards.models import Account, Card, Comment, Decision, Pack, Preview, Review
from cards.queries.history import draft_get
from cards.services.draft import draft_save
from cards.services.release import ReleaseOrder, release_publish
from cards.services.review import review_request, thread_open
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, LayerOf, card_maker, card_text
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import preview_of, result_of

People = dict[str, Account]
LIST, PAGE, ASK = "/packs/core/reviews/", "/packs/core/reviews/1/", "/packs/core/cards/base.stone/ask-for-review/"


def version_of(card: Card, by: Account, text: str) -> None:
    draft_save(actor=by, card=card, text=text, texts={}, based_on=draft_get(card=card).etag)
    version_create(actor=by, card=card, based_on=draft_get(card=card).etag)
    card.refresh_from_db()


def _review(layers: Values) -> Review:
    pack, people = layers["pack"], layers["people"]
    Pack.objects.update(approvals_needed=1)
    pack.refresh_from_db()
    card = card_maker(pack, people["admin"])("base.stone")
    version_create(actor=people["admin"], card=card, based_on=card.draft.etag)
    release_publish(actor=people["admin"], pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
    card.refresh_from_db()
    version_of(card, people["designer"], card_text("base.stone", name="Pebble <b>"))
    return review_request(actor=people["designer"], card=card, number=2, title="Call it <i>Pebble</i>")


LAYERS = {"review": _review}


@pytest.fixture
def review(layer_of: LayerOf, people: People) -> Review:
    """A review of v2 against the released v1, whose name differs."""
    review: Review = layer_of("review")
    return review


def text_of(client: Client, address: str, **fields: Any) -> str:
    answer = client.post(address, fields, follow=True) if fields else client.get(address)
    return answer.content.decode()


class TestReviewPage:
    def test_shows_what_changed_against_the_release(self, review: Review, client_of: ClientOf) -> None:
        page = text_of(client_of("reviewer"), PAGE)

        assert "v1 → v2" in page
        assert '<ins class="w">Pebble &lt;b&gt;</ins>' in page
        assert "<i>Pebble</i>" not in page

    def test_is_called_by_its_title_or_else_by_the_name_of_the_card(self, review: Review, client_of: ClientOf) -> None:
        client = client_of("reviewer")
        titled_page = text_of(client, PAGE)
        Review.objects.update(title="")

        assert "Call it &lt;i&gt;Pebble&lt;/i&gt; <span" in titled_page
        assert re.search(r"<h1[^>]*>[^#]*Pebble &lt;b&gt;", text_of(client, PAGE))

    def test_keeps_the_switch_of_the_language_an_icon(self, review: Review, client_of: ClientOf) -> None:
        shown = text_of(client_of("reviewer"), PAGE)

        foot = shown[shown.index('class="nav__foot"') : shown.index('id="nav-more"')]
        assert "中文</button>" not in foot

    def test_takes_a_decision(self, review: Review, client_of: ClientOf) -> None:
        page = text_of(client_of("reviewer"), PAGE, do="decide", verdict="approve", message="Good.")

        assert Decision.objects.get().message == "Good."
        assert "1 / 1" in page

    def test_calls_a_decision_against_it_by_one_word_everywhere(self, review: Review, client_of: ClientOf) -> None:
        client = client_of("reviewer")
        page = text_of(client, PAGE, do="decide", verdict="request_changes", message="Call it Stone.")
        card = text_of(client, "/packs/core/cards/base.stone/")

        assert len(re.findall(r'<span class="chip chip--warn">Changes requested</span>', page)) == 2
        assert "Changes requested" in card
        assert "Changes requested" in text_of(client, f"{LIST}?which=all")
        assert "Changes requested" in text_of(client, "/packs/core/")

    def test_says_what_a_decision_lacks_and_keeps_the_words(
        self, review: Review, client_of: ClientOf, people: People
    ) -> None:
        thread_open(actor=people["publisher"], review=review, text="Why?")
        client = client_of("reviewer")
        page = text_of(client, PAGE, do="decide", verdict="approve", message="Kept words")

        assert "There is 1 open thread:" in page
        assert "Kept words" in page
        assert not Decision.objects.exists()

    def test_is_written_in_chinese_by_what_each_word_means_there(
        self, review: Review, client_of: ClientOf, people: People
    ) -> None:
        """`Asked` is also the head of a column of times, `What changed` is also asked of an author."""
        thread_open(actor=people["reviewer"], review=review, text="Why?")
        review.reviewers.add(people["reviewer"])
        Account.objects.update(language="zh")
        page = text_of(client_of("reviewer"), PAGE)

        assert '<span class="muted">已邀请：</span>' in page
        assert '<span class="chip chip--warn">待处理</span>' in page
        assert '<span class="chip chip--warn">1 条评论待处理</span>' in page
        assert '<h2 id="diff-h">改动内容</h2>' in page

    def test_says_that_a_preview_of_whole_matches_has_no_win_rate(self, review: Review, client_of: ClientOf) -> None:
        row = preview_of(review.card, 1, "finished", result_of("version"))
        Preview.objects.filter(pk=row.pk).update(candidate_sha256=review.version.sha256, estimate=None)
        shown = text_of(client_of("reviewer"), PAGE)
        panel = shown[shown.index('id="prev-h"') : shown.index('id="people-h"')]

        assert "there is no win rate" in panel
        assert "Preview 1" in panel
        assert " pp" not in panel
        assert "n = " not in panel

    def test_leads_from_a_superseded_version_to_the_review_of_the_newest(
        self, review: Review, client_of: ClientOf, people: People
    ) -> None:
        version_of(review.card, people["designer"], card_text("base.stone", name="Boulder"))
        designer, viewer = text_of(client_of("designer"), PAGE), text_of(client_of("viewer"), PAGE)
        review_request(actor=people["designer"], card=review.card, number=3)
        page = text_of(client_of("viewer"), PAGE)

        assert f'<a href="{ASK}">Request a review of v3</a>' in designer
        assert "A newer version superseded this review." in viewer
        assert ASK not in viewer
        assert '<a href="/packs/core/reviews/2/">Review of v3</a>' in page

    def test_asks_for_no_review_of_what_is_released(
        self, review: Review, client_of: ClientOf, people: People, pack: Pack
    ) -> None:
        version_of(review.card, people["designer"], card_text("base.stone", name="Boulder"))
        release_publish(
            actor=people["admin"], pack=pack, order=ReleaseOrder("2.0.0", {"base.stone": 3}, override=ANYWAY)
        )
        page = text_of(client_of("designer"), PAGE)

        assert "A newer version superseded this review." in page
        assert f'<a href="{ASK}">Ask for a review' not in page

    def test_tells_the_reviewer_that_the_text_says_otherwise_than_the_effects(
        self, pack: Pack, people: People, make_card: Callable[..., Card], client_of: ClientOf
    ) -> None:
        Pack.objects.update(approvals_needed=1)
        strike = {"type": "damage", "amount": 2, "target": {"type": "monsterChooser"}}
        behaviors = [{"at": "onPlay", "do": [strike]}]
        for name, said in (("stone", 3), ("pebble", 2)):
            card = make_card(f"base.{name}", description=f"Deal {said} damage to a monster.", behaviors=behaviors)
            version_create(actor=people["designer"], card=card, based_on=card.draft.etag)
            review_request(actor=people["designer"], card=card, number=1)
        wrong, right = (text_of(client_of("reviewer"), f"/packs/core/reviews/{n}/") for n in (1, 2))
        panel = wrong[wrong.index('id="problems-h"') : wrong.index('id="scen-h"')]

        assert panel.count("W-TEXT</a>") == 1
        assert '<a href="#problems-h">This version has 2 problems.</a>' in wrong
        assert "W-TEXT" not in right

    def test_offers_each_what_they_may_do(self, review: Review, client_of: ClientOf, people: People) -> None:
        designer = text_of(client_of("designer"), PAGE)
        assert 'value="decide"' not in designer
        assert 'value="withdraw"' in designer
        assert 'value="withdraw"' not in text_of(client_of("reviewer"), PAGE)

    def test_takes_comments_answers_and_resolves(self, review: Review, client_of: ClientOf) -> None:
        client = client_of("reviewer")
        page = text_of(client, PAGE, do="thread", pointer="/name", text="Why <u>this</u>?")
        thread = Comment.objects.get().thread_id
        text_of(client, PAGE, do="comment", thread=thread, text="Anyone?")
        resolved_page = text_of(client, PAGE, do="resolve", thread=thread)

        assert "Why &lt;u&gt;this&lt;/u&gt;?" in page
        assert re.search(rf'id="t{thread}" open', page)
        assert not re.search(rf'id="t{thread}" open', resolved_page)

    @pytest.mark.parametrize("fields", [{"do": "thread", "text": "?", "pointer": "/no"}, {"do": "thread", "text": " "}])
    def test_refuses_a_comment_with_a_sentence(
        self, review: Review, client_of: ClientOf, fields: dict[str, str]
    ) -> None:
        answer = client_of("reviewer").post(PAGE, fields)

        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()

    def test_is_404_to_strangers_and_for_what_is_foreign(self, review: Review, client_of: ClientOf) -> None:
        stranger, reviewer = client_of("stranger"), client_of("reviewer")
        for address in (LIST, PAGE, ASK):
            assert stranger.get(address).status_code == 404
        for fields in ({"do": "comment", "thread": "999", "text": "?"}, {"do": "no"}, {"do": "resolve", "thread": "x"}):
            assert reviewer.post(PAGE, fields).status_code == 404
        assert reviewer.get("/packs/core/reviews/99/").status_code == 404
        assert stranger.post(PAGE, {"do": "decide", "verdict": "approve"}).status_code == 404

    def test_goes_back_to_a_mark_of_the_page_alone(self, review: Review, client_of: ClientOf) -> None:
        client = client_of("reviewer")
        for back, expected in (("#t1", "#t1"), ("https://example.org", ""), ("//example.org", ""), ("#<x>", "")):
            answer = client.post(PAGE, {"do": "thread", "text": "?", "back": back})

            assert answer.headers["Location"] == PAGE + expected


class TestAnchor:
    """A comment on v2 is still on its node in v3, whatever was done around it; a removed node shows its last text."""

    @pytest.mark.parametrize(
        ("edit", "expected"),
        [
            (lambda node: [{"type": "x-new"}, node], "/behaviors/1"),
            (lambda node: [{"type": "x-outer", "when": 1, "do": [node]}], "/behaviors/0/do/0"),
            (lambda node: [{**node, "type": "x-other"}], "/behaviors/0"),
            (lambda node: [], None),
        ],
    )
    def test_follows_its_node(
        self,
        review: Review,
        people: People,
        client_of: ClientOf,
        edit: Callable[[Any], list[Any]],
        expected: str | None,
    ) -> None:
        card, node = review.card, {"type": "x-mark", "amount": 7, "note": "marked"}
        card.refresh_from_db()
        version_of(card, people["designer"], card_text("base.stone", behaviors=[node]))
        first = review_request(actor=people["designer"], card=card, number=3)
        thread = thread_open(actor=people["reviewer"], review=first, text="This one?", pointer="/behaviors/0")
        version_of(card, people["designer"], card_text("base.stone", behaviors=edit(node)))
        second = review_request(actor=people["designer"], card=card, number=4)
        shown = text_of(client_of("reviewer"), f"/packs/core/reviews/{second.number}/")
        part = shown[shown.index(f'id="t{thread.pk}"') :]
        part = part[: part.index("</details>")]

        assert "This one?" in part
        assert (f'<span title="{expected}">Behaviours ' in part) == (expected is not None)
        assert ("removed since v3" in part and "marked" in part) == (expected is None)


class TestQueue:
    def test_leads_to_the_review_in_one_click(self, review: Review, client_of: ClientOf) -> None:
        for address in ("/reviews/", LIST):
            assert f'href="{PAGE}"' in text_of(client_of("reviewer"), address)

    def test_is_of_what_waits_for_the_reader(self, review: Review, client_of: ClientOf) -> None:
        assert "Nothing is waiting for you" in text_of(client_of("designer"), "/reviews/")
        assert f'href="{PAGE}"' in text_of(client_of("designer"), "/reviews/?which=by-me")
        assert f'href="{PAGE}"' not in text_of(client_of("stranger"), "/reviews/?which=open")

    def test_takes_the_same_queries_for_many(
        self, review: Review, client_of: ClientOf, django_assert_max_num_queries: Any
    ) -> None:
        for number in range(2, 40):
            Review.objects.create(
                pack=review.pack, card=review.card, number=number, version=review.version, base=review.base,
                requested_by=review.requested_by, withdrawn_at=review.requested_at,
            )  # fmt: skip
        client = client_of("reviewer")
        client.get(LIST)
        with django_assert_max_num_queries(9):
            assert "#" in text_of(client, f"{LIST}?which=all")


class TestAsk:
    def test_names_reviewers(
        self, pack: Pack, people: People, make_card: Callable[..., Card], client_of: ClientOf
    ) -> None:
        Pack.objects.update(approvals_needed=1)
        card = make_card("base.stone")
        empty = text_of(client_of("designer"), ASK)
        version_create(actor=people["designer"], card=card, based_on=card.draft.etag)
        client = client_of("designer")
        form = text_of(client, ASK)
        page = text_of(client, ASK, version="1", title="New", reviewers=[people["reviewer"].pk])

        assert "no version yet" in empty
        assert f'value="{people["reviewer"].pk}"' in form
        assert "In review" in page
        assert [each.pk for each in Review.objects.get().reviewers.all()] == [people["reviewer"].pk]
        assert client.get(ASK).headers["Location"] == PAGE

    def test_is_linked_from_the_card(self, review: Review, client_of: ClientOf) -> None:
        assert f'href="{ASK}"' in text_of(client_of("designer"), "/packs/core/cards/base.stone/")


class TestSettings:
    def test_keep_how_many_approvals_a_pack_asks_for(self, pack: Pack, client_of: ClientOf) -> None:
        fields = {"name_en": "Core", "source_language": "en", "visibility": "private"}
        client_of("admin").post("/packs/core/settings/", fields | {"approvals_needed": "2"})
        approvals = Pack.objects.get().approvals_needed
        client_of("admin").post("/packs/core/settings/", fields)
        answer = client_of("admin").post("/packs/core/settings/", fields | {"approvals_needed": "10"})

        assert (approvals, Pack.objects.get().approvals_needed, answer.status_code) == (2, 2, 200)
