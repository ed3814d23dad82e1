"""The glossary held against the tree: `python -m tests.architecture.glossary` prints what it finds, by folder.

A row of docs/contributing/glossary.md names words to avoid and where: identifiers of a kind, modules, prose, or
what readers of the portal see.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.architecture.pages import rows
from tests.architecture.sources import ROOT, named, python_files, script_files, tracked

GLOSSARY = ROOT / "docs" / "contributing" / "glossary.md"
KINDS = ("classes", "functions", "attributes", "names", "modules", "prose", "interface")
PHRASES = ("prose", "interface")
"""Kinds whose words are looked for within a text; the others are whole identifiers."""
EXEMPT = ("docs/adr/", "docs/contributing/glossary.md", "tests/architecture/test_glossary.py")
"""Records of decisions, and the files that must name the words to avoid."""

_TICKS = re.compile(r"`([^`]+)`")
_SPAN = re.compile(r"`[^`\n]*`")
_FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"\]\([^)]*\)")
_SCRIPT_COMMENT = re.compile(r"//(?P<line>.*)$|/\*(?P<block>.*?)\*/", re.MULTILINE | re.DOTALL)
_MESSAGE = re.compile(r'^(?P<key>msg(?:id(?:_plural)?|str))(?:\[0\])? (?P<text>(?:".*"(?:\n|\Z))+)', re.MULTILINE)
_BETWEEN_STRINGS = re.compile(r"""["']\s*[a-zA-Z]{0,2}["']""")
_ESCAPE = re.compile(r"\\[nrt]")
_WORD = re.compile(r"\w+")
_CLASS, _FUNCTION = re.compile(r"\bclass\s+(\w+)"), re.compile(r"\bdef\s+(\w+)")
_WORD_OF_PHRASE = re.compile(r"\w+~?")
ENDINGS = ("", "s", "es", "d", "ed", "ing")
"""How a verb or noun may end."""


class Rule(NamedTuple):
    """One word to avoid in one place: the pattern, the kind of place, and the folder below which it applies.

    Shapes: needle is the whole name, or the stem of the first word of a phrase in small letters; a text without it has no match.
    """

    word: str
    kind: str
    folder: str
    pattern: re.Pattern[str]
    needle: str

    def applies(self, file: str) -> bool:
        """Return whether a file lies where the rule holds."""
        return not self.folder or file == self.folder or file.startswith(f"{self.folder}/")


class Find(NamedTuple):
    """A word that the glossary refuses, at its place."""

    file: str
    line: int
    kind: str
    word: str
    text: str


class Piece(NamedTuple):
    """A stretch of text of one kind, and the line at which it begins."""

    kind: str
    line: int
    text: str


def name_pattern(word: str) -> re.Pattern[str]:
    """Return the pattern of an identifier, in which `*` is any letters."""
    return re.compile(re.escape(word).replace(r"\*", r"\w*"))


def prose_pattern(phrase: str) -> re.Pattern[str]:
    """Return the pattern of a phrase, in which `~` is any ending of a verb or noun."""
    words = (
        re.escape(word.rstrip("~")) + (f"(?:{'|'.join(ENDINGS)})" if word.endswith("~") else "")
        for word in phrase.split()
    )
    return re.compile(r"\b" + r"[\s#]+".join(words) + r"\b", re.IGNORECASE)


def interface_pattern(phrase: str) -> re.Pattern[str]:
    """Return the pattern of a phrase in either language: Chinese as it is written, English between other letters and digits."""
    first, last = (
        (r"(?<![A-Za-z0-9])" if phrase[0].isascii() else ""),
        (r"(?![A-Za-z0-9])" if phrase[-1].isascii() else ""),
    )
    return re.compile(first + re.escape(phrase) + last)


PATTERNS = {"prose": prose_pattern, "interface": interface_pattern}


def places(cell: str) -> Iterator[tuple[str, str]]:
    """Yield kind and folder of each place that a cell of the column *where* names."""
    for place in cell.split(","):
        kind, _, folder = place.strip().partition(" of ")
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is not one of {', '.join(KINDS)}")
        yield kind, folder


def rules_of(text: str) -> list[Rule]:
    """Return the rules of a glossary page."""
    matches = []
    for term, _, words, where in (row for row in rows(text) if row[0] != "term" and not row[0].startswith("---")):
        if not _TICKS.findall(words):
            raise ValueError(f"the row of {term} names no word between backticks")
        for word in _TICKS.findall(words):
            for kind, folder in places(where):
                pattern = PATTERNS.get(kind, name_pattern)(word)
                needle = word.split()[0].rstrip("~").lower() if kind in PHRASES else word
                matches.append(Rule(word, kind, folder, pattern, needle))
    return matches


def _attribute(node: ast.AST) -> str | None:
    """Return the attribute that a node reads, writes or declares in a class."""
    match node:
        case ast.Attribute(attr=name):
            return name
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return None


def names_and_docstrings(tree: ast.AST, tokens: Iterable[tokenize.TokenInfo]) -> Iterator[Piece]:
    """Yield the identifiers of a Python file, by `ast` those of a kind, by `tokenize` every name, and its docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield Piece("classes", node.lineno, node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Piece("functions", node.lineno, node.name)
        elif name := _attribute(node):
            yield Piece("attributes", getattr(node, "lineno", 1), name)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield Piece("prose", node.lineno, node.value.value)
    for token in tokens:
        if token.type == tokenize.NAME:
            yield Piece("names", token.start[0], token.string)


def comments(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[Piece]:
    """Yield the comments of a Python file; those on lines that follow each other are one."""
    first, last, text = 0, 0, ""
    for token in tokens:
        if token.type != tokenize.COMMENT:
            continue
        line = token.start[0]
        if text and line == last + 1:
            text, last = f"{text}\n{token.string}", line
            continue
        if text:
            yield Piece("prose", first, text)
        first, last, text = line, line, token.string
    if text:
        yield Piece("prose", first, text)


def _blank(found: re.Match[str]) -> str:
    """Return as many line breaks as the match has, so that lines keep their numbers."""
    return " x " + "\n" * found[0].count("\n")


def markdown_prose(text: str) -> Piece:
    """Return a Markdown page without its code and its targets of links."""
    return Piece("prose", 1, _TARGET.sub("]", _FENCE.sub(_blank, text)))


def strings(tree: ast.AST) -> Iterator[Piece]:
    """Yield the strings of a Python file that are no docstrings, the plain parts of formatted ones too."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield Piece("interface", node.lineno, node.value)


def script_prose(text: str) -> Iterator[Piece]:
    """Yield the comments of a TypeScript or JavaScript file."""
    for found in _SCRIPT_COMMENT.finditer(text):
        yield Piece("prose", text.count("\n", 0, found.start()) + 1, found["line"] or found["block"] or "")


def messages(text: str) -> Iterator[Piece]:
    """Yield the strings of a message catalogue: the English as prose too."""
    for message in _MESSAGE.finditer(text):
        words = "".join(json.loads(line) for line in message["text"].splitlines())
        line = text.count("\n", 0, message.start()) + 1
        if message["key"] != "msgstr":
            yield Piece("prose", line, words)
        yield Piece("interface", line, words)


def pieces(file: str, text: str) -> Iterator[Piece]:
    """Yield everything of a file that a rule may be held against."""
    path = Path(file)
    match path.suffix:
        case ".py":
            yield Piece("modules", 1, path.parent.name if path.stem == "__init__" else path.stem)
            tree, tokens = ast.parse(text), list(tokenize.generate_tokens(io.StringIO(text).readline))
            yield from names_and_docstrings(tree, tokens)
            yield from comments(tokens)
            yield from strings(tree)
        case ".md":
            yield (page := markdown_prose(text))
            yield page._replace(kind="interface")
        case ".po":
            yield from messages(text)
        case ".ts" | ".js":
            yield from script_prose(text)
        case _:
            yield from (Piece("prose", 1, found) for found in re.findall(r"## .*|^#.*", text, re.MULTILINE))


def check(file: str, text: str, rules: Iterable[Rule]) -> Iterator[Find]:
    """Yield each word of a file that a rule refuses there."""
    by_kind: dict[str, list[Rule]] = {}
    words = _Words.of(text)
    for rule in rules:
        if rule.applies(file) and words.may_hold(rule, file):
            by_kind.setdefault(rule.kind, []).append(rule)
    if not by_kind:
        return
    for piece in pieces(file, text):
        value = by_kind.get(piece.kind, ())
        if piece.kind in PHRASES:
            yield from _phrases(file, piece, value)
        else:
            yield from (
                Find(file, piece.line, piece.kind, rule.word, piece.text)
                for rule in value
                if (rule.needle == piece.text if "*" not in rule.word else rule.pattern.fullmatch(piece.text))
            )


class _Words(NamedTuple):
    """What a file is made of: its words, those of classes and functions, all in small letters, and its text.

    A text that is written in several strings counts with and without its quotation marks.
    """

    names: frozenset[str]
    classes: frozenset[str]
    functions: frozenset[str]
    small: frozenset[str]
    text: str

    @classmethod
    def of(cls, text: str) -> _Words:
        """Return the words of a text."""
        plain = _ESCAPE.sub(" ", text)
        content = f"{plain}\n{_BETWEEN_STRINGS.sub('', plain)}"
        names = frozenset(_WORD.findall(content))
        classes, functions = frozenset(_CLASS.findall(text)), frozenset(_FUNCTION.findall(text))
        return cls(names, classes, functions, frozenset(map(str.lower, names)), content)

    def may_hold(self, rule: Rule, file: str) -> bool:
        """Return whether a rule may find something: most files are never parsed."""
        if rule.kind == "modules":
            return rule.pattern.search(file) is not None
        if rule.kind not in PHRASES:
            known = {"classes": self.classes, "functions": self.functions}.get(rule.kind, self.names)
            return rule.word in known or ("*" in rule.word and any(map(rule.pattern.fullmatch, known)))
        if not rule.word.isascii():
            return not self.text.isascii() and rule.word in self.text
        stems = ((word.rstrip("~").lower(), word.endswith("~")) for word in _WORD_OF_PHRASE.findall(rule.word))
        has_words = all(
            any(f"{stem}{ending}" in self.small for ending in (ENDINGS if is_open else ("",)))
            for stem, is_open in stems
        )
        return has_words and rule.pattern.search(self.text) is not None


def _phrases(file: str, piece: Piece, rules: Iterable[Rule]) -> Iterator[Find]:
    """Yield each place of a stretch of prose where a phrase is found, outside spans of code."""
    text = _SPAN.sub(_blank, piece.text)
    small = text.lower()
    for rule in rules:
        for found in rule.pattern.finditer(text) if rule.needle in small else ():
            around = " ".join(text[max(found.start() - 30, 0) : found.end() + 30].split())
            yield Find(file, piece.line + text.count("\n", 0, found.start()), piece.kind, rule.word, around)


def files() -> Iterator[Path]:
    """Yield the files that the glossary is held against."""
    pages = tracked("README.md", "CHANGELOG.md", "docs", "engine", suffixes=(".md",))
    catalogues = tracked("portal/locale", suffixes=(".po",))
    every = (*python_files(), *script_files(), *pages, *catalogues, ROOT / "Makefile")
    yield from (path for path in every if not named(path).startswith(EXEMPT))


@cache
def findings() -> tuple[Find, ...]:
    """Return every word in the tree that the glossary refuses."""
    rules = rules_of(GLOSSARY.read_text(encoding="utf-8"))
    return tuple(find for path in files() for find in check(named(path), path.read_text(encoding="utf-8"), rules))


def folder_of(file: str) -> str:
    """Return the folder under which a file is counted: its first two parts, three below engine/rulesets and tests."""
    parts = file.split("/")
    depth = 3 if parts[:2] == ["engine", "rulesets"] or parts[0] in ("tests", "docs") else 2
    return "/".join(parts[: min(depth, len(parts) - 1)]) or file


def main(arguments: list[str]) -> None:
    """Print the finds below a folder, or the counts of every folder."""
    if arguments:
        for find in findings():
            if find.file.startswith(tuple(arguments)):
                print(f"{find.file}:{find.line}: {find.kind}: `{find.word}` in: {find.text}")
        return
    counts = Counter((folder_of(find.file), find.kind == "prose") for find in findings())
    for (folder, in_prose), number in sorted(counts.items()):
        print(f"{number:5} {'prose' if in_prose else 'names':6} {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
