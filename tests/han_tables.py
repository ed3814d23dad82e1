"""Write the tables of Chinese characters by which cards are searched: `python -m tests.han_tables`, with the packages of `engine/search/han/README.md`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from tests.architecture.sources import ROOT

FOLDER = ROOT / "engine" / "search" / "han"
FIRST, LAST = 0x4E00, 0x9FFF


def _of_gb2312(first_row: int, last_row: int) -> Iterator[str]:
    """Yield the characters of some rows of GB 2312: up to row 0xD7 those that are frequent."""
    for row in range(first_row, last_row + 1):
        for cell in range(0xA1, 0xFF):
            yield from bytes([row, cell]).decode("gb2312", "ignore")


def main() -> None:
    """Write both tables."""
    convert = import_module("opencc").OpenCC("t2s").convert
    pypinyin = import_module("pypinyin")
    pairs = [(sign, convert(sign)) for sign in map(chr, range(FIRST, LAST + 1))]
    pairs = [(sign, simple) for sign, simple in pairs if sign != simple and len(simple) == 1]
    (FOLDER / "simplified.txt").write_text("".join(map("".join, pairs)) + "\n", encoding="utf-8")
    frequent = set(_of_gb2312(0xB0, 0xD7))
    signs = sorted({*_of_gb2312(0xB0, 0xF7), *(simple for _, simple in pairs)})
    sounds: dict[str, tuple[list[str], list[str]]] = {}
    for sign in signs:
        readings = pypinyin.pinyin(sign, style=pypinyin.Style.NORMAL, heteronym=True)[0]
        syllables = [reading.replace("ü", "v") for reading in readings]
        plain = list(dict.fromkeys(each for each in syllables if each.isascii() and each.isalpha()))
        for place, syllable in enumerate(plain[: 2 if sign in frequent else 1]):
            sounds.setdefault(syllable, ([], []))[place].append(sign)
    lines = (" ".join([syllable, *map("".join, signs)]).rstrip() + "\n" for syllable, signs in sorted(sounds.items()))
    (FOLDER / "sounds.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
