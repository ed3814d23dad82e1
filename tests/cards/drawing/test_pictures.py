"""Pictures of faces: what they hold, what does not fit, and that nothing outside them is needed."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cards.drawing import icons
from cards.drawing.face_svg import HEIGHT, WIDTH, Picture, picture
from cards.drawing.faces import draw
from cards.drawing.paragraphs import Piece, paragraphs, wrap
from cards.drawing.raster import WIDTHS, png
from cards.drawing.typefaces import SERIF, Style, shaped
from cards.gateway import faces
from engine import api
from engine.cardset import shipped_texts
from engine.rulesets import find, names
from tests.cards.web.test_drawing import FACE
from tests.sampling import sampled

SHARE = 8  # one shipped card of so many is draw_face each day
SVG = "{http://www.w3.org/2000/svg}"
SENTENCE = "Deal 3 damage to each enemy unit, then draw a card for each that dies. "
SERIF_STYLE = Style(SERIF)


def with_text(text: str, **words: Any) -> dict[str, Any]:
    return {**FACE, "keywords": [], "text": {"en": text, "zh": text}, **words}


def draw_face(face: dict[str, Any], language: str = "en") -> tuple[Picture, ElementTree.Element]:
    result = picture(draw(face, language))
    return result, ElementTree.fromstring(result.svg)  # noqa: S314  our own output


def shipped_faces(game: str) -> list[dict[str, Any]]:
    texts = shipped_texts(find(game).folder)
    cards = [(document, texts.get(document["id"], {})) for document, _ in api.card_set(game)]
    names = api.names_of(cards)
    return [faces.face(game, document, words, names) for document, words in sampled(cards, of=SHARE)]


class TestEveryShippedFace:
    @pytest.mark.parametrize("game", names())
    def test_fits_with_every_character_and_needs_nothing_from_outside(self, game: str) -> None:
        for face in shipped_faces(game):
            for language in ("en", "zh"):
                result, root = draw_face(face, language)
                assert (result.fits, result.missing) == (True, ""), (face["id"], language)
                uses = {use.get("href") for use in root.iter(f"{SVG}use")}
                outlines = {f"#{path.get('id')}" for path in root.iter(f"{SVG}path") if path.get("id")}
                assert uses == outlines != set(), face["id"]
                assert not re.search(r"(?:href|src)=\"(?!#)|<text|<style|font-", result.svg), face["id"]


class TestAText:
    @given(st.integers(0, 40))
    @settings(max_examples=15, deadline=None)
    def test_that_grows_gets_smaller_and_is_cut_only_at_the_smallest_size(self, count: int) -> None:
        shorter, longer = (draw_face(with_text(SENTENCE * each))[0] for each in (count, count + 1))

        assert longer.text_size <= shorter.text_size
        assert shorter.fits or not longer.fits
        assert longer.fits or longer.text_size < 0.5

    def test_of_920_characters_fits(self) -> None:
        assert draw_face(with_text((SENTENCE * 20)[:920]))[0].fits

    def test_that_does_not_fit_says_so(self) -> None:
        assert not draw_face(with_text(SENTENCE * 60))[0].fits

    @given(st.text(max_size=60), st.text(max_size=30))
    @settings(max_examples=60, deadline=None)
    def test_is_well_formed_whatever_it_is(self, text: str, name: str) -> None:
        result, root = draw_face(with_text(text, name={"en": name, "zh": text}))

        assert root.tag == f"{SVG}svg"
        result.svg.encode()

    def test_in_no_font_is_named(self) -> None:
        assert draw_face(with_text("A ☃ and a 𠮷."))[0].missing == "☃𠮷"

    def test_keeps_the_line_breaks_and_lists_of_its_markup(self) -> None:
        lines = paragraphs("a <b>b</b><br>c<ul><li>d</li><li>e</li></ul><ol><li>f</li></ol>", SERIF_STYLE)

        texts = ["".join(piece.text for piece in line) for line in lines]
        assert texts == ["a b", "c", "• d", "• e", "1. f"]
        assert [piece.style.weight for piece in lines[0]] == [400, 700]


class TestLines:
    @given(st.text(st.sampled_from("ab ，。“”（）火球-1"), max_size=80), st.integers(1500, 20_000))
    @settings(max_examples=80, deadline=None)
    def test_are_no_wider_than_the_column_and_lose_nothing(self, text: str, width: int) -> None:
        lines = wrap((Piece(text, SERIF_STYLE),), width)

        assert all(line.width <= width for line in lines)
        glyphs = sum(len(run.glyphs) for line in lines for _, run in line.runs)
        assert glyphs == len(shaped(text, SERIF_STYLE).glyphs)

    def test_do_not_begin_with_a_closing_mark(self) -> None:
        text = "对一个怪物造成四点伤害；若它“被冻结”，改为六点。" * 4
        commas = {shaped(mark, SERIF_STYLE).glyphs[0][0].number for mark in "，。；”"}

        for width in range(3000, 9000, 500):
            starts = [line.runs[0][1].glyphs[0][0].number for line in wrap((Piece(text, SERIF_STYLE),), width)]
            assert not commas & set(starts), width


class TestPng:
    def test_is_as_wide_as_it_should_be_with_transparent_corners(self) -> None:
        for width in WIDTHS[:2]:
            image = Image.open(BytesIO(png(draw_face(FACE)[0].svg, width)))
            assert abs(image.width - width) <= 1
            assert abs(image.height - width * HEIGHT / WIDTH) <= 1
            assert image.getpixel((0, 0))[3] == 0

    def test_of_another_width_is_refused(self) -> None:
        with pytest.raises(ValueError, match="757 pixels"):
            png("<svg/>", 757)

    def test_shows_the_image_of_the_card(self) -> None:
        data = BytesIO()
        Image.new("RGB", (40, 25), (250, 0, 0)).save(data, "WEBP")
        svg = picture(draw(FACE, "en"), data.getvalue()).svg

        red, green, blue, _ = Image.open(BytesIO(png(svg, WIDTHS[0]))).getpixel((WIDTHS[0] // 2, 80))
        assert red > 200 and green < 60 and blue < 60


def test_icons_are_those_of_the_style_sheet() -> None:
    sheet = unquote((Path(__file__).parents[3] / "static/css/icons.css").read_text())

    assert {name: elements.replace('"', "'") in sheet for name, elements in icons.DRAWINGS.items()} == dict.fromkeys(
        faces.ICONS, True
    )
