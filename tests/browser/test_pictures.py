"""Pictures of faces look the same wherever they are drawn: Chromium shows the SVG as resvg draws it as PNG."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from cards.drawing.face_svg import picture
from cards.drawing.faces import draw
from engine.rulesets import names
from tests.browser.compare_pictures import (
    LANGUAGES,
    MAX_SHARE,
    WIDTH,
    compared,
    differing_share,
    drawn_by_resvg,
    shipped_faces,
    shown_by_chromium,
)
from tests.sampling import DAY


@pytest.mark.parametrize("game", names())
def test_chromium_and_resvg_draw_a_card_of_the_day_the_same(page: Page, game: str) -> None:
    """`make pictures` draws all."""
    faces = shipped_faces(game)
    for language in LANGUAGES:
        face = faces[DAY % len(faces)]
        assert compared(page, face, language) <= MAX_SHARE, (face["id"], language)


def test_another_language_of_a_card_is_another_picture(page: Page) -> None:
    """What is compared sees it where lines break elsewhere."""
    english, chinese = (picture(draw(shipped_faces("halo")[0], language)).svg for language in LANGUAGES)

    assert differing_share(drawn_by_resvg(english, WIDTH), shown_by_chromium(page, chinese, WIDTH)) > MAX_SHARE
