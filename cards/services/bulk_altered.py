"""Cells that a spreadsheet has changed by itself: texts that became numbers, dates or truths."""

import re
from collections.abc import Iterable, Iterator

from cards.gateway.editing import REMOVED, value_or_removed
from cards.refusals import text
from cards.services.bulk import Change
from cards.services.bulk_columns import Base, CellError

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec"
_CONVERSION = re.compile(
    rf"""[-+]?\d+([.,]\d+)?(e[-+]?\d+)?%?            # a number
    | \d{{1,4}}[-/.]\d{{1,2}}([-/.]\d{{1,4}})?([ T]\d\d:\d\d(:\d\d)?)?   # a date
    | \d{{1,4}}[- ]({_MONTHS})[a-z]*([- ]\d{{2,4}})? | ({_MONTHS})[a-z]*[- ]\d{{1,4}}
    | \d{{1,4}}年(\d{{1,2}}月)?(\d{{1,2}}日)? | \d{{1,2}}月\d{{1,2}}日
    | \d{{1,2}}:\d\d(:\d\d)? | true | false | \#[A-Z/]+[0!?]*""",
    re.IGNORECASE | re.VERBOSE,
)
"""How a spreadsheet writes what it takes for a number, a date, a time or a truth, and its errors."""


def is_conversion(cell: str) -> bool:
    """Return whether a text is written as a spreadsheet writes what it took for something else."""
    return _CONVERSION.fullmatch(cell.strip()) is not None


def altered_cells(written_id: str, base: Base, changes: Iterable[Change]) -> Iterator[CellError]:
    """Yield a warning for each text that would become what a spreadsheet makes of texts, with the text before."""
    for change in changes:
        if change.language:
            old = base.texts.get(change.language, {}).get("name", REMOVED)
        else:
            old = value_or_removed(base.document, change.pointer)
        if isinstance(old, str) and isinstance(change.value, str) and is_conversion(change.value):
            key = change.pointer[1:].replace("/", ".") + (f":{change.language}" if change.language else "")
            detail = text(
                f"“{change.value}” stands where “{old}” was: a spreadsheet may have made a number or a date of it.",
                f"原为“{old}”，现为“{change.value}”：可能被电子表格转换成了数字或日期。",
            )
            yield CellError(written_id, key, detail)
