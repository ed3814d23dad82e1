"""What rules mention by name: zones, numbers, settings, events, timings and rules. One that the game does not have is a fault at its line.

A rule says `t.get(card, "rank")`, and the name is looked up when a match comes there. So the author's files are read, and not run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.language.spec import LocalizedText
from engine.ruleset.faults import Place
from engine.toolkit.faults import PACKAGE, no_such
from engine.toolkit.rulebook import Pool, Rulebook

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

Faulty = Iterator[tuple[Place, LocalizedText]]
MENTIONS: Final[Mapping[str, tuple[int, str]]] = {
    **dict.fromkeys(("zone", "mine", "theirs", "has_room"), (0, "zone")),
    **dict.fromkeys(("move", "bring"), (1, "zone")),
    **dict.fromkeys(("get", "set", "add", "has_keyword"), (1, "number")),
    "guards": (0, "number"),
    "strike": (2, "number"),
    "refill": (0, "pool"),
    "fact": (0, "fact"),
    "config": (0, "setting"),
    **dict.fromkeys(("emit", "permits"), (0, "event")),
    "run_timings": (1, "timing"),
    "run": (0, "rule"),
    "about": (0, "field"),
}
"""The methods of a table that take a name: which argument it is, counted from 0, and what it names."""
TITLES: Final[Mapping[str, LocalizedText]] = {
    "zone": LocalizedText("zone", "区域"),
    "number": LocalizedText("number", "数值"),
    "pool": LocalizedText("pool", "资源"),
    "fact": LocalizedText("number of the table", "牌桌数值"),
    "setting": LocalizedText("setting", "设置"),
    "event": LocalizedText("event", "事件"),
    "timing": LocalizedText("timing", "时机"),
    "rule": LocalizedText("rule", "规则"),
    "field": LocalizedText("field of an event", "事件字段"),
}
TABLE_FACTS: Final = frozenset(("round", "turn", "now", "first", "acted"))
"""The numbers of the table that each match has."""
SEAT_NUMBERS: Final = frozenset(("seat", "passed", "fatigue"))
CARD_NUMBERS: Final = frozenset(("cost", "slot"))
KINDS: Final = LocalizedText(
    "a kind is compared with what `game.kind` has returned: `t.kind(card) is minion`, not with its name",
    "种类须与 `game.kind` 的返回值比较：`t.kind(card) is minion`，而非与其名称比较",
)


def unknown_names(game: RulesetBuilder, settings: Iterable[str], functions: Iterable[Callable[..., Any]]) -> Faulty:
    """Yield each name in the author's files that a table is given and the game does not have, and each event with too few or too many values."""
    codes = [function.__code__ for function in functions if hasattr(function, "__code__")]
    own = [code for code in codes if not code.co_filename.startswith(PACKAGE)]
    tables = {code.co_varnames[0] for code in own if code.co_argcount}
    names = _names_of(game, settings)
    for file in sorted({code.co_filename for code in own}):
        tree = ast.parse(Path(file).read_text("utf-8"))
        calls: list[Any] = [node for node in ast.walk(tree) if _is_on_table(node, tables)]
        names["fact"] |= {name for call in calls if call.func.attr == "note" for name in _words(call.args[:1])}
        for call in calls:
            yield from _call(call, Path(file), names, game)
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare) and _compares_kind(node, tables):
                yield Place(Path(file), node.lineno), KINDS


def _names_of(game: RulesetBuilder, settings: Iterable[str]) -> dict[str, set[str]]:
    """Return the names that a game has, by what they name."""
    book = game.book
    kinds = book.kinds.values()
    return {
        "zone": set(book.zones),
        "number": _numbers(book),
        "pool": {pool.name for pool in book.seat if isinstance(pool, Pool)},
        "fact": {*TABLE_FACTS, *(var.name for var in book.table)},
        "setting": set(settings),
        "event": set(game.events),
        "timing": {"play", "death", *(timing.name for kind in kinds for timing in kind.timings)},
        "field": {"playerUUID", *(field for _, event in game.events.values() for field in event.fields)},
        "rule": {name for name in game.functions if " " not in name},
    }


def _numbers(book: Rulebook) -> set[str]:
    kinds = book.kinds.values()
    names = {var.name for var in book.seat} | SEAT_NUMBERS | CARD_NUMBERS
    names |= {pool.maximum for pool in book.seat if isinstance(pool, Pool)}
    names |= {var.name for kind in kinds for var in (*kind.stats, *kind.variables)}
    names |= {word for kind in kinds for word in kind.keywords}
    return names | {f"{life}Full" for life in (book.life, *(kind.life for kind in kinds)) if life}


def _is_on_table(node: ast.AST, tables: set[str]) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in tables
    )


def _words(nodes: Iterable[ast.expr]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _call(call: Any, file: Path, names: Mapping[str, set[str]], game: RulesetBuilder) -> Faulty:
    """Yield the fault of the name that a call of a table is given."""
    position, sort = MENTIONS.get(call.func.attr, (0, ""))
    for name in _words(call.args[position : position + 1]) if sort else ():
        if name not in names[sort] and name:
            yield Place(file, call.lineno), no_such(name, *TITLES[sort], names[sort])
        elif sort == "event" and not any(isinstance(value, ast.Starred) for value in call.args):
            fields, count = game.events[name][1].fields, len(call.args) - 1
            if count != len(fields):
                fields_text = ", ".join(fields) or "none"
                yield (
                    Place(file, call.lineno),
                    LocalizedText(
                        f"the event {name} is raised with {count} values; its fields are {fields_text}",
                        f"事件 {name} 触发时带 {count} 个值；其字段为 {fields_text}",
                    ),
                )


def _compares_kind(node: ast.Compare, tables: set[str]) -> bool:
    """Return whether a kind is compared with a name, or with several."""
    sides: list[Any] = [node.left, *node.comparators]
    parts = [part for side in sides for part in getattr(side, "elts", [side])]
    return bool(_words(parts)) and any(_is_on_table(side, tables) and side.func.attr == "kind" for side in sides)
