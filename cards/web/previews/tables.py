"""A report as rows of text: what its tables hold, for a spreadsheet."""

from collections.abc import Iterator

from cards.csv_file import csv_text, number
from cards.web.previews.report import Report

HEAD = ("table", "row", "value", "interval", "n", "note")
Row = tuple[str, str, str, str, str, str]


def tables_csv(report: Report) -> str:
    """Return every table of a report, one after the other, with a byte order mark so that spreadsheets read UTF-8."""
    return csv_text((HEAD, *(tuple(map(number, row)) for row in _rows(report))))


def _rows(report: Report) -> Iterator[Row]:
    if report.headline:
        head = report.headline
        yield ("headline", head.unit, head.mean, f"[ {head.low}, {head.high} ]", str(head.n), head.verdict)
    for stat in report.stats:
        yield ("headline", stat.label, stat.value, stat.interval, "", stat.note)
    for update in report.updates:
        note = "pilot" if update.is_pilot else ""
        yield ("updates", str(update.n), f"{update.mean}", f"[ {update.low}, {update.high} ]", str(update.n), note)
    yield from _decks(report)
    for seen in report.seen_table.rows if report.seen_table else ():
        yield ("first-seen", seen.label, seen.mean, f"[ {seen.low}, {seen.high} ]", str(seen.n), seen.share)
    for measure in report.measures:
        interval = f"[ {measure.low}, {measure.high} ]"
        yield ("measures", measure.label, measure.mean, interval, str(measure.n), measure.note)
    for each in report.descriptions.rows if report.descriptions else ():
        yield ("descriptions", each.code, each.candidate, each.interval, each.n, each.label)
    for node in report.coverage:
        yield ("coverage", node.place.path, node.share, node.interval, node.count, node.note)


def _decks(report: Report) -> Iterator[Row]:
    if report.matrix is None:
        return
    for line in report.matrix.lines:
        for title, cell in zip(report.matrix.titles, line.cells, strict=True):
            if cell:
                yield ("decks", f"{line.title} / {title}", cell.mean, f"[ {cell.low}, {cell.high} ]", str(cell.n), "")
        if line.total:
            total = line.total
            yield ("decks", line.title, total.mean, f"[ {total.low}, {total.high} ]", str(total.n), "")
