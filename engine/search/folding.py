"""Texts as a search compares them: without case, accents, widths, kinds of quotes and dashes, and traditional forms; and names by their sounds.

Each character is folded by itself, so a piece of a text folds to a piece of the folded text.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path

_FOLDER = Path(__file__).parent / "han"
_LETTERS = {
    **dict.fromkeys("‘’‚‛′＇`´ʼ", "'"),
    **dict.fromkeys("“”„‟″＂«»「」『』《》", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
    **dict.fromkeys("·・", "."),
    **dict.fromkeys("đð", "d"),
    "ø": "o",
    "ł": "l",
    "ħ": "h",
    "ı": "i",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ŋ": "n",
    "…": "...",
}
"""Characters that people type otherwise, after case and accents are folded."""
MAX_NAME_LENGTH = 24
"""Characters of a name whose sounds are kept."""
MAX_READINGS = 8
"""Readings of one name that are kept."""


class _Letters(dict[int, str]):
    """The folded form of each character that was asked for."""

    def __missing__(self, point: int) -> str:
        sign = _LETTERS.get(chr(point), chr(point))
        plain = "".join(each for each in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(each))
        folded = "".join(_LETTERS.get(each, each) for each in plain.casefold())
        value = "".join(_simplified().get(each, each) for each in folded)
        self[point] = value
        return value


_FOLDS = _Letters()


def fold(text: str) -> str:
    """Return a text as a search compares it."""
    return text.translate(_FOLDS)


def sounds_of(name: str) -> Iterator[str]:
    """Yield how the Chinese characters of a name sound: the syllables joined, and their initials, for each of its readings."""
    readings = [_sounds()[sign] for sign in fold(name) if sign in _sounds()][:MAX_NAME_LENGTH]
    for syllables in islice(product(*readings), MAX_READINGS) if readings else ():
        yield "".join(syllables)
        yield "".join(syllable[0] for syllable in syllables)


def spelled(name: str) -> str:
    """Return a name whose Chinese characters are replaced by how each most often sounds, as words of their own."""
    return "".join(f" {_sounds()[sign][0]} " if sign in _sounds() else sign for sign in fold(name))


@cache
def _simplified() -> dict[str, str]:
    pairs = (_FOLDER / "simplified.txt").read_text(encoding="utf-8").strip()
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


@cache
def _sounds() -> dict[str, tuple[str, ...]]:
    """Return the syllables of each character, the most frequent first."""
    lines = [line.split(" ") for line in (_FOLDER / "sounds.txt").read_text(encoding="utf-8").splitlines()]
    sounds: dict[str, tuple[str, ...]] = {sign: (syllable,) for syllable, *signs in lines for sign in signs[0]}
    for syllable, _, *rarer in lines:
        for sign in "".join(rarer):
            sounds[sign] = (*sounds[sign], syllable)
    return sounds
