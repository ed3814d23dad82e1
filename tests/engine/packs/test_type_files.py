"""The types that a release ships: every shipped card is of them, mypy reads them, and the same schema gives the same bytes."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from engine import api
from engine.packs.archive import read_zip, write_zip
from engine.packs.canonical import canonical_bytes
from engine.packs.loading import open_bytes
from engine.packs.release import ReleaseCard, ReleaseInput, build_release
from engine.packs.type_files import type_files
from tests.sampling import DAY

GAMES = ("wizards", "halo", "genius", "encounter")
FOR_MYPY = 4
"""Cards of each game that mypy reads each day: it takes a tenth of a second for one, and the others are compared with the types here."""


def cards_of(game: str) -> list[Any]:
    """Return the documents of the shipped cards of a game."""
    return [api.read_json(card.text, jsonc=True).value for card in api.sample_pack(game).cards]


def module_of(source: bytes, name: str = "cards_of_game") -> types.ModuleType:
    """Return the module of a file of types."""
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, name, "exec"), module.__dict__)  # noqa: S102  our own source
    return module


class Hints(dict[Any, Any]):
    """The members of each object of a module of types, as they are asked for."""

    def __init__(self, module: types.ModuleType) -> None:
        super().__init__()
        self.module = module

    def __missing__(self, shape: Any) -> Any:
        self[shape] = get_type_hints(shape, self.module.__dict__, include_extras=True)
        return self[shape]


def mismatch(value: Any, shape: Any, hints: Hints, at: str = "") -> str:
    """Return the first place where a value is not of a type, empty where it is."""
    if is_typeddict(shape):
        return _of_members(value, shape, hints, at)
    origin = get_origin(shape)
    if origin in (Union, types.UnionType):
        failures = [mismatch(value, part, hints, at) for part in get_args(shape)]
        return "" if "" in failures else max(failures, key=len)
    if origin is list:
        items = [mismatch(item, get_args(shape)[0], hints, f"{at}/{place}") for place, item in enumerate(value)]
        return next(filter(None, items), "") if isinstance(value, list) else f"{at} is no list"
    if origin is dict:
        values = [mismatch(item, get_args(shape)[1], hints, f"{at}/{key}") for key, item in value.items()]
        return next(filter(None, values), "")
    if origin is Literal:
        return "" if value in get_args(shape) else f"{at} is {value}"
    return "" if shape is Any or type(value) is shape else f"{at} is no {shape}"


def _of_members(value: Any, shape: Any, hints: Hints, at: str) -> str:
    if not isinstance(value, dict):
        return f"{at} is no object"
    members = hints[shape]
    missing = [name for name, each in members.items() if get_origin(each) is not NotRequired and name not in value]
    strange = [name for name in value if name not in members]
    if missing or strange:
        return f"{at}: {missing} are missing, {strange} are unknown"
    for name, item in value.items():
        part = members[name]
        part = get_args(part)[0] if get_origin(part) is NotRequired else part
        if failure := mismatch(item, part, hints, f"{at}/{name}"):
            return failure
    return ""


@pytest.mark.parametrize("game", GAMES)
class TestTypesOfGames:
    def test_every_shipped_card_is_of_them(self, game: str) -> None:
        module = module_of(type_files(api.schema(game))["types/cards.py"])
        failures = [(card["id"], mismatch(card, module.Card, Hints(module))) for card in cards_of(game)]
        assert [failure for failure in failures if failure[1]] == []
        broken = {**cards_of(game)[0], "name": 7}
        assert mismatch(broken, module.Card, Hints(module))

    def test_depend_on_nothing_but_the_schema(self, game: str) -> None:
        schema = api.schema(game)
        assert type_files(json.loads(canonical_bytes(schema))) == type_files(schema)

    def test_are_told_apart_by_the_words_of_the_language(self, game: str) -> None:
        source = type_files(api.schema(game))["types/cards.d.ts"].decode()
        for family in ("effect", "condition", "value"):
            words = api.schema(game)["$defs"][family]["properties"]
            [discriminator] = [name for name, rule in words.items() if "enum" in rule]
            for word in words[discriminator]["enum"]:
                assert f'  {discriminator}: "{word}";\n' in source
        assert "unknown" not in source


def test_mypy_reads_them_with_cards(tmp_path: Path) -> None:
    for game in GAMES:
        (tmp_path / f"{game}_cards.py").write_bytes(type_files(api.schema(game))["types/cards.py"])
        cards = cards_of(game)
        some = [cards[(DAY * FOR_MYPY + place) % len(cards)] for place in range(FOR_MYPY)]
        lines = [f"from {game}_cards import Card\n", *(f"c{at}: Card = {card!r}\n" for at, card in enumerate(some))]
        (tmp_path / f"{game}_all.py").write_text("".join(lines), encoding="utf-8")
    (tmp_path / "wrong.py").write_text('from halo_cards import Card\nc: Card = {"id": 7}\n', encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert errors, done.stdout + done.stderr
    assert [line for line in errors if not line.startswith("wrong.py")] == []


SCHEMA: dict[str, Any] = {
    "type": "object",
    "title": "A card */ of\nnothing",
    "properties": {
        "in": {"enum": ["a", 1, None]},
        "x-y": {"type": "array", "maxItems": 2, "minItems": 1, "prefixItems": [{"type": "integer"}, {"type": "null"}]},
        "part": {"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]},
        "free": {"type": "object", "additionalProperties": {"$ref": "#/$defs/word"}},
        "odd": {"oneOf": [{"type": "string"}]},
        "none": {"type": "array", "maxItems": 0},
        "card": {"$ref": "#/$defs/card"},
        "far": {"$ref": "https://example.org/x"},
    },
    "required": ["in"],
    "$defs": {
        "word": {"type": "string"},
        "card": {"type": "object", "properties": {}},
        "card.part": {"type": "object", "properties": {"is": {"type": "boolean"}}},
    },
}


class TestOtherSchemas:
    def test_are_written_as_wide_as_they_are(self) -> None:
        files = type_files(SCHEMA)
        assert files["types/cards.d.ts"].decode().partition("*/\n\n")[2] == (
            "export interface Card2 {\n}\n\n"
            "export interface CardPart {\n  is?: boolean;\n}\n\n"
            "export interface CardPart2 {\n  n: number;\n}\n\n"
            "/** A card * / of nothing */\n"
            'export interface Card {\n  in: "a" | 1 | null;\n  card?: Card2;\n  far?: unknown;\n'
            "  free?: Record<string, string>;\n  none?: [];\n  odd?: unknown;\n  part?: CardPart2;\n"
            '  "x-y"?: [number, (null)?];\n}\n'
        )
        hints = get_type_hints(module_of(files["types/cards.py"]).Card, include_extras=True)
        assert hints["in"] == Literal["a", 1, None]
        assert hints["x-y"] == NotRequired[list[int | None]]

    def test_without_a_word_of_types_are_any_value(self) -> None:
        assert type_files({})["types/cards.py"].decode().endswith("\nCard: TypeAlias = Any\n")


def test_a_release_with_them_is_read_as_one_without(tmp_path: Path) -> None:
    """003§1: a loader reads the files that `cardFiles` lists, and leaves others alone."""
    documents = cards_of("halo")[:3]
    cards = [ReleaseCard(each["id"], 1, canonical_bytes(each)) for each in documents]
    source = ReleaseInput(
        pack="three",
        name={"en": "Three", "zh": "三"},
        ruleset="halo",
        version="1.0.0",
        schema_version="2.0",
        engine=">=1.0,<2",
        languages=["en"],
        released_at="2026-11-21T02:00:00Z",
        previous=None,
        cards=cards,
        changelog={"en": "", "zh": ""},
        schemas={"card": api.schema("halo")},
    )
    files = build_release(source).packed()
    assert {"types/cards.d.ts", "types/cards.py"} <= files.keys()
    assert api.verify_release(read_zip(write_zip(files))) == ()
    assert [row["path"] for row in json.loads(files["manifest.json"])["files"] if row["path"].startswith("types/")] == [
        "types/cards.d.ts",
        "types/cards.py",
    ]
    opened = open_bytes(write_zip(files))
    assert [file for file in opened.files if not file.startswith(("cards/", "schema/"))] == []
    assert opened.problems == ()
    changed = {**files, "types/cards.py": b"import os\n"}
    assert [problem.file for problem in api.verify_release(changed)] == ["types/cards.py"]
