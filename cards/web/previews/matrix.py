"""The change by the decks that played, as a table of intervals: each pairing once, and every deck against all."""

from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.glyphs import Glyph, Scale, glyph, scale_for, tone_of
from cards.web.text import bilingual_plain, signed

WIDTH = 116
WIDEST = 40.0  # percentage points; wider intervals are cut, so that the others can be told apart


@frozen_dataclass
class Cell:
    """The change in one pairing. Units: percentage points."""

    mean: str
    low: str
    high: str
    n: int
    glyph: Glyph


@frozen_dataclass
class Line:
    """One deck: its pairings in the order of the decks (None for a cell of another line), and the total."""

    title: str
    cells: tuple[Cell | None, ...]
    total: Cell | None


@frozen_dataclass
class Matrix:
    """Pairings of decks. Shapes: a line for each deck; `titles` are its columns."""

    titles: tuple[str, ...]
    lines: tuple[Line, ...]
    pooled: Cell | None

    @property
    def has_cells(self) -> bool:
        """Return whether any pairing has an interval of its own."""
        return any(cell for line in self.lines for cell in line.cells)


def matrix_of(result: JsonObject, margin: float) -> Matrix | None:
    """Return the pairings of a result; None where decks are not distinguished."""
    totals = {pairing["opponent"]: pairing for pairing in result.get("perOpponent") or ()}
    pairs = {frozenset(pairing["decks"]): pairing for pairing in result.get("pairings") or ()}
    decks = [pairing for pairing in result.get("opponents") or () if pairing["id"] in totals]
    if len(decks) < 2:
        return None
    change = result.get("change")
    every = [*totals.values(), *pairs.values(), *([change] if change else [])]
    scale = scale_for(((e["low"], e["high"]) for e in every), WIDTH, margin=margin, extent=WIDEST)

    def cell(pairing: JsonObject | None) -> Cell | None:
        return _cell(pairing, scale, margin) if pairing else None

    lines = [
        Line(
            bilingual_plain(row["title"]),
            tuple(
                cell(pairs.get(frozenset((row["id"], column["id"])))) if at >= place else None
                for at, column in enumerate(decks)
            ),
            cell(totals[row["id"]]),
        )
        for place, row in enumerate(decks)
    ]
    pooled = cell({**change, "verdict": result.get("verdict")}) if change else None
    return Matrix(tuple(bilingual_plain(pairing["title"]) for pairing in decks), tuple(lines), pooled)


def _cell(pairing: JsonObject, scale: Scale, margin: float) -> Cell:
    mean, low, high = pairing["mean"], pairing["low"], pairing["high"]
    drawn = glyph(scale, mean, low, high, tone=tone_of(pairing.get("verdict")), margin=margin)
    return Cell(signed(mean), signed(low), signed(high), pairing["n"], drawn)
