"""Which tags a card's text may hold, and the text without the others.

The author's text is never rewritten here: what goes beyond the list is a problem with a fix, and every page sanitises again.
"""

from __future__ import annotations

import re
from unicodedata import category

ALLOWED_TAGS = ("b", "i", "em", "strong", "u", "br", "p", "span", "ul", "ol", "li")

_OPENING = re.compile(r"<(?=[A-Za-z/!?])")
_GOOD = re.compile(rf"</?(?:{'|'.join(ALLOWED_TAGS)})\s*/?>", re.IGNORECASE)
_NAME = re.compile(r"</?\s*([A-Za-z][A-Za-z0-9-]{0,30})")
_ALLOWED_TAG = re.compile(rf"<(/?)({'|'.join(ALLOWED_TAGS)})(?=[\s/>])[^<>]*>", re.IGNORECASE)
_INVISIBLE = re.compile(r"<(script|style)\b[^>]*>.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[A-Za-z/!?][^<>]*>")


UNSEEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164"
    r"\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001d173-\U0001d17a\U000e0000-\U000e00ff]"
)
"""Characters that are not seen or that turn the direction of writing: controls but tab and line breaks, marks, overrides, fillers,
tags, and those that are no characters."""
_NO_SIGN = re.compile("[\u115f\u1160\u2800]")
"""Letters and signs that are drawn as nothing where they stand alone."""


def unseen(text: str) -> list[str]:
    """Return the invisible characters of a text, each once, by their names."""
    return list(dict.fromkeys(f"U+{ord(sign):04X}" for sign in UNSEEN.findall(text)))


def is_blank(text: str) -> bool:
    """Return whether nothing of a text is seen: it holds blanks, joiners and marks without a letter that would carry them."""
    return all(category(sign)[0] in "ZCM" and category(sign) != "Co" for sign in _NO_SIGN.sub("", text))


def foreign(text: str) -> tuple[str, ...]:
    """Return what a text holds beyond the allowed tags: names of tags, in order, each once.

    An allowed tag with an attribute counts as `name …`; anything else that opens like a tag as itself.
    """
    tags: dict[str, None] = {}
    for opening in _OPENING.finditer(text):
        offset = opening.start()
        if _GOOD.match(text, offset):
            continue
        name = _NAME.match(text, offset)
        word = name[1].lower() if name else text[offset : offset + 4]
        tags[f"{word} …" if word in ALLOWED_TAGS else word] = None
    return tuple(tags)


def stripped(text: str) -> str:
    """Return the text with the allowed tags alone, and those without attributes."""
    text = _INVISIBLE.sub("", text)
    text = _ALLOWED_TAG.sub(lambda tag: f"<{tag[1]}{tag[2]}>", text)
    before = ""
    while before != text:
        before = text
        text = _TAG.sub(lambda tag: tag[0] if _GOOD.fullmatch(tag[0]) else "", text)
    return _OPENING.sub(lambda opening: "<" if _GOOD.match(text, opening.start()) else "&lt;", text)
