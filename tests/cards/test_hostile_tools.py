"""The hostile corpus against what works on texts beside the reader: edit, find, patch and diff each end soon, with a result or a refusal."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from cards.errors import InvalidFields
from cards.gateway.editing import REMOVED, edited_text
from cards.json_patch import json_patch
from cards.queries.find import piece_lines
from cards.tree_diff import node_changes
from cards.web.comparing import compared
from engine.api import BadCard, read_json
from portal.compression import coding_of
from tests.bounded import within
from tests.growth.measure import IS_WHOLE
from tests.hostile import SECONDS, TEXTS
from tests.sampling import sampled


def _nested(levels: int, leaf: Any) -> Any:
    for _ in range(levels):
        leaf = {"type": "if", "do": [leaf]}
    return leaf


OWN: Final = {
    "slashes behind a value": '{\n  "a": 1\n  ' + "/" * 200_000 + "\n}",
    "stars in a comment": '{"a": 1, "b": 2 /*' + "*" * 200_000 + "*/}",
    "openings of comments": '{"a": 1 /*' + "/*" * 100_000 + "*/}",
    "blanks before a value": '{"a":' + " " * 900_000 + '1, "d": "\\"a\\": "}',
    "the same line again": '"kind": "random",\n            "count": 1\n' * 10_000,
    "lists in lists": json.dumps(_nested(30, {"count": 1})),
    "long names over each other": json.dumps({"n" * 9_000: {"m" * 9_000: dict.fromkeys(map(str, range(9_000)), 1)}}),
}
PIECES: Final = ('"a":' + " " * 20 + "1", '"kind": "random",\n            "count": 3', "{" * 500, " " * 1_000)


def refused(act: Callable[[], Any]) -> bool:
    """Return whether the text was refused; whatever else it raises is a fault."""
    try:
        act()
    except (BadCard, InvalidFields):
        return True
    return False


def changed(value: Any) -> Any:
    """Return a value in which each plain value is another, so that no part is equal."""
    if isinstance(value, dict):
        return {key: changed(held) for key, held in value.items()}
    return [changed(held) for held in value] if isinstance(value, list) else "changed"


def tools(text: str) -> None:
    """Send a text through everything that works on texts."""
    edits = [("/a", 2), ("/new/member", {}), ("/b", REMOVED), ("/do/0/type", "x")]
    refused(lambda: edited_text(text, edits))
    for piece in (*PIECES, text[:5_000]):
        list(piece_lines(text, piece))
    compared(text, text[::-1])
    try:
        value = read_json(text.encode("utf-8", "replace"), jsonc=True).value
    except BadCard:
        return
    other = changed(value)
    json_patch(value, other)
    node_changes(value, other)


def test_large_texts_are_worked_on_within_their_bounds() -> None:
    """A third of them, another each day; `make growth` all."""
    for name in sampled(OWN, whole=IS_WHOLE):
        within(2 * SECONDS, partial(tools, OWN[name]))


def test_texts_of_the_corpus_are_worked_on_within_their_bounds() -> None:
    """A sixth of them, another each day; `make growth` all."""
    slow: list[str] = []
    for item in sampled(TEXTS, of=6, whole=IS_WHOLE):
        try:
            within(SECONDS, partial(tools, item.text))
        except AssertionError:
            slow.append(item.name)

    assert slow == []


def test_a_header_of_blanks_is_read() -> None:
    within(0.1, lambda: coding_of(",".join(["a" + " " * 8_100 + "!"] * 90), is_public=False))
