"""Text that is almost JSON, as JSON: what other programs, chats and hands write, each change counted by its kind.

The text is read once, token by token, without looking back; lines stay where they are. What comes out is read by `read_json` like any other
text: a change that does not end in JSON is none.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from typing import Final

from engine.checkpoints import checkpoint
from engine.packs.encodings import encoding_of
from engine.packs.places import Lines
from engine.packs.scanner import Leniency
from engine.packs.strings_repair import END_OF, string_at

SIZE_LIMIT: Final = 4 * 1024 * 1024
"""Bytes of a text that is repaired; more take longer than a page waits."""

_OPEN: Final = {"{": "{", "[": "[", "｛": "{", "［": "[", "【": "[", "(": "["}
_CLOSE: Final = {"}": "}", "]": "]", "｝": "}", "］": "]", "】": "]", ")": "]"}
_BETWEEN: Final = {",": ",", ":": ":", "，": ",", "、": ",", "；": ",", ";": ",", "：": ":", "=>": ":", "=": ":"}
_FULL_WIDTH: Final = frozenset("｛［【｝］】，、；：")
_LITERALS: Final = {
    "True": "true",
    "False": "false",
    "None": "null",
    "TRUE": "true",
    "FALSE": "false",
    "NULL": "null",
    "Null": "null",
    "nil": "null",
    "undefined": "null",
}
_JSON_WORDS: Final = ("true", "false", "null", "NaN", "Infinity")
_SPACE: Final = re.compile(r"[ \t\n\r]+")
_ODD_SPACE: Final = re.compile(r"[^\S \t\n\r]+|[\u00ad\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\ufeff]+")
_COMMENT: Final = re.compile(r"//[^\n\r]*|/\*(?s:.*?)\*/")
_HASH: Final = re.compile(r"#[^\n\r]*")
_NUMBER: Final = re.compile(r"[-+]?(?:\d|\.\d)[\w.]*(?:(?<=[eE])[-+]\d+)?")
_WORD: Final = re.compile(r"[^\W\d][\w$-]*")
_BETWEEN_TOKEN: Final = re.compile(r"=>|[,:，、；;：=]")
_WHOLE: Final = re.compile(r"([-+]?)(\d{1,16})(?:\.0*)?(?:[eE]\+?(\d{1,2}))?")
_HEXADECIMAL: Final = re.compile(r"0[xX]([0-9a-fA-F]{1,13})")
_PLAIN: Final = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[^\n`]*$", re.MULTILINE)
_LETTERS: Final = re.compile(r"[^\x00-\x7f\ufeff]+(?:\w*[^\x00-\x7f]+)*")
_NAMES: Final = {"gb18030": "GBK (GB18030)", "big5": "Big5", "cp932": "Shift-JIS", "cp1252": "Windows-1252"}
_ESCAPED: Final = re.compile(r'(?:\s|\\[nrt])*+(?:\[(?:\s|\\[nrt])*+)?\{(?:\s|\\[nrt])*+\\"')
_START: Final = re.compile(r"[{\[｛［]")
_LINES: Final = re.compile(r"[^\n\r]+")
_MAX_NUMBER_LENGTH: Final = 16
_MAX_ENDLESS: Final = 20
"""Quotes without an end, after which the text is given up."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text after its repairs, which are in the order of the text."""

    text: str
    repairs: tuple[Leniency, ...]


def repair(data: bytes | str) -> Repaired | None:
    """Return a text that may be JSON now, with all that was changed; None for one that is too large or has nothing to repair."""
    if len(data) > SIZE_LIMIT:
        return None
    text, repairs = _decoded(data)
    if text is None:
        return None
    if ("&quot;" in text or "&#34;" in text) and '"' not in text:
        repairs.append(Leniency("html-entities", 1, 1))
        text = html.unescape(text)
    if (inner := _inner_text(text)) is not None:
        repairs.append(Leniency("text-of-json", 1, 1))
        text = inner
    repairer = _Repairer(_without_fences(text, repairs))
    repairer.run()
    return Repaired(repairer.joined(), (*repairs, *repairer.repairs()))


def _decoded(data: bytes | str) -> tuple[str | None, list[Leniency]]:
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), []
    encoding = encoding_of(data)
    if encoding is None:
        return None, []
    is_plain = encoding in ("utf-8", "utf-8-sig")
    text = data.decode(encoding)
    if is_plain:
        return text, []
    letters = _LETTERS.search(text)
    name = _NAMES.get(encoding, encoding.upper())
    return text, [Leniency("encoding", 1, 1, f"{name}, {letters[0][:20]}" if letters else name)]


