"""Read JSON one token at a time, with the place of every value: slow beside `json`, but it can explain."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from engine.checkpoints import checkpoint
from engine.errors import BadCard, Problem
from engine.language.diagnostics import syntax
from engine.packs.atoms import COMMENT, MAX_ESCAPE_LENGTH, decode, integer
from engine.packs.brackets import CLOSER, OPENER, verdict
from engine.packs.limits import Limits
from engine.packs.places import Lines, escape

MAX_PROBLEMS: Final = 20
"""After so many problems in one text the rest is not looked for."""

_TOKEN: Final = re.compile(
    r"""[ \t\n\r]*+(?:
      (?P<plain>"[^"\\\x00-\x1f]*+")
    | (?P<mark>[{}\[\]:,])
    | (?P<number>[-+.0-9][\w.+-]*+)
    | (?P<word>[^\W\d][\w$]*+)
    | (?P<string>"[^"\\\n\r]*+(?:\\[^\n\r][^"\\\n\r]*+)*+")
    | (?P<comment>"""
    + COMMENT
    + r""")
    | (?P<end>\Z)
    | (?P<odd>.)
    )""",
    re.VERBOSE | re.DOTALL,
)
_LITERALS: Final = {"true": True, "false": False, "null": None}
_CORRECTIONS: Final = {"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null"}
_NOT_FINITE: Final = frozenset({"NaN", "Infinity", "inf", "nan"})
_FULL_WIDTH: Final = dict(zip("，：｛｝［］【】、；", ",:{}[][],,", strict=True))
_QUOTES: Final = "'`“”‘’„＂「」"

Step = Callable[[], "Step | None"]


@dataclass(frozen=True, slots=True)
class Leniency:
    """Something outside strict JSON that was tolerated or repaired: a comment, a trailing comma, a byte order mark.

    Shapes: excerpt is what stood there, where it tells more than the kind; count is how often.
    """

    kind: str
    line: int
    column: int
    excerpt: str = ""
    count: int = 1


class _Open:
    """A list or object whose closing bracket has not come yet; reading says whether one of its values has begun."""

    __slots__ = ("comma", "key", "mark", "names", "reading", "start", "value")

    def __init__(self, mark: str, start: int) -> None:
        self.mark, self.start = mark, start
        self.value: Any = {} if mark == "{" else []
        self.names: dict[str, int] = {}
        self.key, self.comma = "", start
        self.reading = False


class Scanner:
    """One reading of one text; each step consumes a token and returns the step that the next token needs."""

    def __init__(self, text: str, limits: Limits, *, jsonc: bool, file: str) -> None:
        self.text, self.limits, self.jsonc, self.file = text, limits, jsonc, file
        self.lines = Lines(text)
        self.problems: list[Problem] = []
        self.lenient: list[Leniency] = []
        self.value: Any = None
        self._opened: list[_Open] = []
        self._nodes = 0
        self._kind, self._piece, self._start, self._end, self._before = "", "", 0, 0, 0

    def run(self) -> None:
        """Read the whole text; afterwards value and lenient are set, or BadCard was raised."""
        step: Step | None = self._document
        while step is not None:
            self._advance()
            step = step()
        self.lenient.sort(key=lambda used: (used.line, used.column))
        if self.problems:
            raise BadCard(self.problems)

    # ------------------------------------------------------------------------------------------ steps

    def _document(self) -> Step:
        if self._kind == "end":
            self._stop("empty", self._start)
        return self._value()

    def _first_item(self) -> Step:
        return self._close() if self._piece == "]" else self._value()

    def _next_item(self) -> Step:
        if self._piece == "]":
            return self._close_after_comma()
        return self._value()

    def _first_name(self) -> Step:
        return self._close() if self._piece == "}" else self._name()

    def _next_name(self) -> Step:
        return self._close_after_comma() if self._piece == "}" else self._name()

    def _name(self) -> Step:
        holder = self._opened[-1]
        if self._kind not in ("plain", "string"):
            self._unexpected("name-wanted")
        holder.key, holder.reading = self._string(), True
        if (first := holder.names.setdefault(holder.key, self._start)) != self._start:
            line, column = self.lines.at(first)
            self._report(
                "duplicate-key", self._start, found=syntax.printable(f'"{holder.key}"'), line=line, column=column
            )
        return self._colon

    def _colon(self) -> Step:
        if self._piece != ":":
            self._unexpected("colon-wanted")
        return self._value

    def _value(self) -> Step:
        if self._opened and self._opened[-1].mark == "[":
            self._opened[-1].key, self._opened[-1].reading = str(len(self._opened[-1].value)), True
        self._count()
        if self._kind in ("plain", "string"):
            return self._put(self._string())
        if self._kind == "number":
            return self._put(integer(self._piece, self._start, self._report))
        if self._kind == "word":
            return self._put(self._word())
        if self._piece in CLOSER:
            return self._open()
        return self._unexpected("value-wanted")

    def _after(self) -> Step:
        holder = self._opened[-1]
        if self._piece == ",":
            holder.comma = self._start
            return self._next_name if holder.mark == "{" else self._next_item
        if self._piece == CLOSER[holder.mark]:
            return self._close()
        return self._unexpected("comma-wanted")

    def _finish(self) -> Step | None:
        if self._kind == "end":
            return None
        if self._piece in OPENER:
            self._stop("bracket-after-end", self._start, found=self._piece)
        return self._unexpected("trailing-data")

    # ----------------------------------------------------------------------------------------- actions

    def _advance(self) -> None:
        """Take the next token; comments are skipped, and noted."""
        self._before = self._end
        while True:
            match = _TOKEN.match(self.text, self._end)
            # the last alternative takes any character, the one before it the end
            assert match and match.lastgroup  # noqa: S101 - for the type checker
            self._kind = match.lastgroup
            self._piece, self._start, self._end = match[self._kind], match.start(self._kind), match.end()
            if self._kind != "comment":
                return
            if not self.jsonc:
                self._stop("comment", self._start)
            self._tolerate("comment", self._start)

    def _open(self) -> Step:
        if len(self._opened) >= self.limits.depth:
            self._stop("too-deep", self._start, wanted=self.limits.depth)
        self._opened.append(_Open(self._piece, self._start))
        return self._first_name if self._piece == "{" else self._first_item

    def _close(self) -> Step:
        done = self._opened.pop()
        return self._put(done.value)

    def _close_after_comma(self) -> Step:
        comma = self._opened[-1].comma
        if not self.jsonc:
            self._stop("trailing-comma", comma, found=self._piece)
        self._tolerate("trailing-comma", comma)
        return self._close()

    def _put(self, value: Any) -> Step:
        """Store a finished value where it belongs."""
        checkpoint()
        if not self._opened:
            self.value = value
            return self._finish
        holder = self._opened[-1]
        holder.reading = False
        if holder.mark == "{":
            holder.value[holder.key] = value
        else:
            holder.value.append(value)
        return self._after

    def _string(self) -> str:
        inside, limit = self._piece[1:-1], self.limits.string
        is_plain = self._kind == "plain" or len(inside) > MAX_ESCAPE_LENGTH * limit
        text = inside if is_plain else decode(inside, self._start + 1, self._report)
        if len(text) > limit:
            self._report("string-too-long", self._start, found=len(text), wanted=limit)
        return text

    def _word(self) -> Any:
        if self._piece in _LITERALS:
            return _LITERALS[self._piece]
        if self._piece in _NOT_FINITE:
            return self._report("not-finite", self._start, found=self._piece)
        wanted = _CORRECTIONS.get(self._piece, f'"{syntax.printable(self._piece)}"')
        return self._stop("unquoted", self._start, found=syntax.printable(self._piece), wanted=wanted)

    # ---------------------------------------------------------------------------------------- problems

    def _unexpected(self, name: str) -> NoReturn:
        """Stop with the sentence that helps most about a token that cannot be here."""
        if self._kind == "odd":
            self._stop_at_odd_character()
        if self._kind == "end" and self._opened:
            wanted = "".join(CLOSER[holder.mark] for holder in reversed(self._opened))
            self._stop("bracket-unclosed", self._before, open=self._open_brackets(), wanted=wanted)
        if self._opened and self._piece in OPENER and self._opened[-1].mark != OPENER[self._piece]:
            self._stop_at_bracket()
        if self._piece == ":" and self._opened and self._opened[-1].mark == "[":
            self._stop("colon-in-list", self._start, found=":", wanted="]", open=self._open_brackets(1))
        if self._kind == "word" and name == "name-wanted":
            self._stop("unquoted", self._start, found=self._piece, wanted=f'"{syntax.printable(self._piece)}"')
        end = ("the end of the text", "文本的结尾")
        words = {"wanted": CLOSER[self._opened[-1].mark]} if name == "comma-wanted" else {}
        self._stop(name, self._start, found=end if self._kind == "end" else syntax.printable(self._piece), **words)

    def _stop_at_bracket(self) -> NoReturn:
        """Stop at a closing bracket that does not close what is open."""
        marks = [holder.mark for holder in self._opened]
        self._opened[-1].reading = False
        blame = verdict(marks, self._piece, self.text, self._end)
        self._stop(blame, self._start, found=self._piece, wanted=CLOSER[marks[-1]], open=self._open_brackets(1))

    def _stop_at_odd_character(self) -> NoReturn:
        sign = self._piece
        if sign == '"':
            self._stop("string-unclosed", self._start)
        if self.text.startswith("/*", self._start):
            self._stop("comment-unclosed", self._start)
        if sign in _FULL_WIDTH:
            self._stop("full-width", self._start, found=sign, wanted=_FULL_WIDTH[sign])
        if sign in _QUOTES:
            self._stop("other-quotes", self._start, found=sign, wanted='"')
        visible = f"{sign} (U+{ord(sign):04X})" if sign.isprintable() else f"U+{ord(sign):04X}"
        self._stop("odd-character", self._start, found=visible)

    def _open_brackets(self, most: int = 3) -> tuple[str, str]:
        """Return the innermost open brackets and where they are, in both languages."""
        named = [(holder.mark, *self.lines.at(holder.start)) for holder in reversed(self._opened[-most:])]
        english = ", ".join(f"the {mark} of line {line}, column {column}" for mark, line, column in named)
        return english, "、".join(f"第 {line} 行第 {column} 列的 {mark}" for mark, line, column in named)

    def _count(self) -> None:
        """Count one more value or comment."""
        self._nodes += 1
        if self._nodes > self.limits.nodes:
            self._stop("too-many-nodes", self._start, wanted=self.limits.nodes)

    def _tolerate(self, kind: str, at: int) -> None:
        self._count()
        self.lenient.append(Leniency(kind, *self.lines.at(at)))

    def _report(self, name: str, offset: int, **words: Any) -> None:
        """Keep a problem and go on; too many of them end the reading."""
        if isinstance(words.get("found"), str):
            words["found"] = syntax.printable(words["found"])
        path = "".join("/" + escape(holder.key) for holder in self._opened if holder.reading)
        self.problems.append(syntax.complaint(name, self.file, path, self.lines.at(offset), **words))
        if len(self.problems) >= MAX_PROBLEMS:
            raise BadCard(self.problems)

    def _stop(self, name: str, at: int, **words: Any) -> NoReturn:
        """Report what makes the rest of the text unreadable."""
        self._report(name, at, **words)
        raise BadCard(self.problems)
