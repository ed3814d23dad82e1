"""Matches that blocks of a card turned, as the page of their worth leads to them: two of the first block won by each, two of the first lost."""

from collections.abc import Iterator, Mapping

from django.urls import reverse

from cards.localization import localize
from cards.models import Preview
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.text import bilingual_plain


@frozen_dataclass
class TurnedBlock:
    """The first block of matches that a block of a card turned one way; `matches` have their labels and addresses."""

    name: str
    why: str
    is_won: bool
    block: int
    seed: int
    matches: tuple[tuple[str, str], ...]


def turned_blocks(preview: Preview, names: Mapping[str, str]) -> Iterator[TurnedBlock]:
    """Yield the blocks of matches that a finished measurement keeps, in the order of the rows."""
    matches = (preview.result or {}).get("matches") or []
    for no in range(0, len(matches) - 1, 2):
        first = matches[no]
        yield TurnedBlock(
            name=names[first["place"]],
            why=bilingual_plain(first["why"]),
            is_won=first["kind"] == "turnedWon",
            block=first["block"],
            seed=first["seed"],
            matches=tuple((_label(preview, matches[at]), match_url(preview, at)) for at in (no, no + 1)),
        )


def twin_of(preview: Preview, index: int) -> tuple[str, str]:
    """Return the label and address of the other match of a block."""
    other = index ^ 1
    return _label(preview, (preview.result or {})["matches"][other]), match_url(preview, other)


def match_url(preview: Preview, index: int) -> str:
    """Return the address of a match that a result keeps."""
    return reverse("cards:preview-match", args=[preview.pack, preview.number, index])


def _label(preview: Preview, match: JsonObject) -> str:
    """Return what tells the two matches of a block apart: who has the whole card, or whether the fixed side has it."""
    if preview.spec["layout"]["unit"] != "side":
        return localize("whole card: player {seat}", "整张牌：{seat} 号玩家", seat=match["seat"] + 1)
    return localize("with it", "有它") if match["arm"] == "candidate" else localize("without it", "没有它")
