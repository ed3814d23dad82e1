"""The one rule for texts of a single line: names, titles, words, ids, addresses.

Lists, mails, headers and logs show them, where a line break begins another line and an override of direction turns the rest around.
"""

import unicodedata

from cards.refusals import Text, text

BREAKS = text("One line: without line breaks and control characters.", "只能是一行：不能含换行或控制字符。")
OVERRIDES = text("Characters that reverse the direction of text are not allowed.", "不能含改变文字方向的控制字符。")
HALF_CHARACTER = text("A character is incomplete.", "含有不完整的字符。")
INVISIBLE = text("It has no visible characters.", "其中没有可见的字符。")
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing, besides those whose category says so."""
_FAULTS = {"Cc": BREAKS, "Zl": BREAKS, "Zp": BREAKS, "Cs": HALF_CHARACTER}


def line_fault(line: str) -> Text | None:
    """Return why a text cannot be a single line, or None.

    Refused are control characters (tab, CR, LF, U+0085 among them), U+2028 and U+2029, lone surrogates, overrides, embeddings and isolates of
    direction, and a text of which nothing can be seen. Joiners and direction marks within words are part of several scripts and of emoji.
    """
    for letter in line:
        if fault := _FAULTS.get(unicodedata.category(letter)):
            return fault
        if letter in _OVERRIDES:
            return OVERRIDES
    return INVISIBLE if line and not any(map(_is_visible, line)) else None


def one_line(words: str) -> str:
    """Return words of any origin as one line, for a place that holds nothing else; what the rule refuses becomes a blank."""
    kept = (" " if _FAULTS.get(unicodedata.category(letter)) or letter in _OVERRIDES else letter for letter in words)
    return " ".join("".join(kept).split())


def _is_visible(letter: str) -> bool:
    return (
        not letter.isspace() and letter not in _BLANKS and unicodedata.category(letter) not in {"Cf", "Mn", "Cn", "Co"}
    )
