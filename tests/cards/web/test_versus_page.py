"""Version against version: chosen from a list, started as a preview that says which is which."""

from __future__ import annotations

import pytest

from cards.models import CardVersion, PackCounter, Preview
from cards.services.draft import draft_save
from cards.services.version import version_create
from tests.cards.conftest import LayerOf, card_text
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

PAGE = "/packs/core/previews/versions/"


def _two_versions(layers: Values) -> None:
    world: World = layers["world"]
    PackCounter.objects.update_or_create(pack=world.pack, kind="preview", defaults={"last": 50})
    card, admin = world.card, layers["people"]["admin"]
    for cost in (5, 6):
        text = card_text("base.stone", manaCost=cost)
        card.draft.refresh_from_db()
        saved = draft_save(actor=admin, card=card, text=text, texts=None, based_on=card.draft.etag)
        if cost == 5:
            version_create(actor=admin, card=card, based_on=saved.draft.etag, message="Second")
    card.refresh_from_db()


LAYERS = {"two_versions": _two_versions}


@pytest.fixture(autouse=True)
def two_versions(layer_of: LayerOf, world: World) -> None:
    """Give the card a second version, and a draft beyond it."""
    layer_of("two_versions")


def started(client_of: ClientOf, new: str, old: str) -> Preview:
    answer = client_of("designer").post(PAGE, {"card": "base.stone", "new": new, "old": old})
    assert answer.status_code == 302, answer.content.decode()
    return Preview.objects.order_by("-pk")[0]


def test_offers_the_draft_and_every_version(client_of: ClientOf) -> None:
    page = client_of("designer").get(f"{PAGE}?card=base.stone&old=v1").content.decode()

    assert page.count('<option value="v2"') == 2
    assert '<option value="draft" selected>' in page
    assert page.count('<option value="v1" selected>') == 1


def test_plays_a_version_against_another_and_says_which_is_which(client_of: ClientOf) -> None:
    preview = started(client_of, "v2", "v1")

    costs = preview.spec["candidate"]["manaCost"], preview.spec["baseline"]["manaCost"]
    assert (preview.kind, costs[0]) == ("compare", 5)
    assert costs[1] == CardVersion.objects.get(card=preview.card, number=1).document["manaCost"]
    page = client_of("viewer").get(f"/packs/core/previews/{preview.number}/").content.decode()
    assert "v2 is the new side, v1 the old one: above 0, v2 wins more." in page


@pytest.mark.parametrize(("new", "old"), [("draft", "v2"), ("v2", "draft")])
def test_takes_the_draft_as_the_new_side(client_of: ClientOf, new: str, old: str) -> None:
    preview = started(client_of, new, old)

    assert (preview.candidate_version, preview.spec["candidate"]["manaCost"]) == (None, 6)
    assert preview.spec["baseline"]["manaCost"] == 5


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("v1", "v1", "Choose two different versions."),
        ("draft", "draft", "Choose two different versions."),
        ("r3", "v1", "Write draft, or a version such as v3."),
        ("", "v1", "Write draft, or a version such as v3."),
    ],
)
def test_says_what_is_wrong(client_of: ClientOf, new: str, old: str, expected: str) -> None:
    before = Preview.objects.count()
    answer = client_of("designer").post(PAGE, {"card": "base.stone", "new": new, "old": old})

    assert (answer.status_code, expected in answer.content.decode()) == (400, True)
    assert Preview.objects.count() == before


def test_knows_no_version_that_is_not_there(client_of: ClientOf) -> None:
    answer = client_of("designer").post(PAGE, {"card": "base.stone", "new": "v9", "old": "v1"})

    assert answer.status_code == 404


def test_is_for_members_and_started_by_designers(client_of: ClientOf) -> None:
    request = {"card": "base.stone", "new": "v2", "old": "v1"}

    assert client_of("stranger").get(PAGE).status_code == 404
    assert client_of("viewer").post(PAGE, request).status_code == 403
    assert "Play them against each other" not in client_of("viewer").get(f"{PAGE}?card=base.stone").content.decode()


def test_asks_for_a_card_first(client_of: ClientOf) -> None:
    assert 'name="q"' in client_of("designer").get(PAGE).content.decode()
    assert client_of("designer").get(f"{PAGE}?card=base.nowhere").status_code == 404
    assert "No version yet" in client_of("designer").get(f"{PAGE}?card=base.broken").content.decode()


def test_finds_a_card_by_its_name_and_marks_a_changed_draft(client_of: ClientOf) -> None:
    designer = client_of("designer")
    every, none = (designer.get(f"{PAGE}{query}").content.decode() for query in ("", "?q=nosuchcard"))

    assert 'href="?card=base.stone"' in every and "Changed since" in every
    assert "?card=" not in none and "No card found" in none
