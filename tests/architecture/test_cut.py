"""Names are never cut to the length of a column: two long names would become one.

What is asked for is read with `search_words`, which refuses what does not fit; a key is written with `fitting_key`, a name that people read
with `fitting_name`. Other slices from the beginning are listed with what they cut.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STRICT = ("cards/api", "cards/services", "cards/models")
READS = (".get(", ".POST", ".GET", ".query_params", ".headers", "getlist(", "request.path", ".body")

ALLOWLIST = {
    "answer.body[:200]": "an answer in words of an error; it is that of a receiver, which nothing writes",
    "(alone or list(names))[:MAX_LISTED]": "names in a sentence, which says that there are more",
    "data.removeprefix(b'\\xef\\xbb\\xbf')[:_HEAD]": "how a file begins, to know its kind",
    "data[:_HEAD]": "how a file begins, to know its kind",
    "data[:BEGINNING]": "how a file begins, to know its kind",
    "data[:_BEGINNING]": "how a file begins, to know its kind",
    "[line for line in beginning.decode(encoding).lstrip(BOM).splitlines() if line.strip()][:2]": "two lines, to know a table",
    "beginning[:beginning.rfind(b'\\n') + 1]": "how a file begins, to know its kind",
    "lines[:_MAX_TITLE_ROWS]": "the first lines, to know where the columns are named",
    # parts of hashes
    "self.source_sha[:8]": "a part of a hash beside a revision",
    "self.sha[:8]": "a part of a hash beside a revision",
    "older.manifest_id[:32]": "half of a hash, in an ETag",
    "newer.manifest_id[:32]": "half of a hash, in an ETag",
    # texts that people read
    "value_text(node[0])[:NODE_LIMIT]": "shown where the node is gone; the pointer names it",
    "one_line(found)[:200]": "the name of a scenario in lists; its text holds it whole",
    "subject[:SUBJECT_LENGTH]": "the subject of a mail",
    "str(error)[:500]": "an error in words",
    "', '.join(table.columns)[:300]": "an error in words",
    "str(row[kind_column])[:40]": "a cell in a report; the file holds it whole",
    "error[:ERROR_LIMIT]": "an error in words",
    "_first(look, row)[:500]": "an error in words",
    "f'{type(error).__name__}: {error}'[:300]": "an error in words",
    "f'{type(error).__name__}: {error}'[:200]": "an error in words",
    "pack[:64]": "a name in the log, which nothing reads back",
    "match.answers[:match.prelude]": "the answers before the first of a person",
    "table.rows[:SAMPLE]": "the first records, to know their shape",
    "str(row[column])[:40]": "a value in a sentence",
    "f'{type(fault).__name__}: {fault}'.replace('\\x00', '')[:ERROR_LIMIT]": "an error in words",
    "str(structlog.contextvars.get_contextvars().get('request_id', ''))[:64]": "an id that the portal made itself",
    "agent.replace('\\x00', '')[:AGENT_LIMIT]": "a browser in words; the session is named by its key",
    "address[:ADDRESS_LIMIT]": "an address as long as an address is; the session is named by its key",
    "socket.gethostname()[:HOST_LIMIT]": "the name of a host, 64 characters at most",
    "names[:MAX_NAMES]": "names in a sentence, which counts the rest",
    "str(both.get(name, ''))[:WHAT_LENGTH]": "a sentence that the portal wrote itself",
    "done.problems[:MAX_PROBLEMS]": "problems in an answer, which counts them all",
    "_ordered(report)[:MAX_SHOWN_CARDS]": "cards in an answer, which counts them all",
    "found.problems[:MAX_PROBLEMS]": "problems in an answer, which counts them all",
    "whole['errors'][:MAX_STORED_PROBLEMS]": "errors of a refusal that a job keeps",
    "whole['problems'][:MAX_STORED_PROBLEMS]": "problems of a refusal that a job keeps",
    # parts of texts and lists that are taken apart
    "reason.cards[:MAX_LISTED_CARDS]": "ids in an answer, which counts the rest",
    "places[:PLACES_NAMED]": "places in a sentence, which says that there are more",
    "own[:1]": "the first column",
    "data.removeprefix(b'\\xef\\xbb\\xbf')[:BEGINNING]": "the beginning of a file, to know its kind",
    "row[:width]": "the cells of a row that has empty ones behind them",
    "head[:place]": "the columns before one",
    "names[:place]": "the columns before one",
    "[*row.key.split('/'), '', ''][:3]": "three parts of a key that has three",
}
QUERIES = (
    ".objects.",
    ".order_by(",
    ".values",
    ".filter(",
    "Subquery",
    "_doomed(",
    "rows",
    "plans",
    "drafts",
    "card_list(",
)


def cuts(source: str) -> Iterator[tuple[str, str]]:
    """Yield what is cut from the beginning, `text[:N]`, with what it is cut from; a page of rows ends at `limit` and is none."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
            continue
        upper = ast.unparse(node.slice.upper) if node.slice.upper else "limit"
        if (
            node.slice.lower is None
            and upper not in {"-1", "limit"}
            and "limit_of(" not in upper
            and "limit + 1" not in upper
        ):
            yield ast.unparse(node), ast.unparse(node.value)


def cut_input(source: str) -> list[str]:
    """Return the slices of what a request sends, also of a name that such a thing was given in the same function."""
    matches = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        ids = {
            target.id
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and any(word in ast.unparse(node.value) for word in READS)
            if not isinstance(node.value, ast.IfExp | ast.ListComp | ast.DictComp)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for cut, value in cuts(ast.unparse(function)):
            if (any(word in value for word in READS) and not value.startswith("[")) or value in ids:
                matches.append(cut)
    return matches


def modules(*folders: str) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def test_nothing_that_a_request_sends_is_cut() -> None:
    found = {f"{path}: {cut}" for path, source in modules("cards", "portal") for cut in cut_input(source)}
    assert sorted(found - set(DISPLAYS)) == []


DISPLAYS = {
    "cards/services/seal_log.py: answer.body[:200]": "an answer of a receiver, in words of an error",
    "cards/services/audit.py: str(structlog.contextvars.get_contextvars().get('request_id', ''))[:64]": "made by the portal",
    "cards/web/board.py: options[:1]": "rows",
    "cards/services/bulk_plan.py: str(both.get(name, ''))[:WHAT_LENGTH]": "a sentence that the portal wrote itself",
    "cards/web/views/jobs.py: problems[:MAX_PROBLEMS_LISTED]": "a list that counts the rest",
}
"""What looks like something that a request sends, and is none or is read by people alone."""


def test_every_cut_of_a_service_is_listed() -> None:
    lines = {
        f"{path}: {cut}"
        for path, source in modules(*STRICT)
        for cut, value in cuts(source)
        if cut not in ALLOWLIST and not any(word in value for word in QUERIES)
    }
    assert sorted(lines) == []


def test_the_list_has_no_cut_that_is_gone() -> None:
    there = {cut for _, source in modules(*STRICT) for cut, _ in cuts(source)}
    assert sorted(set(ALLOWLIST) - there) == []


@pytest.mark.parametrize(
    "source",
    [
        "def f(request):\n    return Claim(f'{request.method} {request.path}'[:ROUTE_LIMIT])",
        "def f(request):\n    key = request.POST.get('key', '')\n    return key[:200]",
        "def f(asked):\n    return asked.get('q', '').strip()[:200]",
    ],
)
def test_a_cut_is_found(source: str) -> None:
    assert cut_input(source)
