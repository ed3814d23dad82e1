"""Patterns of a private dialect: participles and pronouns that stand for things, and docstrings that are riddles."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

MAX_LINES: Final = 3
"""Lines that a name without a noun may live: in a comprehension or a short block the reader still sees what it is."""
MIN_LETTERS: Final = 4
"""Letters from which on a name in -ed is taken for a participle."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRONOUNS: Final = _words(
    "it its them their they he she whom whose who one ones each every some none_ other others another both either neither such these those "
    "here there so thus too also only much many more most least less few fewer enough nothing something anything everything "
    "nobody somebody anybody everybody whoever whatever"
)
IRREGULAR: Final = _words(
    "held said told made kept left lost won found seen shown known taken given gone done drawn thrown grown sent spent meant dealt felt "
    "built bought brought caught taught thought sought fought paid laid lain led met bent sold stood struck stuck spoken written driven "
    "chosen frozen broken woken worn torn sworn born begun sung rung sunk fallen eaten beaten forgotten hidden risen was were been had has "
    "wanted fresh barred aside apart away back forth beside beyond ahead behind instead again anew ever never always often"
)
NOUNS_IN_ED: Final = _words(
    "seed bleed feed speed need embed deed shed breed reed hundred indeed exceed proceed succeed"
)
"""Nouns and verbs that end like a participle."""
STATES: Final = _words(
    "cached stored expected requested reported removed added changed updated edited released locked expanded nested sorted parsed compiled "
    "escaped encoded decoded signed measured generated annotated deprecated failed finished deferred built checked declared shared hidden"
)
"""Participles that name the state of what the place is about, as the field does: there is one such thing there."""

SUPERLATIVES: Final = re.compile(
    r"_?(?:[A-Z]+_)*(?:MOST|LEAST|LONGEST|LARGEST|DEEPEST|FEWEST|SHORTEST|SMALLEST|AT_ONCE)(?:_[A-Z]+)*"
)
"""Constants that are a bound in the words of a dialect; the field writes MAX_… and MIN_…. `AT_MOST` and `AT_LEAST` are names of comparisons."""
PERSONS: Final = re.compile(r"\b(nobody|somebody|anybody|everybody|whoever)\b", re.IGNORECASE)
AMOUNTS: Final = re.compile(r"\bso (many|much)\b", re.IGNORECASE)
NO_VALUE: Final = re.compile(r"(\bor|;|,) nothing\b|^nothing\b|\bnothing (if|where|when|for)\b", re.IGNORECASE)
RIDDLES: Final = {
    "begins with an order to the reader": re.compile(r"^(Let|Say|Tell|Give back|Hold)\b"),
    "is a question without a verb": re.compile(r"^(As|What|Whom?|Whose|How) [^,]* (does|do|is|has|says)\.?$"),
}


class Finding(NamedTuple):
    """A place where the dialect is."""

    line: int
    what: str


def is_dialect(name: str) -> bool:
    """Return whether a name is a participle, a pronoun or an adverb alone."""
    word = name.strip("_").lower()
    if not word or "_" in word:
        return False
    is_participle = len(word) >= MIN_LETTERS and word.endswith("ed") and word not in NOUNS_IN_ED | STATES
    return is_participle or word in IRREGULAR or word in PRONOUNS


def dialect(text: str) -> list[Finding]:
    """Return what a module has of it, in the order of its lines."""
    nodes = list(ast.walk(ast.parse(text)))
    return sorted([*_variables(nodes), *_definitions(nodes), *_docstrings(nodes)])


def dialect_of_prose(text: str) -> Iterator[str]:
    """Yield what a sentence has of it: a docstring, a message or a commit's subject."""
    yield from (match.group().lower() for pattern in (PERSONS, AMOUNTS) for match in pattern.finditer(text))


def _variables(nodes: list[ast.AST]) -> Iterator[Finding]:
    """Yield the variables of outer functions; a walk comes to these before those inside them."""
    inner: set[ast.AST] = set()
    for function in nodes:
        if isinstance(function, Function) and function not in inner:
            own = list(ast.walk(function))
            inner.update(node for node in own if isinstance(node, Function))
            yield from _variables_of(function, own)


def _variables_of(function: Function, nodes: list[ast.AST]) -> Iterator[Finding]:
    lines: dict[str, list[int]] = {}
    bound: set[str] = set()
    flags: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name | ast.arg):
            name = node.id if isinstance(node, ast.Name) else node.arg
            lines.setdefault(name, []).append(node.lineno)
            if isinstance(node, ast.arg) or isinstance(node.ctx, ast.Store):
                bound.add(name)
            if isinstance(node, ast.arg) and _is_flag(name, node.annotation):
                flags.add(name)
    sides = {"left", "right"} if bound >= {"left", "right"} else set()
    for name in filter(is_dialect, bound - sides - flags):
        first, last = min(lines[name]), max(lines[name])
        if last - first >= MAX_LINES:
            yield Finding(first, f"`{name}` in {function.name}")


def _is_odd_global(name: str) -> bool:
    """Return whether a name of a module is dialect, or a bound that is called by a superlative."""
    return is_dialect(name) or bool(SUPERLATIVES.fullmatch(name) and not re.search(r"AT_(MOST|LEAST)", name))


def _is_flag(name: str, annotation: ast.expr | None) -> bool:
    """Return whether a name is the state that a truth value is about, as in `enabled: bool`."""
    return isinstance(annotation, ast.Name) and annotation.id == "bool" and name.strip("_") not in PRONOUNS


def _definitions(nodes: list[ast.AST]) -> Iterator[Finding]:
    for node in nodes:
        if isinstance(node, Function | ast.ClassDef) and node.name.strip("_").lower() in IRREGULAR | PRONOUNS:
            yield Finding(node.lineno, f"`{node.name}`")
        if isinstance(node, ast.ClassDef | ast.Module):
            fields = {ast.unparse(part.target) for part in node.body if isinstance(part, ast.AnnAssign)}
            sides = {"left"} if fields & {"right", "top", "length"} else set()
            targets = [
                target
                for part in node.body
                for target in (
                    part.targets
                    if isinstance(part, ast.Assign)
                    else [part.target]
                    if isinstance(part, ast.AnnAssign) and not _is_flag(ast.unparse(part.target), part.annotation)
                    else []
                )
            ]
            yield from (
                Finding(target.lineno, f"`{target.id}`")
                for target in targets
                if isinstance(target, ast.Name)
                and target.id not in sides
                and (_is_odd_global(target.id) if isinstance(node, ast.Module) else target.id.strip("_") in IRREGULAR)
            )


def _docstrings(nodes: list[ast.AST]) -> Iterator[Finding]:
    for node in nodes:
        if not isinstance(node, Function | ast.ClassDef | ast.Module):
            continue
        text = ast.get_docstring(node)
        if text is None:
            continue
        line, first = getattr(node, "lineno", 1), text.split("\n", 1)[0]
        yield from (Finding(line, f"{word!r} in: {first}") for word in dialect_of_prose(text))
        if NO_VALUE.search(first):
            yield Finding(line, f"'nothing' for None in: {first}")
        yield from (Finding(line, f"{name}: {first}") for name, pattern in RIDDLES.items() if pattern.search(first))
