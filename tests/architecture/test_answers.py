"""A service reads what it answers before its commit: afterwards it may be another account's save, with an ETag of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

import pytest

from tests.architecture.sources import ROOT, named, tracked

NESTED: Final = {
    "cards/services/deck.py:_write": "its callers hold the transaction in which it saves: the row stays locked until they end"
}
"""Functions whose own block is a savepoint of their callers' transaction, each with why."""


def reads_a_row(node: ast.AST) -> bool:
    """Return whether a piece of code reads a row of the database again."""
    calls = [ast.unparse(part.func) for part in ast.walk(node) if isinstance(part, ast.Call)]
    return any(
        call.endswith(("_get", ".refresh_from_db")) or ("objects" in call and call.endswith((".get", ".first")))
        for call in calls
    )


def late_readers(text: str) -> Iterator[str]:
    """Yield the functions that read a row again after their transaction."""
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            is_over = False
            for step in function.body:
                if isinstance(step, ast.With | ast.Try) and "transaction.atomic()" in ast.unparse(step):
                    is_over = True
                elif is_over and reads_a_row(step):
                    yield function.name
                    break


@pytest.mark.parametrize(
    "answer", ["return row_get(pk=row.pk)", "return Row.objects.get(pk=row.pk)", "row.refresh_from_db()"]
)
def test_a_planted_late_answer_is_found(answer: str) -> None:
    save = "def save(row):\n    with transaction.atomic():\n        row.save()\n"

    assert list(late_readers(f"{save}    {answer}\n")) == ["save"]
    assert list(late_readers(f"{save}        {answer}\n")) == []


def test_services_read_their_answers_before_the_commit() -> None:
    late = {
        f"{named(path)}:{name}"
        for path in tracked("cards/services", suffixes=(".py",))
        for name in late_readers((ROOT / path).read_text(encoding="utf-8"))
    }

    assert late == set(NESTED)
