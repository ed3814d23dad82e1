"""What an author types is shown, and never does anything."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cards.models import Account, Card, Pack
from cards.sanitise import card_html
from cards.services.pack import PackForm, pack_edit
from tests.cards.web.conftest import ClientOf

ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '"><b onmouseover=alert(1)>x</b>',
    "<a href='javascript:alert(1)'>x</a>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<p style='position:fixed'>x</p>",
    "</textarea><script>alert(1)</script>",
    "{{ request }}{% load x %}",
)
LIVE = (
    "<script>alert",
    "<img src=x",
    "<svg/",
    "onerror=alert(1)>",
    "<b onmouseover",
    "<a href='javascript",
    "<iframe",
    "<p style",
)


class TestAuthorsWords:
    @pytest.mark.parametrize("attack", ATTACKS)
    def test_are_inert_wherever_a_card_is_shown(
        self, make_card: Callable[..., Card], client_of: ClientOf, attack: str
    ) -> None:
        texts = {"zh": {"name": attack, "description": attack}}
        make_card("base.stone", name=attack, description=attack, texts=texts)
        client = client_of("designer")
        pages = ["", "?view=table", "cards/base.stone/", "cards/base.stone/history/?revision=1"]
        pages.append("cards/base.stone/compare/?from=r1&to=draft")

        lives_by_page = {page: _live(client.get(f"/packs/core/{page}").content.decode()) for page in pages}
        answer = client.get("/packs/core/cards/base.stone/draft/").json()

        assert lives_by_page == {key: [] for key in pages}
        assert _live(answer["face_html"]) == []
        assert answer["text"].count("\n") > 5

    @pytest.mark.parametrize("attack", ATTACKS)
    def test_are_inert_in_the_names_of_people_and_packs(
        self, pack: Pack, admin: Account, client_of: ClientOf, attack: str
    ) -> None:
        name = attack[:100]
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": name, "zh": name}, description={"en": attack}))
        Account.objects.filter(pk=admin.pk).update(name=name)
        client = client_of("admin")
        pages = ["/", "/packs/core/", "/packs/core/people/", "/packs/core/settings/", "/account/"]

        assert {page: _live(client.get(page).content.decode()) for page in pages} == {key: [] for key in pages}

    def test_are_inert_in_a_search(self, pack: Pack, make_card: Callable[..., Card], client_of: ClientOf) -> None:
        make_card()

        page = client_of("viewer").get("/packs/core/", {"q": "<script>alert(1)</script>"}).content.decode()

        assert _live(page) == []
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


class TestCardHtml:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("Deal <b>3</b> damage.<br>Draw <i>a</i> card.", "Deal <b>3</b> damage.<br>Draw <i>a</i> card."),
            ("<ul><li>one</li></ul>", "<ul><li>one</li></ul>"),
            ('<span class="keyword">Burn</span>', '<span class="keyword">Burn</span>'),
            ('<span class="topbar" id="x">Burn</span>', '<span class="">Burn</span>'),
            ("<b onclick=x>y</b>", "<b>y</b>"),
            ("<script>x</script>y", "y"),
            ("<a href=http://x>y</a>", "y"),
            ("3 < 4 & 5", "3 &lt; 4 &amp; 5"),
            ("<math><mi>x</mi></math>y", "y"),
        ],
    )
    def test_keeps_simple_markup_alone(self, text: str, wanted: str) -> None:
        assert card_html(text) == wanted


def _live(page: str) -> list[str]:
    """Return which of the attacks stand on a page as markup."""
    return [mark for mark in LIVE if mark in page]
