"""What is almost JSON: every shipped card, damaged as programs, chats and hands do, comes back with the same content and the damage named."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import api
from engine.errors import BadCard
from engine.packs.encodings import encoding_of
from engine.packs.loading import open_source
from engine.packs.reader import read_json
from engine.packs.repair import SIZE_LIMIT, repair
from engine.packs.tolerant import read_repaired

CARDS = [json.loads(card.text) for info in api.rulesets() for card in api.sample_pack(info.name).cards[::9]]


def text_of(card: Any) -> str:
    return json.dumps(card, ensure_ascii=False, indent=1)


def _smart(text: str) -> str:
    return re.sub(r'"([^"\n\\]*)"(?=[:,\]}\s])', "“\\1”", text)


def _javascript(text: str) -> str:
    return "export const card = " + re.sub(r'"([A-Za-z_]\w*)":', r"\1:", text) + ";\n"


DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "smart quotes": (_smart, "quotes"),
    "full-width signs": (lambda text: re.sub(r'(?<="),(?=\n)', "，", text).replace('": ', '"： '), "full-width"),
    "no-break indentation": (
        lambda text: re.sub(r"^ +", lambda m: "\u00a0" * len(m[0]), text, flags=re.M),
        "odd-space",
    ),
    "zero-width spaces": (lambda text: text.replace(",\n", ",\u200b\n"), "odd-space"),
    "ideographic blanks": (lambda text: text.replace('": ', '":\u3000'), "odd-space"),
    "a fence of Markdown": (lambda text: f"Here it is:\n\n```json\n{text}\n```\nHave fun!\n", "fence"),
    "words before": (lambda text: f"Here is your card (it's new):\n{text}\nEnjoy.", "prose"),
    "entities of HTML": (html.escape, "html-entities"),
    "a missing comma": (lambda text: re.sub(r",\n(?= \")", "\n", text, count=1), "missing-comma"),
    "names of JavaScript": (_javascript, "unquoted"),
    "commas twice": (lambda text: text.replace(",\n", ",,\n", 1), "comma-too-many"),
    "points behind numbers": (lambda text: re.sub(r": (\d+)(?=[,\n])", r": \1.0", text), "number"),
    "repr of Python": (lambda text: repr(json.loads(text)), "quotes"),
    "a text of JSON": (json.dumps, "text-of-json"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damage_is_repaired_and_named(name: str) -> None:
    damage, kind = DAMAGES[name]
    damaged_cards = 0
    for card in CARDS:
        text = text_of(card)
        bad = damage(text)
        if bad == text:
            continue
        damaged_cards += 1
        document = read_repaired(bad)

        assert document.value == card, card["id"]
        assert kind in {used.kind for used in document.lenient}, card["id"]
        (warning,) = (each for each in document.warnings() if each.found == kind)
        assert warning.code == "W-ALIAS" and "{" not in warning.message["en"] + warning.message["zh"].replace("{}", "")
        if kind not in ("text-of-json",):
            with pytest.raises(BadCard):
                read_json(bad, jsonc=True)
    assert damaged_cards > 2


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030", "big5", "cp1252", "cp932"]
)
def test_an_encoding_is_known_by_its_letters(encoding: str) -> None:
    name = {
        "gb18030": "战地医师的恢复药剂",
        "big5": "戰地醫師的恢復藥劑",
        "cp1252": "Séance’s Lim-Dûl",
        "cp932": "ほのおのキツネ",
    }.get(encoding, "战地 é")
    data = json.dumps({"id": "a", "name": name}, ensure_ascii=False).encode(encoding)
    document = read_repaired(data)
    assert document.value == {"id": "a", "name": name}
    assert [used.kind for used in document.lenient] == ["encoding"]
    assert encoding_of(name.encode()) == "utf-8"


WORDS_BY_ENCODING = {
    "cp1252": (
        "Größe",
        "Straße",
        "Füge 1 Schaden zu",
        "Épée brûlée",
        "dégât à l’ennemi",
        "Señor Ñandú",
        "Ärger",
        "Coût",
    ),
    "gb18030": (
        "名称",
        "费用",
        "攻击力",
        "造成1点伤害。",
        "治疗潮僧",
        "火狐Fox",
        "若它存活，则抽一张牌",
        "稀有度：普通",
    ),
    "big5": ("名稱", "費用", "攻擊力", "造成1點傷害。", "治療潮僧", "火狐Fox", "若它存活，則抽一張牌"),
    "cp932": ("カードの名前", "コスト", "ほのおのキツネ", "カードを1枚引く。", "味方のユニット"),
}


@given(st.sampled_from(sorted(WORDS_BY_ENCODING)), st.data())
@settings(max_examples=150, deadline=None)
def test_a_table_of_words_is_read_in_the_encoding_of_its_language(encoding: str, data: st.DataObject) -> None:
    """However many there are, and with whatever ASCII beside them."""
    words = data.draw(st.lists(st.sampled_from(WORDS_BY_ENCODING[encoding]), min_size=3, max_size=9))
    rows = data.draw(st.lists(st.sampled_from(("2", "Fox", "x;y", "")), max_size=4))
    text = ";".join(words) + "\n" + ";".join(rows)

    assert encoding_of(text.encode(encoding)) == encoding


def test_several_documents_are_one_list_on_the_same_lines() -> None:
    text = '\n{"id": "a"}\n[{"id": "b"},\n {"id": "c"}]\n\n{"id": "d"}\n'
    document = read_repaired(text)
    assert [card["id"] for card in document.value] == ["a", "b", "c", "d"]
    assert [document.locate(f"/{place}/id")[0] for place in range(4)] == [2, 3, 4, 6]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ('{"set": "x", "data": [{"id": "a", "n": 1}, {"id": "b", "n": 2},]}', ["a", "b"]),
        ('{"pack": {"v": 1, "cards": {"a": {"n": 1, "m": 2}, "b": {"n": 1, "m": 2}}}}', ["a", "b"]),
        ('{"units": [{"id": "a", "n": 1}],\n "orders": [{"id": "b", "n": 1}]}', ["a", "b"]),
        ('{"card": {"id": "a", "name": "A"}}', ["a"]),
        ('{"name": "My set", "units": [{"id": "a", "n": 1}]}', ["a"]),
        ('{"a": {"name": "A", "skills": [{"type": "x", "n": 1}]}}', ["a"]),
        ('[{"id": "a"}, {"id": "b"}]', ["a", "b"]),
        ('{"cards": [{"id": "a"}]}', ["a"]),
    ],
)
def test_cards_are_taken_from_where_they_lie(text: str, ids: list[str]) -> None:
    value = read_repaired(text).value
    assert [card["id"] for card in (value["cards"] if isinstance(value, dict) else value)] == ids


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": "C:\\new\\med"}', "C:\\new\\med"),
        ('{"a": "Med\nic\tx"}', "Med\nic\tx"),
        ('{"a": "say "hi" to you"}', 'say "hi" to you'),
        ("{'a': 'it\\'s \"here\"'}", 'it\'s "here"'),
        ("{'a': u'\\xe9\\u4e2d\\ud83d\\ude00'}", "é中😀"),
        ("{a: 0x10}", 16),
        ("{a: 007}", 7),
        ("{a: 1_000}", 1000),
        ("{a: 2e3}", 2000),
        ("{a: (1, 2)}", [1, 2]),
        ("{a: None}", None),
        ("{a: NEUTRAL}", "NEUTRAL"),
        ("# note\n{a: 1 # one\n}", 1),
        ("callback({a: 1});", 1),
    ],
)
def test_a_value_is_what_its_author_sees(text: str, value: Any) -> None:
    assert read_repaired(text).value == {"a": value}


@pytest.mark.parametrize(
    "text", ["", "{", "words alone", '{"a": 1', '{"a": NaN}', '{"a": 1.5}', '{"a": 1, "a": 2}', "[}"]
)
def test_what_stays_broken_is_refused_as_it_stands(text: str) -> None:
    with pytest.raises(BadCard) as as_it_stands:
        read_json(text, jsonc=True)
    with pytest.raises(BadCard) as refused:
        read_repaired(text)
    assert refused.value.problems == as_it_stands.value.problems


@pytest.mark.parametrize(
    "sound",
    [
        '{"Id": "a", "Skills": [{"type": "x", "n": 1}]}',
        '{"Name": "a", "skills": [{"type": "x", "n": 1}]}',
        '{"id": "a", "text": "say “x”，then //no"}',
        '{"id": "a"} // note',
        "[1, 2,]",
    ],
)
def test_a_text_that_can_be_read_is_left_alone(sound: str) -> None:
    assert read_repaired(sound).text == sound


@pytest.mark.parametrize("piece", ["「", "'", '"', "/*", "{", "[{", ",", "\u00a0 ", "“a", "(", "a ", "```\n", '"\\'])
def test_a_text_without_an_end_is_no_trap(piece: str) -> None:
    for text in (piece * 20_000, "{" + piece * 20_000, "[" + piece * 20_000 + "]"):
        try:
            read_repaired(text)
        except BadCard as refused:
            assert refused.problems
    assert repair("{" + " " * SIZE_LIMIT) is None


def test_a_source_repairs_cards_where_it_is_asked_to(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{id: 'a'}")
    (tmp_path / "text").mkdir()
    (tmp_path / "text/zh.json").write_text("{lang: 'zh'}")
    strict, tolerant = open_source(tmp_path), open_source(tmp_path, repairs=True)
    assert strict.load("a.json").document is None
    document = tolerant.load("a.json").document
    assert document is not None and document.value == {"id": "a"}
    assert tolerant.load("text/zh.json").document is None
