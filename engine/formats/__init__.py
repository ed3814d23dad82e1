"""The public formats: one JSON Schema for each kind of document and of answer, derived from a ruleset.

A kind of one's own is one entry of `FORMATS`. Source: engine.md §5; docs/adr/0023.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.formats import answers, compare, documents, ladder, pairs, preview, scenario, tune, worth
from engine.formats.checking import check, foreign, schema_problems
from engine.formats.documents import config
from engine.formats.parts import Schema, titled
from engine.language.reading.versions import major
from engine.language.schema import card_schema
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of document or answer: its number, what it is called, and its schema for a ruleset."""

    number: str
    title: LocalizedText
    schema: Callable[[Ruleset], Schema]


FORMATS: Mapping[str, Format] = {
    "deck": Format("1", LocalizedText("Deck", "牌组"), documents.deck),
    "manifest": Format("1", LocalizedText("Manifest of a pack", "卡包清单"), documents.manifest),
    "text": Format("1", LocalizedText("Texts of a language", "一种语言的文本"), documents.text),
    "scenario": Format("1", LocalizedText("Scenarios", "场景"), scenario.scenarios),
    "replay": Format("1", LocalizedText("Replay of a match", "对局录像"), documents.replay),
    "result": Format("2", LocalizedText("Result of a preview", "模拟结果"), preview.result),
    "worth": Format("1", LocalizedText("Worth of the parts of a card", "卡牌各部分的价值"), worth.result),
    "tune": Format("1", LocalizedText("Search for numbers of a card", "卡牌数值的搜索"), tune.result),
    "pairs": Format("1", LocalizedText("What pairs of cards do together", "成对卡牌的相互作用"), pairs.result),
    "ladder": Format("1", LocalizedText("For whom a preview holds", "模拟对谁成立"), ladder.result),
    "compare": Format("1", LocalizedText("What a release does to its game", "一次发布对游戏的影响"), compare.result),
    "rulesets": Format("1", LocalizedText("Answer of rulesets", "rulesets 的输出"), answers.rulesets),
    "validate": Format("1", LocalizedText("Answer of validate", "validate 的输出"), answers.validate),
    "describe": Format("1", LocalizedText("Answer of describe", "describe 的输出"), answers.describe),
    "find": Format("1", LocalizedText("Answer of find", "find 的输出"), answers.find),
    "scenario-result": Format("1", LocalizedText("Answer of scenario", "scenario 的输出"), answers.scenario_result),
    "play-log": Format("1", LocalizedText("A line of play --log json", "play --log json 的一行"), answers.play_log),
    "replay-result": Format("1", LocalizedText("Answer of replay", "replay 的输出"), answers.replay_result),
    "verified": Format("1", LocalizedText("Answer of verify", "verify 的输出"), answers.verified),
    "bench": Format("1", LocalizedText("Answer of bench", "bench 的输出"), answers.bench),
}
ALIASES = {"preview-result": "result"}


def kinds() -> tuple[str, ...]:
    """Return the kinds that have a schema, the card first."""
    return ("card", *FORMATS)


def schema(ruleset: Ruleset, kind: str, version: int | None = None) -> Schema:
    """Return the schema of a kind; an older major version is read as it was kept.

    Errors: KeyError for another kind or version.
    """
    kind = ALIASES.get(kind, kind)
    if version is not None and version not in versions(ruleset, kind):
        raise KeyError(f"{kind} {version}")
    if version not in (None, _newest(ruleset, kind)):
        held: Schema = json.loads(_older_file(ruleset, kind, version or 0).read_bytes())
        return held
    if kind == "card":
        return card_schema(ruleset.vocabulary, ruleset.declarations_digest, ruleset.groups)
    made = FORMATS[kind]
    address = f"/schemas/{ruleset.name}/{kind}/{made.number}.json"
    return {"$schema": DIALECT, "$id": address, **titled(made.title, made.schema(ruleset))}


def versions(ruleset: Ruleset, kind: str) -> tuple[int, ...]:
    """Return the major versions of a kind that can be read, the newest last."""
    newest = _newest(ruleset, ALIASES.get(kind, kind))
    return (*(number for number in range(1, newest) if _older_file(ruleset, kind, number).is_file()), newest)


def _newest(ruleset: Ruleset, kind: str) -> int:
    return major(ruleset.vocabulary.version if kind == "card" else FORMATS[kind].number)


def _older_file(ruleset: Ruleset, kind: str, version: int) -> Path:
    return ruleset.folder / "schema" / f"{kind}-{version}.json"


__all__ = [
    "ALIASES",
    "FORMATS",
    "Format",
    "check",
    "config",
    "foreign",
    "kinds",
    "schema",
    "schema_problems",
    "versions",
]
