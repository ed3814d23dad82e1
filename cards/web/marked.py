"""Two texts of a card beside each other: which words go and which come, in a script with blanks between words or without."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from cards.values import frozen_dataclass

MAX_LENGTH = 4_000
"""Characters of a text within which words are compared; longer ones are marked as a whole."""
_TOKENS = re.compile(r"[0-9]+|[A-Za-z]+|\s+|.", re.DOTALL)


@frozen_dataclass
class Piece:
    """A run of words: `old` goes, `new` comes; equal where they stay."""

    old: str
    new: str

    @property
    def stays(self) -> bool:
        """Return whether both texts have it."""
        return self.old == self.new


def marked(before: str, after: str) -> Iterator[Piece]:
    """Yield the pieces of two texts in order: their old halves make up the one, their new halves the other."""
    if max(len(before), len(after)) > MAX_LENGTH:
        yield Piece(before, after)
        return
    old, new = _TOKENS.findall(before), _TOKENS.findall(after)
    for _, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield Piece("".join(old[i:j]), "".join(new[k:m]))
