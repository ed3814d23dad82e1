"""A face shows what a game says of a card, in both languages, whatever an author has typed so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from engine.cardset import shipped_texts
from engine.face import GEMS, ICONS, MANNERS, PLAIN, STATS_MAX, Icon, Tone, facts, tone_of, words_of
from engine.language.spec.shapes import LocalizedText
from engine.rulesets import find, names

NAME = LocalizedText("Name", "名称")
FRAGMENTS: tuple[Any, ...] = (None, True, 3, "x", [], [1], {}, {"a": 1})


def faces_of(ruleset: str) -> Iterator[dict[str, Any]]:
    texts = shipped_texts(find(ruleset).folder)
    for document, _ in api.card_set(ruleset):
        yield api.face(ruleset, document, texts.get(document["id"], {}))


def words(value: Any) -> bool:
    return set(value) == {"en", "zh"} and all(isinstance(word, str) and word for word in value.values())


def holes(face: dict[str, Any]) -> list[str]:
    """Return what is empty on a face; a text may, where the card says all it does by keywords and numbers."""
    reported = [("name", face["name"]), ("type_line", face["type_line"])]
    reported += [("keywords", word) for word in face["keywords"]]
    reported += [(fact["label"]["en"], fact["label"]) for fact in (*face["cost"], *face["stats"])]
    reported += [
        (f["label"]["en"], f["value"]) for f in (*face["cost"], *face["stats"]) if isinstance(f["value"], dict)
    ]
    half = face["text"] if any(face["text"].values()) else {"en": "-", "zh": "-"}
    empty = [name for name, value in (*reported, ("text", half)) if not words(value)]
    return empty + ["rarity"] * (bool(face["gem"]) != words(face["rarity"]))


def value_at(document: Any, pointer: str) -> Any:
    """Return what a pointer leads to; None where the card leaves it out."""
    for step in pointer.split("/")[1:]:
        document = document.get(step) if isinstance(document, dict) else None
    return document


class TestTheFaceOfEveryShippedCard:
    @pytest.mark.parametrize("ruleset", names())
    def test_has_no_empty_field_in_either_language(self, ruleset: str) -> None:
        assert {face["id"]: found for face in faces_of(ruleset) if (found := holes(face))} == {}

    @pytest.mark.parametrize("ruleset", names())
    def test_says_something_by_text_keywords_or_numbers(self, ruleset: str) -> None:
        assert [
            f["id"] for f in faces_of(ruleset) if not (any(f["text"].values()) or f["keywords"] or f["stats"])
        ] == []

    @pytest.mark.parametrize("ruleset", names())
    def test_keeps_to_the_known_tones_gems_and_icons(self, ruleset: str) -> None:
        rules = find(ruleset)
        tones = {PLAIN, *(rules.token(tone.name) for tone in rules.tones)}
        icons = {"", *ICONS, *(rules.token(icon.name) for icon in rules.icons)}
        for face in faces_of(ruleset):
            signs = {fact["icon"] for fact in (*face["cost"], *face["stats"])}
            assert (face["tone"] in tones, face["gem"] in ("", *GEMS), signs <= icons) == (True, True, True)
            assert len(face["stats"]) <= STATS_MAX

    @pytest.mark.parametrize("ruleset", names())
    def test_leads_from_each_number_to_its_value(self, ruleset: str) -> None:
        """A value that a card leaves out leads to where it would be written."""
        for document, _ in api.card_set(ruleset):
            face = api.face(ruleset, document, {})
            for fact in (*face["cost"], *face["stats"]):
                first = fact["pointer"].split("/")[1]
                assert first in document or fact["value"] == 0, fact
                found = value_at(document, fact["pointer"])
                assert not isinstance(found, int) or found == fact["value"]

    @pytest.mark.parametrize("ruleset", names())
    def test_uses_every_tone_of_its_game(self, ruleset: str) -> None:
        assert {find(ruleset).token(tone.name) for tone in find(ruleset).tones} - {
            face["tone"] for face in faces_of(ruleset)
        } == set()

    @pytest.mark.parametrize("ruleset", names())
    def test_is_of_a_kind_of_its_game(self, ruleset: str) -> None:
        info = next(each for each in api.rulesets() if each.name == ruleset)

        assert {face["kind"] for face in faces_of(ruleset)} <= set(info.kinds)
        assert len(info.titles) == len(info.kinds)


class TestAFaceOfAHalfWrittenCard:
    @pytest.mark.parametrize("ruleset", names())
    def test_is_drawn_whatever_stands_at_a_key(self, ruleset: str) -> None:
        document = next(iter(api.card_set(ruleset)))[0]
        for torn in FRAGMENTS:
            for key in document:
                face = api.face(ruleset, {**document, key: torn}, {})
                words_shown = (face["name"], face["text"], face["type_line"], *face["keywords"])
                assert all(isinstance(word, str) for both in words_shown for word in both.values())

    @pytest.mark.parametrize("ruleset", names())
    def test_is_drawn_of_nothing(self, ruleset: str) -> None:
        assert api.face(ruleset, {})["id"] == ""

    def test_leaves_out_a_number_that_is_none(self) -> None:
        reported = facts(*((NAME, value, "", "") for value in (0, None, True, [1], "")))

        assert [fact.value for fact in reported] == [0]

    def test_shows_the_documents_own_words_where_a_language_has_none(self) -> None:
        assert words_of({"name": "Stone"}, {"zh": {"name": "石头"}, "en": {"name": ""}}, "name") == ("Stone", "石头")

    def test_has_the_plain_tone_for_a_word_that_is_none(self) -> None:
        tones = find("wizards").tones

        assert (tone_of("fire", tones), tone_of("plaid", tones), tone_of([], tones)) == ("fire", "none", "none")


PAINT: dict[str, Any] = {"frame": ("#000000", "#111111"), "paper": "#ffffff", "sky": ("#000000", "#111111", "#222222")}


class TestTokens:
    @pytest.mark.parametrize(
        "bad",
        [{"name": "A b"}, {"paper": "red; } body { display: none"}, {"manner": "plaid"}, {"near": "url(x)"}],
    )
    def test_refuses_a_tone_that_a_style_sheet_cannot_take(self, bad: dict[str, Any]) -> None:
        assert Tone("moss", **PAINT).manner in MANNERS
        with pytest.raises(ValueError, match="no tone"):
            Tone(**{"name": "moss", **PAINT, **bad})

    @pytest.mark.parametrize(("name", "paths"), [("Rope", ("M1 1",)), ("rope", ()), ("rope", ('M1 1"/><script>',))])
    def test_refuses_an_icon_that_a_style_sheet_cannot_take(self, name: str, paths: tuple[str, ...]) -> None:
        assert Icon("rope", ("M4 4v16",)).paths
        with pytest.raises(ValueError, match="no icon"):
            Icon(name, paths)
