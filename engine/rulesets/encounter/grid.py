"""The grid: cells by number, their words, distances, areas and paths. Nothing here knows of a match but its map and who is where.

A cell is `column + row × width`; its word is a letter for the column and a number for the row, `A1` at the top left. Source: 001§3, §7.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from .words import HAZARDS, LETTERS, STICKY, WALL

NOWHERE = -1
MAX_SIDE = 20
Way = tuple[int, int, tuple[int, ...]]
"""Hazards passed, steps, and the cells entered."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A map as the rules read it. Each is itself alone, so that what is found on it can be remembered.

    Shapes: `terrain` and `region` by cell, a region counted from 1, 0 for none; `near[cell]` are the orthogonal neighbours in reading order,
            `far[cell][other]` is the distance; `middles` is a cell in the middle of each region.
    """

    width: int
    height: int
    terrain: tuple[int, ...]
    region: tuple[int, ...]
    letters: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]
    far: tuple[tuple[int, ...], ...]
    middles: tuple[int, ...]


def grid_of(rows: Sequence[str], regions: Sequence[str]) -> Grid:
    """Return the grid that a map's rows describe; a row that is too short ends in plain ground of no region."""
    width, height = max((len(row) for row in rows), default=1), max(len(rows), 1)
    cells = [rows[y][x] if x < len(rows[y]) else "." for y in range(height) for x in range(width)]
    marks = [_mark(regions, x, y) for y in range(height) for x in range(width)]
    letters = tuple(sorted(set(marks) - {"."}))
    lying = [[cell for cell, mark in enumerate(marks) if mark == letter] for letter in letters]
    return Grid(
        width,
        height,
        tuple(max(LETTERS.find(cell), 0) for cell in cells),
        tuple(letters.index(mark) + 1 if mark != "." else 0 for mark in marks),
        letters,
        _neighbours(width, height),
        _distances(width, height),
        tuple(held[len(held) // 2] for held in lying),
    )


def _mark(regions: Sequence[str], x: int, y: int) -> str:
    return regions[y][x] if y < len(regions) and x < len(regions[y]) else "."


@cache
def _neighbours(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    neighbours = []
    for cell in range(width * height):
        x, y = cell % width, cell // width
        steps = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        neighbours.append(tuple(a + b * width for a, b in steps if 0 <= a < width and 0 <= b < height))
    return tuple(neighbours)


@cache
def _distances(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    cells = range(width * height)
    return tuple(tuple(distance(width, first, second) for second in cells) for first in cells)


@cache
def word_of(width: int, cell: int) -> str:
    """Return the word of a cell: `B3`."""
    return f"{chr(65 + cell % width)}{cell // width + 1}"


def cell_of(width: int, word: str) -> int:
    """Return the cell that a word names."""
    return ord(word[0]) - 65 + (int(word[1:]) - 1) * width


def distance(width: int, first: int, second: int) -> int:
    """Return how far two cells are apart: a diagonal neighbour is 2 away (001§3)."""
    return abs(first % width - second % width) + abs(first // width - second // width)


def burst(grid: Grid, centre: int, level: int, *, corners: bool = False) -> tuple[int, ...]:
    """Return the cells of a burst of level 1 to 6, in reading order; what lies off the map is dropped (001§7.2.2, EN10)."""
    x, y = centre % grid.width, centre // grid.width
    return tuple(
        a + b * grid.width
        for b in range(max(y - 2, 0), min(y + 3, grid.height))
        for a in range(max(x - 2, 0), min(x + 3, grid.width))
        if _in_burst(abs(a - x), abs(b - y), level, corners=corners)
    )


def _in_burst(dx: int, dy: int, level: int, *, corners: bool) -> bool:
    match level:
        case 1:
            return dx + dy == 0
        case 2:
            return dx + dy <= 1
        case 3:
            return max(dx, dy) <= 1
        case 4:
            return dx + dy <= 2
        case 5:
            return max(dx, dy) <= 2 and (corners or dx + dy < 4)
    return max(dx, dy) <= 2


def ray(grid: Grid, origin: int, towards: int, level: int) -> tuple[int, ...]:
    """Return the cells of a ray of a given length from an origin, which it leaves out, along the axis on which the other cell is farther."""
    width = grid.width
    dx, dy = towards % width - origin % width, towards // width - origin // width
    if not dx and not dy:
        return ()
    step = ((dx > 0) - (dx < 0), 0) if abs(dx) >= abs(dy) else (0, (dy > 0) - (dy < 0))
    out = []
    for number in range(1, level + 1):
        x, y = origin % width + step[0] * number, origin // width + step[1] * number
        if 0 <= x < width and 0 <= y < grid.height:
            out.append(x + y * width)
    return tuple(out)


@lru_cache(maxsize=4096)
def ways(  # noqa: PLR0913 - what a path depends on
    grid: Grid,
    terrain: tuple[int, ...],
    start: int,
    steps: int,
    obstacles: frozenset[int],
    no_end: frozenset[int],
    *,
    shortest: bool = False,
    trip: int = 0,
) -> Mapping[int, Way]:
    """Return every cell that can be reached within a number of steps, with the way there (EN4, EN6, EN15): offered, then walked.

    Of several ways it is the one with the fewest hazards, then the shortest, then the first in reading order; with `shortest` the
    shortest before the safest. A way passes no cell of `obstacles` and ends on none of `no_end`; the first sticky cell takes `trip` steps more.
    """
    steps = min(steps, 2 * len(grid.near) + trip)  # no way leads twice to a cell, before and after it has tripped
    best: dict[int, Way] = {}
    shortest_by_cell: dict[tuple[int, bool], tuple[int, Way]] = {}
    layers: list[dict[tuple[int, bool], Way]] = [{} for _ in range(steps + 1)]
    layers[0][start, not trip] = (0, 0, ())
    for length_used in range(steps):
        for (cell, has_tripped), (hazards, length, path) in layers[length_used].items():
            for near in grid.near[cell]:
                kind = terrain[near]
                if near in obstacles or kind == WALL or near == start:
                    continue
                way = (hazards + (kind in HAZARDS), length + 1, (*path, near))
                old = best.get(near)
                if old is None or ((way[1], way) < (old[1], old) if shortest else way < old):
                    best[near] = way
                trips = kind == STICKY and not has_tripped
                after, key = length_used + 1 + (trip if trips else 0), (near, has_tripped or trips)
                if after < steps and (
                    key not in shortest_by_cell
                    or (after, way) < shortest_by_cell[key]
                    or way < shortest_by_cell[key][1]
                ):
                    shortest_by_cell[key] = after, way
                    layers[after][key] = way
    return {cell: best[cell] for cell in sorted(best) if cell not in no_end}


def facts_of(document: Mapping[str, Any]) -> Grid:
    """Return the grid of a map's document."""
    return grid_of(document.get("rows", ()), document.get("regions", ()))


AREA_SIDE = 5
"""Cells across a picture of an area: the largest burst."""
LEVELS = range(1, 7)


def pictures_of(shape: str) -> tuple[tuple[str, ...], ...]:
    """Return a picture of each level of an area, by its own rules: `#` is in it, `@` is where it starts, `.` is outside (EN10)."""
    field = grid_of(("." * AREA_SIDE,) * AREA_SIDE, ())
    centre = AREA_SIDE * AREA_SIDE // 2
    if shape == "burst":
        return tuple(_picture(AREA_SIDE, AREA_SIDE, centre, burst(field, centre, level)) for level in LEVELS)
    line = grid_of(("." * (len(LEVELS) + 1),), ())
    return tuple(_picture(line.width, 1, 0, ray(line, 0, 1, level)) for level in LEVELS)


def _picture(width: int, height: int, origin: int, cells: Sequence[int]) -> tuple[str, ...]:
    signs = ["@" if cell == origin else "#" if cell in cells else "." for cell in range(width * height)]
    return tuple("".join(signs[row * width : (row + 1) * width]) for row in range(height))
