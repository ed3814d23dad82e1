"""References and templates inside strings: `"$onPlay.playerUUID"`, `"{dc{loop1.index}.UUID}"`, `"dc{loop1.index}"`.

The language of a reference is regular, so the exported schema holds it as one pattern; `parse` accepts exactly what
`REFERENCE` and `TEMPLATE` accept, apart from a path of more than `MAX_SEGMENTS` segments.

Source: 000 "优胜劣汰", the comments beside `dc{loop1.index}` (inner braces first).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.language.spec.shapes import LocalizedText

MAX_DEPTH = 4
MAX_SEGMENTS = 8
MAX_LENGTH = 200

_PLAIN = "[A-Za-z0-9_-]"
_FIRST = "[A-Za-z_]"


def _path_pattern(depth: int) -> str:
    """Return the pattern of the text between one pair of braces, with at most `depth` pairs inside it."""
    part = _PLAIN if depth == 0 else rf"(?:{_PLAIN}|\{{{_path_pattern(depth - 1)}\}})"
    return rf"{_FIRST}{part}*(?:\.{part}+)*"


_WHOLE = rf"\${_path_pattern(MAX_DEPTH - 1)}"
_BRACED_PATH = rf"\{{{_path_pattern(MAX_DEPTH - 1)}\}}"
_BRACE = rf"\{{\{{|\}}\}}|{_BRACED_PATH}"
_REST = rf"(?:[^{{}}]|{_BRACE})*"
REFERENCE = rf"^(?:{_WHOLE}|{_BRACED_PATH})$"
TEMPLATE = rf"^(?:{_WHOLE}|(?:[^{{}}$]|{_BRACE}){_REST}|\$(?:(?:[^A-Za-z_{{}}]|{_BRACE}){_REST})?)?$"
LABEL = rf"^{_FIRST}{_PLAIN}*$"
LABEL_TEMPLATE = rf"^{_FIRST}(?:{_PLAIN}|{_BRACED_PATH})*$"

_NAME = re.compile(r"[A-Za-z0-9_.-]+")


@dataclass(frozen=True, slots=True)
class Path:
    """A reference; its pieces, joined after nested paths gave their values, form a dotted key such as `dc2.UUID`."""

    pieces: tuple[str | Path, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """Text with references in it; the pieces are joined as text."""

    pieces: tuple[str | Path, ...]


class BadTemplate(ValueError):
    """A string opens a reference that it does not finish or spells it wrongly.

    Units: offset counts characters of the string from 0.
    Shapes: long says that only the number of segments is wrong, which the patterns do not see.
    """

    def __init__(self, offset: int, en: str, zh: str, *, long: bool = False) -> None:
        self.offset = offset
        self.long = long
        self.message = LocalizedText(en, zh)
        super().__init__(f"{en} (character {offset + 1})")


def parse(text: str) -> str | Path | Template:
    """Return the text itself, the one reference that it is, or the template that it makes.

    Errors: BadTemplate, with the offset of the character that is not allowed there.
    """
    if len(text) > 1 and text[0] == "$" and re.match(_FIRST, text[1]):
        return _whole_path(text)
    if "{" not in text and "}" not in text:
        return text
    pieces = _pieces(text)
    if len(pieces) == 1 and isinstance(pieces[0], Path):
        return pieces[0]
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(str(piece) for piece in pieces)
    return Template(pieces)


def parsed_text(value: Any) -> str | Path | Template | None:
    """Return what `parse` reads in a string; None for any other value, and for a string that cannot be read."""
    try:
        return parse(value) if isinstance(value, str) else None
    except BadTemplate:
        return None


def paths(template: str | Path | Template | None) -> Iterator[Path]:
    """Yield every reference, an inner one before the one around it."""
    if template is None or isinstance(template, str):
        return
    for piece in template.pieces:
        if isinstance(piece, Path):
            yield from paths(piece)
    if isinstance(template, Path):
        yield template


def spell(path: Path) -> str:
    """Return a reference as its author would write it between braces, without the outermost pair."""
    return "".join(piece if isinstance(piece, str) else "{" + spell(piece) + "}" for piece in path.pieces)


def split_path(path: Path) -> tuple[tuple[str | Path, ...], tuple[str | Path, ...] | None]:
    """Return the name that a reference starts with and the field after its first dot, if there is one."""
    for index, piece in enumerate(path.pieces):
        if isinstance(piece, str) and "." in piece:
            before, _, after = piece.partition(".")
            head = (*path.pieces[:index], before) if before else path.pieces[:index]
            tail = (after, *path.pieces[index + 1 :]) if after else path.pieces[index + 1 :]
            return head, tail
    return path.pieces, None


def render(template: str | Path | Template, *, dollar: bool = False) -> str:
    """Return a string that `parse` reads as this; `dollar` chooses between the two forms of one reference."""
    if isinstance(template, str):
        return template.replace("{", "{{").replace("}", "}}")
    if isinstance(template, Path):
        return f"${spell(template)}" if dollar else "{" + spell(template) + "}"
    return "".join(render(piece) for piece in template.pieces)


def _whole_path(text: str) -> Path:
    path, end = _path(text, 1, 1)
    if end != len(text):
        raise _stray(text, end)
    return path


def _pieces(text: str) -> tuple[str | Path, ...]:
    """Split a text into literal runs and references; `{{` and `}}` mean one brace."""
    out: list[str | Path] = []
    run: list[str] = []
    offset = 0
    while offset < len(text):
        if text[offset : offset + 2] in ("{{", "}}"):
            run.append(text[offset])
            offset += 2
        elif text[offset] == "}":
            raise BadTemplate(
                offset,
                "A closing brace has no opening one; write }} for a plain brace",
                "右花括号没有对应的左花括号；普通花括号请写成 }}",
            )
        elif text[offset] == "{":
            path, offset = _braced(text, offset, 1)
            if run:
                out.append("".join(run))
                run = []
            out.append(path)
        else:
            run.append(text[offset])
            offset += 1
    if run:
        out.append("".join(run))
    return tuple(out)


def _braced(text: str, start: int, depth: int) -> tuple[Path, int]:
    path, end = _path(text, start + 1, depth)
    if end == len(text):
        raise BadTemplate(start, "An opening brace is never closed", "左花括号没有闭合")
    if text[end] != "}":
        raise _stray(text, end)
    return path, end + 1


def _path(text: str, start: int, depth: int) -> tuple[Path, int]:
    """Read one dotted key and return it with the offset after it; depth counts the pairs of braces around it."""
    if depth > MAX_DEPTH:
        raise BadTemplate(start, f"References are nested more than {MAX_DEPTH} deep", f"引用嵌套超过 {MAX_DEPTH} 层")
    if start == len(text) or not re.match(_FIRST, text[start]):
        raise BadTemplate(min(start, len(text) - 1), "A reference starts with a letter", "引用必须以字母开头")
    pieces: list[str | Path] = []
    offset = start
    while offset < len(text):
        if name := _NAME.match(text, offset):
            pieces.append(name.group())
            offset = name.end()
        elif text[offset] == "{":
            inner, offset = _braced(text, offset, depth + 1)
            pieces.append(inner)
        else:
            break
    _check_segments(pieces, start)
    return Path(tuple(pieces)), offset


def _check_segments(pieces: list[str | Path], start: int) -> None:
    segments = "".join(piece if isinstance(piece, str) else "x" for piece in pieces).split(".")
    if "" in segments:
        raise BadTemplate(start, "A reference has two dots together or one at its end", "引用中有连续的点或以点结尾")
    if len(segments) > MAX_SEGMENTS:
        raise BadTemplate(
            start, f"A reference has more than {MAX_SEGMENTS} parts", f"引用超过 {MAX_SEGMENTS} 段", long=True
        )


def _stray(text: str, at: int) -> BadTemplate:
    char = text[at]
    return BadTemplate(at, f"'{char}' cannot stand in a reference", f"引用中不能出现“{char}”")
