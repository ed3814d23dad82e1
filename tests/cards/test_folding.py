"""Searches find what people type: without accents, in any width, with other quotes, in traditional characters, by pinyin; exact in quotes."""

from __future__ import annotations

import importlib
import unicodedata

import pytest
from django.apps import apps
from hypothesis import given
from hypothesis import strategies as st

from cards.gateway.searching import fold, sounds_of, spelled
from cards.models import Card, Draft, Pack
from cards.queries.cards import CardFilters, card_list
from tests.cards.conftest import MakeCard

NAMES = {
    "base.end": "Age’s End",
    "base.dun": "Lim-Dûl's Vault",
    "base.road": "Straße der Ærø",
    "base.medic": "战地医师",
    "base.bank": "银行",
    "base.dragon": "Dragon—Lord",
}
QUERIES = [
    ("Age's End", "base.end"), ("age’s", "base.end"), ("AGE`S", "base.end"), ("ａｇｅ＇ｓ", "base.end"),
    ("lim-dul", "base.dun"), ("Lim–Dûl", "base.dun"), ("LIM-DU\u0302L", "base.dun"), ("vault lim", "base.dun"),
    ("strasse", "base.road"), ("STRASSE", "base.road"), ("aero", "base.road"), ("straße", "base.road"),
    ("戰地醫師", "base.medic"), ("医师", "base.medic"), ("zhandi", "base.medic"), ("zdys", "base.medic"), ("zhan di yi shi", "base.medic"),
    ("yinhang", "base.bank"), ("yinxing", "base.bank"), ("銀行", "base.bank"),
    ("dragon-lord", "base.dragon"), ("“Dragon—Lord”", "base.dragon"), ('"Lim-Dûl"', "base.dun"),
]  # fmt: skip
NOT_FOUND = ['"lim-dûl"', '"Strasse"', '"Lim-Dul"', "zhandx", '"战地 医师"', '"DRAGON"']


@pytest.fixture
def named_cards(make_card: MakeCard) -> None:
    for written_id, name in NAMES.items():
        make_card(written_id, name=name)


def ids(pack: Pack, query: str) -> list[str]:
    return [card.written_id for card in card_list(pack=pack, filters=CardFilters(q=query))]


@pytest.mark.django_db
def test_a_search_finds_what_is_typed_otherwise(pack: Pack, named_cards: None) -> None:
    assert {query: ids(pack, query) for query, _ in QUERIES} == {query: [name] for query, name in QUERIES}
    assert {query: ids(pack, query) for query in NOT_FOUND} == {query: [] for query in NOT_FOUND}


@pytest.mark.django_db
def test_drafts_from_before_are_folded(pack: Pack, named_cards: None) -> None:
    for draft in Draft.objects.select_related("card"):
        Draft.objects.filter(pk=draft.pk).update(
            search=f"{draft.card.written_id} {NAMES[draft.card.written_id]}".lower()
        )
    assert ids(pack, "lim-dul") == []
    importlib.import_module("cards.migrations.0030_folded_search").fold_drafts(apps, None)
    assert {query: ids(pack, query) for query, _ in QUERIES} == {query: [name] for query, name in QUERIES}
    assert Card.objects.count() == len(NAMES)


@given(st.text(max_size=30), st.text(max_size=30))
def test_pieces_fold_to_pieces(before: str, after: str) -> None:
    assert fold(before + after) == fold(before) + fold(after)
    assert fold(fold(before)) == fold(before)


@given(st.text(max_size=30))
def test_forms_and_cases_fold_alike(text: str) -> None:
    for form in ("NFC", "NFD"):
        assert fold(unicodedata.normalize(form, text)) == fold(text)
    assert fold(text.lower()) == fold(text)


def test_names_sound_as_their_characters() -> None:
    assert list(sounds_of("Medic")) == []
    assert {"zhandiyishi", "zdys"} <= set(sounds_of("戰地醫師"))
    assert {"chongsheng", "zhongsheng"} <= set(sounds_of("重生"))
    assert spelled("银行 2.0").split() == ["yin", "xing", "2.0"]
    assert len(list(sounds_of("行" * 200))) <= 16 and max(map(len, sounds_of("行" * 200))) < 200
