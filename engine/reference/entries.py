"""What there is to look up: one entry for each node, event, moment, object and problem code, with its place on the reference pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.formats import schema
from engine.formats.intake import problem_codes
from engine.json_values import Json
from engine.language.diagnostics.codes import is_warning
from engine.language.spec import LocalizedText
from engine.language.spec.groups import GROUPS
from engine.language.spec.kinds import listenable
from engine.reference.field_types import FAMILY_PAGES, GLOSSARY
from engine.reference.index import families
from engine.ruleset import Ruleset
from engine.rulesets import added, find, names

EVENT = LocalizedText("event", "事件")
MOMENT = LocalizedText("moment", "时机")
LIFETIME = LocalizedText("lifetime", "持续时间")
KIND = LocalizedText("kind of card", "卡牌种类")
OBJECT = LocalizedText("object", "对象")
ERROR = LocalizedText("error", "错误")
WARNING = LocalizedText("warning", "警告")
WORD = LocalizedText("kind of value", "取值类型")

FILES = {"event": "events.md", "moment": "moments.md", "object": "card.md"}
Aliases = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing to look up.

    Shapes: `ruleset` is empty for what all games share; `file` is the page of the reference it is on, without the language;
            `family` is that of a node, else `event`, `moment`, `object`, `problem` or `word`; `kind` says the same in words;
            `aliases` are other words under which an author may look for it, by language.
    """

    ruleset: str = ""
    family: str
    kind: LocalizedText
    name: str
    file: str
    title: LocalizedText
    about: LocalizedText | None = None
    group: LocalizedText | None = None
    aliases: Aliases


def entries() -> tuple[Entry, ...]:
    """Return the entries of all games, then those that they share."""
    return _entries(names(), added())


@lru_cache(maxsize=4)
def _entries(games: tuple[str, ...], folders: tuple[str, ...]) -> tuple[Entry, ...]:
    """Return what `entries` does for a search path, which is `folders`: a page of the help asks for it each time."""
    own = (entry for name in games for entry in _of_ruleset(find(name)))
    return (*own, *_problems(), *_words())


def _of_ruleset(ruleset: Ruleset) -> Iterator[Entry]:
    vocabulary, words = ruleset.vocabulary, SearchWords(schema(ruleset, "card"))
    inside = {kind.record for kind in vocabulary.kinds}
    objects = [record for record in vocabulary.records if record.name not in inside]
    yield from _nodes(ruleset, words)
    yield from _plain(ruleset, "event", EVENT, listenable(vocabulary), words)
    yield from _plain(ruleset, "moment", MOMENT, vocabulary.timings, words)
    yield from _plain(ruleset, "moment", LIFETIME, vocabulary.lifetimes, words)
    yield from _plain(ruleset, "object", KIND, vocabulary.kinds, words)
    yield from _plain(ruleset, "object", OBJECT, objects, words)


def _nodes(ruleset: Ruleset, words: SearchWords) -> Iterator[Entry]:
    for family in families(ruleset.vocabulary):
        file, kind = FAMILY_PAGES[family]
        for spec in ruleset.vocabulary.family(family).values():
            group = {**GROUPS, **ruleset.groups}[spec.group]
            aliases = words.of_node(family, spec.name, spec.aliases)
            yield Entry(
                ruleset=ruleset.name,
                family=family,
                kind=kind,
                name=spec.name,
                file=f"{ruleset.name}/{file}",
                title=spec.title,
                about=spec.doc,
                group=group if spec.group else None,
                aliases=aliases,
            )


def _plain(
    ruleset: Ruleset, family: str, kind: LocalizedText, specs: Iterable[Any], words: SearchWords
) -> Iterator[Entry]:
    """Yield the entries of what has a name, a title, perhaps a doc and old names."""
    for spec in specs:
        yield Entry(
            ruleset=ruleset.name,
            family=family,
            kind=kind,
            name=spec.name,
            file=f"{ruleset.name}/{FILES[family]}",
            title=spec.title,
            about=getattr(spec, "doc", None),
            aliases=words.of_event(spec.name, getattr(spec, "aliases", ())),
        )


def _problems() -> Iterator[Entry]:
    for name, code in problem_codes().items():
        kind = WARNING if is_warning(name) else ERROR
        yield Entry(
            family="problem", kind=kind, name=name, file="problems.md", title=code.title, about=code.remedy, aliases={}
        )


def _words() -> Iterator[Entry]:
    for title, about in GLOSSARY.values():
        yield Entry(family="word", kind=WORD, name=title.en, file="fields.md", title=title, about=about, aliases={})


class SearchWords:
    """The words by which forms and palettes let an author search, read from the schema that they read: there is one list of them."""

    def __init__(self, document: Json) -> None:
        self._definitions: Json = document.get("$defs", {})
        self._events: dict[str, Aliases] = {}
        for hints in _hints(document):
            for name, each in hints.get("about", {}).items():
                self._events.setdefault(name, each.get("aliases", {}))

    def of_node(self, family: str, name: str, older: Iterable[str]) -> Aliases:
        """Return the words for a node, its old names among them."""
        hints = self._definitions.get(f"{family}.{name}", {}).get("x-ui", {})
        return _with(hints.get("aliases", {}), older)

    def of_event(self, name: str, older: Iterable[str]) -> Aliases:
        """Return the words for an event or a moment, its old names among them."""
        return _with(self._events.get(name, {}), older)


def _with(aliases: Mapping[str, Iterable[str]], older: Iterable[str]) -> Aliases:
    return {"en": (*aliases.get("en", ()), *older), "zh": tuple(aliases.get("zh", ()))}


def _hints(value: Any) -> Iterator[Json]:
    """Yield every `x-ui` of a schema."""
    if isinstance(value, Mapping):
        if isinstance(value.get("x-ui"), Mapping):
            yield value["x-ui"]
        for child in value.values():
            yield from _hints(child)
    elif isinstance(value, list):
        for child in value:
            yield from _hints(child)
