"""Cards of an older schema: which version a card is written for, and how it is brought to the newest, one major at a time.

A minor version only adds, so it needs nothing; a major has a pure migration from the one before it. Source: 003§9; docs/adr/0024.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import Problem, has_error
from engine.language.diagnostics.problems import problem, wrong_shape
from engine.language.reading.source_map import members, value_at
from engine.language.reading.versions import is_version, major
from engine.language.spec import LocalizedText, Vocabulary

KEY = "schemaVersion"


@dataclass(frozen=True)
class Migrated:
    """A card in the newest version.

    Shapes: `problems` say what was noted on the way; with an error among them the document is not to be read any further.
    """

    document: Any
    problems: tuple[Problem, ...] = ()
    is_changed: bool = False
    _before: Any = None
    _places: Mapping[int, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Return whether the card can be read in the newest version."""
        return not has_error(self.problems)

    def origin(self, path: str) -> str:
        """Return where in the author's text stands what a pointer into the newest version names, or what it was made of."""
        if not self.is_changed:
            return path
        node, index, is_lost = self.document, "", False
        for segment in path.split("/")[1:]:
            node = value_at(node, f"/{segment}")
            moved = self._places.get(id(node)) if isinstance(node, dict | list) else None
            if moved is not None:
                index, is_lost = moved, False
            elif not is_lost and value_at(self._before, f"{index}/{segment}") is not None:
                index = f"{index}/{segment}"
            else:
                is_lost = True
        return index


def migrate(vocabulary: Vocabulary, document: Any, version_field: str | None = None) -> Migrated:
    """Return a card in the newest version; the one given stays as it is.

    Shapes: `stated` is the version that a manifest states for all its cards; a card's own `schemaVersion` goes before it and is taken
            out, since what is stored and released is always of one version.
    """
    version, card = version_field, document
    if (
        isinstance(document, dict)
        and KEY in document
        and not any(vocabulary.record(kind.record).field(KEY) is not None for kind in vocabulary.kinds)
    ):
        version, card = document[KEY], {name: held for name, held in document.items() if name != KEY}
    place = f"/{KEY}" if card is not document else ""
    if not is_version(version) and (version is not None or place):
        wanted = LocalizedText('a version such as "1.0"', '版本号，例如 "1.0"')
        return Migrated(card, (wrong_shape(place, version, wanted),))
    if version is None or major(version) == major(vocabulary.version):
        return Migrated(card)
    if refused := _refused(vocabulary, version, place):
        return Migrated(card, (refused,))
    return _brought_up(vocabulary, card, major(version), place)


def _refused(vocabulary: Vocabulary, version: str, place: str) -> Problem | None:
    """Return the problem of a version that cannot be read here."""
    newest, oldest = vocabulary.version, major(vocabulary.version)
    while oldest - 1 in vocabulary.migrations:
        oldest -= 1
    if oldest <= major(version) < major(newest):
        return None
    sentence = LocalizedText(
        f"This is written for version {version} of the card schema of {vocabulary.ruleset}; versions {oldest} to {newest} can be read.",
        f"此内容按 {vocabulary.ruleset} 卡牌规范的版本 {version} 编写；可读取的版本为 {oldest} 至 {newest}。",
    )
    return problem("E-VERSION", place, sentence, "structure", found=version, wanted=newest)


def _brought_up(vocabulary: Vocabulary, card: Any, since: int, place: str) -> Migrated:
    """Return a card after all migrations from a major on; what is no card of that major is reported, not guessed at."""
    before = copy.deepcopy(card)
    after: Any = before
    for number in range(since, major(vocabulary.version)):
        try:
            after = vocabulary.migrations[number](after)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            sentence = LocalizedText(
                f"This is not a card of version {number}, so it cannot be read as one of version {number + 1}.",
                f"这不是版本 {number} 的卡牌，因此无法作为版本 {number + 1} 读取。",
            )
            return Migrated(card, (problem("E-VERSION", place, sentence, "structure", found=number),))
    sentence = LocalizedText(
        f"This card is written for version {since} of the schema; it is read as one of version {vocabulary.version}.",
        f"此卡牌按规范版本 {since} 编写，已按版本 {vocabulary.version} 读取。",
    )
    note = problem("W-VERSION", place, sentence, "structure", found=str(since), wanted=vocabulary.version)
    return Migrated(after, (note,), True, card, _places(before))


def _places(root: Any) -> dict[int, str]:
    """Return the pointers of all objects and lists, by identity: what a migration moves stays the object that it was."""
    out: dict[int, str] = {}
    todo = [(root, "")]
    while todo:
        node, index = todo.pop()
        if isinstance(node, dict | list):
            out[id(node)] = index
            todo += [(child, where) for where, child in members(index, node)]
    return out
