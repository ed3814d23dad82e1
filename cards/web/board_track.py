"""A round of cells as a page draws it, with the markers of the seats."""

from collections.abc import Mapping
from typing import Any

from cards.values import frozen_dataclass
from cards.web.text import bilingual_plain

WHEELS = range(6, 17)  # numbers of cells for which the style sheet has the places of a round


@frozen_dataclass
class Marker:
    """Where a seat is: its round counts from 1."""

    seat: int
    lap: int


@frozen_dataclass
class TrackCell:
    """One cell, with who stands on it."""

    name: str
    word: str
    markers: tuple[Marker, ...]


@frozen_dataclass
class TrackView:
    """A round of cells."""

    title: str
    lap: str
    cells: tuple[TrackCell, ...]

    @property
    def is_wheel(self) -> bool:
        """Return whether the cells are drawn in a round: there is a place for each."""
        return len(self.cells) in WHEELS


def track_of(track: Mapping[str, Any] | None) -> TrackView | None:
    """Return the round of cells of a table, none in a game without one."""
    if track is None:
        return None
    cells = tuple(
        TrackCell(
            cell["name"],
            bilingual_plain(cell["title"]),
            tuple(Marker(one["seat"], one["lap"]) for one in track["seats"] if one["cell"] == no),
        )
        for no, cell in enumerate(track["cells"])
    )
    return TrackView(bilingual_plain(track["title"]), bilingual_plain(track["lap"]), cells)
