"""The grid of a match as a page draws it: cells with their ground, regions and who stands there."""

from collections.abc import Iterable, Mapping

from cards.localization import localize
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.board import Side, Tile, tiles_of
from cards.web.text import bilingual_plain

SIDES = (("t", -1, 0), ("r", 0, 1), ("b", 1, 0), ("l", 0, -1))
"""The edges of a cell: the letter of its class, and where its neighbour is, in rows and columns."""


@frozen_dataclass
class Cell:
    """One cell: `looks` are its classes, `option` the key of the answer that names it."""

    name: str
    looks: str
    says: str
    region: str
    tile: Tile | None
    option: str


@frozen_dataclass
class Key:
    """A line of the legend: its class and what it means."""

    look: str
    title: str


@frozen_dataclass
class Grid:
    """A grid: `columns` are their names; `selected` is the card that is looked at, 0 for none; `terrains` are those that this map has.

    Shapes: `pips` and `corner` are what the marks of units on their cells mean, those that one of them has.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    terrains: tuple[Key, ...]
    regions: tuple[tuple[str, int], ...]
    selected: int
    pips: tuple[str, ...] = ()
    corner: str = ""


def grid_of(grid: JsonObject | None, sides: Iterable[Side], decision: JsonObject) -> Grid | None:
    """Return the grid of a scene with the answers that name its cells."""
    if grid is None:
        return None
    tiles = tiles_of(sides)
    at = {tile.cell: tile for tile in tiles.values() if tile.cell}
    options = {option["cell"]: option["key"] for option in decision.get("options", ()) if option["cell"]}
    drawn = _GridDrawing(grid, at, options)
    width = grid["columns"]
    rows = tuple(tuple(drawn.cell(row, column) for column in range(width)) for row in range(grid["rows"]))
    terrain_places = {cell["terrain"] for cell in grid["cells"]}
    return Grid(
        tuple(cell["name"].rstrip("0123456789") for cell in grid["cells"][:width]),
        rows,
        tuple(
            Key(f"t{place}", bilingual_plain(title_row["title"]))
            for place, title_row in enumerate(grid["terrains"])
            if place in terrain_places
        ),
        tuple((bilingual_plain(title_row["title"]), title_row["seat"]) for title_row in grid["regions"]),
        _selected_card(tiles, decision),
        tuple(dict.fromkeys(pips.title for tile in at.values() for pips in tile.pips)),
        next((tile.corner[0] for tile in at.values() if tile.corner), ""),
    )


def _selected_card(tiles: Mapping[int, Tile], decision: JsonObject) -> int:
    """Return the card that a question is about, else the first that it offers."""
    source = decision.get("source", 0)
    named = (source, *(option["entity"] for option in decision.get("options", ())))
    return next((eid for eid in named if eid in tiles and tiles[eid].cell), 0)


class _GridDrawing:
    """Draws the cells of one grid."""

    def __init__(self, grid: JsonObject, at: Mapping[str, Tile], options: Mapping[str, str]) -> None:
        self._grid, self._at, self._options = grid, at, options
        self._named: set[int] = set()

    def cell(self, row: int, column: int) -> Cell:
        """Return one cell; the first cell of a region has its name."""
        content = self._of(row, column) or {}
        region, tile = content["region"], self._at.get(content["name"])
        first = region >= 0 and region not in self._named
        self._named.add(region)
        title = bilingual_plain(self._grid["regions"][region]["title"]) if region >= 0 else ""
        option = self._options.get(content["name"], "") or (tile.option if tile is not None else "")
        looks = [f"t{content['terrain']}", *self._edges(row, column, region)]
        if option:
            looks.append("is-offered")
        return Cell(
            content["name"], " ".join(looks), self._says(content, title, tile), title if first else "", tile, option
        )

    def _of(self, row: int, column: int) -> JsonObject | None:
        if not (0 <= row < self._grid["rows"] and 0 <= column < self._grid["columns"]):
            return None
        found: JsonObject = self._grid["cells"][row * self._grid["columns"] + column]
        return found

    def _edges(self, row: int, column: int, region: int) -> list[str]:
        """Return the classes of a cell of a region: who holds it, and on which sides the region ends."""
        if region < 0:
            return []
        ends = [
            f"e-{letter}"
            for letter, down, right in SIDES
            if (self._of(row + down, column + right) or {"region": -1})["region"] != region
        ]
        return [f"rg{self._grid['regions'][region]['seat'] + 1}", *ends]

    def _says(self, content: JsonObject, region: str, tile: Tile | None) -> str:
        """Return a cell in words."""
        terrain = bilingual_plain(self._grid["terrains"][content["terrain"]]["title"])
        parts = [content["name"], terrain, region]
        if tile is not None:
            owner = (
                localize("nobody's", "中立")
                if tile.seat is None
                else localize("Player {seat}", "{seat} 号玩家", seat=tile.seat + 1)
            )
            parts += [bilingual_plain(tile.name), owner]
            parts += [f"{tile.meter.title} {tile.meter.value}/{tile.meter.most}"] if tile.meter else []
        return ", ".join(filter(None, parts))