def _inner_text(text: str) -> str | None:
    """Return the text in a document that is one JSON text itself, which holds an object or a list."""
    if _ESCAPED.match(text):  # copied from between the quotes
        text = f'"{text.strip()}"'
    elif not text.lstrip()[:3].startswith(('"{', '"[', '"\\')):
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, str) and value.lstrip()[:1] in ("{", "[") else None


def _without_fences(text: str, repairs: list[Leniency]) -> str:
    """Return the text between fences of Markdown, with its lines where they are; the whole where there is no fence."""
    fences = list(_FENCE.finditer(text))
    if not fences:
        return text
    repairs.append(Leniency("fence", text.count("\n", 0, fences[0].start()) + 1, 1))
    pieces, end = [], 0
    for number, fence in enumerate(fences):
        between = text[end : fence.start()]
        pieces += [between if number % 2 else _LINES.sub("", between)]
        end = fence.end()
    rest = text[end:]
    return "".join([*pieces, rest if len(fences) % 2 else _LINES.sub("", rest)])


class _Repairer:
    """One reading of a text: `pieces` are those of the values at its top, with the text between them reduced to line ends."""

    def __init__(self, text: str) -> None:
        self.text, self.offset = text, 0
        self.pieces: list[str] = []
        self.blocks: list[tuple[int, int]] = []
        self.marks: list[str] = []
        self.expects = "value"
        self.changes: dict[str, tuple[int, int, str]] = {}
        self._last_comment, self._endless = text.rfind("*/"), 0

    def run(self) -> None:
        """Read the whole text."""
        while (start := _START.search(self.text, self.offset)) is not None:
            self._skip(start.start())
            first = len(self.pieces)
            self._open(self.text[self.offset], self.offset)
            while self.marks and self.offset < len(self.text):
                checkpoint()
                self._token()
            self.blocks.append((first, len(self.pieces)))
        self._skip(len(self.text))

    def joined(self) -> str:
        """Return one document of all values: several are one list, in which lists are opened."""
        self._drop_brackets_of_prose()
        if len(self.blocks) < 2:
            return "".join(self.pieces)
        self.changes["several-values"] = (1, self.text.find("{"), str(len(self.blocks)))
        pieces = self.pieces
        for number, (first, end) in enumerate(self.blocks):
            if pieces[first] == "[" and pieces[end - 1] == "]":
                pieces[first] = pieces[end - 1] = ""
            if number:
                pieces[first] = f",{pieces[first]}"
        pieces[self.blocks[0][0]] = f"[{pieces[self.blocks[0][0]]}"
        pieces[self.blocks[-1][1] - 1] += "]"
        return "".join(pieces)

    def _drop_brackets_of_prose(self) -> None:
        """Leave out brackets between the values that hold no object."""
        objects = [(first, end) for first, end in self.blocks if "{" in self.pieces[first:end]]
        if objects and len(objects) < len(self.blocks):
            for first, end in set(self.blocks) - set(objects):
                self.pieces[first:end] = [_LINES.sub("", piece) for piece in self.pieces[first:end]]
            self.changes.setdefault("prose", (len(self.blocks) - len(objects), 0, "[…]"))
            self.blocks = objects

    def repairs(self) -> list[Leniency]:
        """Return the changes, each kind once with its first place, in the order of the text."""
        lines = Lines(self.text)
        changes = sorted(self.changes.items(), key=lambda change: change[1][1])
        return [Leniency(kind, *lines.at(offset), found, count) for kind, (count, offset, found) in changes]

    def _change(self, kind: str, found: str = "") -> None:
        count, offset, first = self.changes.get(kind, (0, self.offset, found[:40]))
        self.changes[kind] = (count + 1, offset, first)

    def _skip(self, end: int) -> None:
        """Leave out the text before a value or behind all, but for its line ends."""
        between = self.text[self.offset : end]
        words = _ODD_SPACE.sub("", between).strip(" \t\r\n,;，；")
        if words:
            self._change("prose", words)
        elif odd := _ODD_SPACE.search(between):
            self._change("odd-space", f"U+{ord(odd[0][0]):04X}")
        self.pieces.append(_LINES.sub("", between))
        self.offset = end

    def _token(self) -> None:
        text, offset = self.text, self.offset
        sign = text[offset]
        if (space := _SPACE.match(text, offset)) or (space := self._comment()):
            self._put(space[0], space.end())
        elif odd := _ODD_SPACE.match(text, offset):
            self._change("odd-space", f"U+{ord(odd[0][0]):04X}")
            self._put("", odd.end())
        elif hash_comment := _HASH.match(text, offset):
            self._change("hash-comment")
            self._put(f"//{hash_comment[0][1:]}", hash_comment.end())
        elif sign in _CLOSE:
            self._close(sign)
        elif between := _BETWEEN_TOKEN.match(text, offset):
            self._between(between[0])
        elif sign in _OPEN:
            self._before_value()
            self._open(sign, offset)
        else:
            self._atom(sign)

    def _comment(self) -> re.Match[str] | None:
        """Return the comment that begins here; one whose end is behind no place of the text is not looked for."""
        if self.text.startswith("/*", self.offset) and self._last_comment < self.offset:
            return None
        return _COMMENT.match(self.text, self.offset)

    def _atom(self, sign: str) -> None:
        """Read a text, a number or a word; another character stays, for the reader to name."""
        if sign in END_OF:
            self._before_value()
            token = string_at(self.text, self.offset)
            self._endless += token.end == self.offset + 1
            if self._endless > _MAX_ENDLESS:
                self.offset = len(self.text)
                return
            for kind, found in token.changes:
                self._change(kind, found)
            self._value(token.text, token.end)
        elif number := _NUMBER.match(self.text, self.offset):
            self._before_value()
            self._value(self._number(number[0]), number.end())
        elif word := _WORD.match(self.text, self.offset):
            self._word(word[0], word.end())
        else:
            self._put(sign, self.offset + 1)

    def _word(self, word: str, end: int) -> None:
        if word in ("u", "b", "r", "f") and self.text[end : end + 1] in ("'", '"'):
            self._change("literal", word)
            self.offset = end
            return
        self._before_value()
        if self.expects == "key" or (word not in _LITERALS and word not in _JSON_WORDS):
            self._change("unquoted", word)
            self._value(json.dumps(word, ensure_ascii=False), end)
            return
        if word in _LITERALS:
            self._change("literal", word)
        self._value(_LITERALS.get(word, word), end)

    def _number(self, digits: str) -> str:
        """Return a number as JSON writes it, where it is whole; a name that is a number is a text."""
        if self.expects == "key":
            self._change("unquoted", digits)
            return json.dumps(digits)
        if _PLAIN.fullmatch(digits) and digits != "-0":
            return digits
        whole, hexadecimal = _WHOLE.fullmatch(digits.replace("_", "")), _HEXADECIMAL.fullmatch(digits)
        if hexadecimal:
            value = int(hexadecimal[1], 16)
        elif whole and len(whole[2]) + int(whole[3] or 0) <= _MAX_NUMBER_LENGTH:
            value = int(whole[1] + whole[2]) * 10 ** int(whole[3] or 0)
        else:
            return digits
        self._change("number", digits)
        return str(value)

    def _before_value(self) -> None:
        """Put the comma that is missing between two values."""
        if self.expects == "comma":
            self._change("missing-comma")
            self.pieces.append(",")
            self.expects = "key" if self.marks[-1] == "{" else "value"

    def _value(self, text: str, end: int) -> None:
        self._put(text, end)
        self.expects = "colon" if self.expects == "key" else "comma"

    def _open(self, sign: str, offset: int) -> None:
        mark = _OPEN[sign]
        if sign != mark:
            self._change("full-width" if sign in _FULL_WIDTH else "round-bracket", sign)
        self.marks.append(mark)
        self._put(mark, offset + 1)
        self.expects = "key" if mark == "{" else "value"

    def _close(self, sign: str) -> None:
        if sign != _CLOSE[sign]:
            self._change("full-width" if sign in _FULL_WIDTH else "round-bracket", sign)
        self.marks.pop()
        self._put(_CLOSE[sign], self.offset + 1)
        self.expects = "comma"

    def _between(self, sign: str) -> None:
        mark = _BETWEEN[sign]
        if mark == "," and self.expects in ("key", "value"):
            self._change("comma-too-many", sign)
            self._put("", self.offset + len(sign))
            return
        if sign != mark:
            self._change("full-width" if sign in _FULL_WIDTH else "separator", sign)
        self._put(mark, self.offset + len(sign))
        self.expects = "value" if mark == ":" or self.marks[-1] == "[" else "key"

    def _put(self, piece: str, end: int) -> None:
        self.pieces.append(piece)
        self.offset = end
