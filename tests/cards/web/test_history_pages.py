"""History and comparison, through the client: paged, any two states, what changed by node and by language."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.models import Account, Card, Draft, DraftRevision
from cards.services.draft import draft_save
from cards.services.version import version_create
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf

CARD = "/packs/core/cards/base.stone/"


def saved(admin: Account, card: Card, text: str, texts: dict[str, dict[str, str]] | None = None) -> str:
    draft = Draft.objects.get(card=card)
    return draft_save(actor=admin, card=card, text=text, texts=texts, based_on=draft.etag).draft.etag


def many_saves(card: Card, number: int) -> None:
    """Write rows as saves would have left them."""
    first = DraftRevision.objects.get(draft__card=card, revision=1)
    rows = [
        DraftRevision(
            draft=first.draft,
            revision=n,
            text=first.text,
            source_sha=first.source_sha,
            size=first.size,
            author=first.author,
        )
        for n in range(2, number + 1)
    ]
    DraftRevision.objects.bulk_create(rows, batch_size=1000)
    Draft.objects.filter(card=card).update(revision=number)


class TestHistory:
    def test_is_paged_over_ten_thousand_saves(self, card: Card, client_of: ClientOf) -> None:
        many_saves(card, 10_000)
        client = client_of("viewer")

        with CaptureQueriesContext(connection) as queries:
            page = client.get(f"{CARD}history/?page=200").content.decode()

        assert "page 200 of 200" in page
        assert f'href="{CARD}history/?revision=1"' in page
        assert len(queries) < 25

    def test_lists_versions_by_themselves(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        etag = card.draft.etag
        for n in range(25):
            version_create(actor=admin, card=card, based_on=etag, message=f"Step {n}")
            etag = saved(admin, card, card_text("base.stone", manaCost=n % 9, count=n + 1))
        client = client_of("viewer")

        page = client.get(f"{CARD}history/?of=versions").content.decode()
        adjacent_page = client.get(f"{CARD}history/").content.decode()

        assert "Step 0" in page and "Step 24" in page
        assert "All versions" in adjacent_page and "Step 0" not in adjacent_page

    def test_shows_a_state_with_its_other_languages(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        saved(admin, card, card.draft.text, {"zh": {"name": "小石头"}})

        assert "小石头" in client_of("viewer").get(f"{CARD}history/?revision=2").content.decode()

    def test_restores_as_a_revision_that_can_be_taken_back(
        self, card: Card, admin: Account, client_of: ClientOf
    ) -> None:
        first = card.draft.text
        etag = saved(admin, card, card_text("base.stone", manaCost=7))
        designer = client_of("designer")

        designer.post(f"{CARD}history/", {"restore": "r1", "etag": etag})
        draft = Draft.objects.get(card=card)
        assert (draft.revision, draft.text) == (3, first)
        designer.post(f"{CARD}history/", {"restore": "r2", "etag": draft.etag})

        assert '"manaCost": 7' in Draft.objects.get(card=card).text


class TestCompare:
    def test_names_what_changed_by_node(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        saved(admin, card, card_text("base.stone", manaCost=7))

        page = client_of("viewer").get(f"{CARD}compare/?from=r1&to=draft").content.decode()

        assert f'{CARD}?node=%2FmanaCost" title="/manaCost">Mana cost</a>' in page
        assert '<del class="w">2</del> <ins class="w">7</ins>' in page

    def test_names_the_language_when_only_a_translation_differs(
        self, card: Card, admin: Account, client_of: ClientOf
    ) -> None:
        saved(admin, card, card.draft.text, {"zh": {"name": "小石头"}})

        page = client_of("viewer").get(f"{CARD}compare/?from=r1&to=r2").content.decode()

        assert "Both say the same" not in page
        assert "only texts of another language differ" in page
        assert '<ins class="w">小石头</ins>' in page

    def test_says_when_a_text_does_not_parse(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        saved(admin, card, '{"id": ')

        page = client_of("viewer").get(f"{CARD}compare/?from=r1&to=r2").content.decode()

        assert "The text of r2 does not parse" in page

    def test_says_when_only_the_layout_differs(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        saved(admin, card, f"// a remark\n{card.draft.text}")

        page = client_of("viewer").get(f"{CARD}compare/?from=r1&to=R2").content.decode()

        assert "Only comments, spaces or the order of keys." in page

    def test_says_which_state_does_not_exist(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("viewer").get(f"{CARD}compare/?from=r9&to=draft")

        assert answer.status_code == 404
        assert "The card has no “r9”" in answer.content.decode()


class TestStates:
    def test_offers_versions_and_revisions_and_the_text_of_each(
        self, card: Card, admin: Account, client_of: ClientOf
    ) -> None:
        version_create(actor=admin, card=card, based_on=card.draft.etag, message="First")
        saved(admin, card, card_text("base.stone", manaCost=7))
        client = client_of("viewer")

        keys = [each["key"] for each in client.get(f"{CARD}states/").json()["states"]]

        assert keys == ["v1", "r2", "r1"]
        assert '"manaCost": 7' in client.get(f"{CARD}states/?key=r2").json()["text"]
        assert client.get(f"{CARD}states/?key=r9").status_code == 404
        assert client_of("stranger").get(f"{CARD}states/").status_code == 404
