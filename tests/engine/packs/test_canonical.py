"""Canonical bytes: one spelling for each value, and none for what has no place in a document."""

from __future__ import annotations

import enum
import hashlib
import json
from typing import Any

import pytest

from engine.errors import EngineBug
from engine.packs.canonical import canonical_bytes, content_hash, sha256_hex
from engine.packs.limits import MAX_INTEGER


class Colour(enum.IntEnum):
    RED = 1


class TestCanonicalBytes:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (None, "null"),
            (True, "true"),
            (-0, "0"),
            (MAX_INTEGER, "9007199254740991"),
            ([], "[]"),
            ((1, 2), "[1,2]"),
            ({"b": 1, "a": [2, {"d": 3, "c": 4}]}, '{"a":[2,{"c":4,"d":3}],"b":1}'),
            ("镀金 & </b>", '"镀金 & </b>"'),
            ('"\\/', '"\\"\\\\/"'),
            ("\b\t\n\f\r", '"\\b\\t\\n\\f\\r"'),
            ("\0\x01\x1f\x7f", '"\\u0000\\u0001\\u001f\x7f"'),
            ("\u2028\ufffe😀", '"\u2028\ufffe😀"'),
        ],
    )
    def test_are_those_of_rfc_8785(self, value: Any, text: str) -> None:
        assert canonical_bytes(value).decode() == text

    def test_order_names_as_in_the_example_of_rfc_8785(self) -> None:
        names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\x80", "\u00f6"]
        written = json.loads(canonical_bytes(dict.fromkeys(names, 0)))

        assert list(written) == ["\r", "1", "\x80", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]

    def test_order_names_by_code_unit_at_every_depth(self) -> None:
        value = [{"x": {"\uffff": 1, "😀": 2}}]

        assert canonical_bytes(value).decode() == '[{"x":{"😀":2,"\uffff":1}}]'

    @pytest.mark.parametrize(
        "value",
        [
            1.0,
            [0.5],
            {"a": float("nan")},
            2**53,
            -(2**53),
            {1: 2},
            {None: 1},
            "\ud83d",
            {"\ud83d": 1},
            b"x",
            {1},
            Colour.RED,
        ],
        ids=ascii,
    )
    def test_do_not_exist_for(self, value: Any) -> None:
        with pytest.raises(EngineBug):
            canonical_bytes(value)

    def test_do_not_exist_for_bottomless_values(self) -> None:
        loop: list[Any] = []
        loop.append(loop)
        with pytest.raises(EngineBug):
            canonical_bytes(loop)


class TestHashes:
    def test_are_plain_sha256(self) -> None:
        assert sha256_hex(b"{}") == hashlib.sha256(b"{}").hexdigest()

    def test_of_contents_ignore_the_order(self) -> None:
        assert content_hash([b"1", b"2", b"3"]) == content_hash([b"3", b"1", b"2"])

    @pytest.mark.parametrize("other", [[], [b"1"], [b"1", b"2", b"2"], [b"12"], [b"1", b"3"], [b"1", b"2", b""]])
    def test_of_contents_ignore_nothing_else(self, other: list[bytes]) -> None:
        assert content_hash(other) != content_hash([b"1", b"2"])

    def test_of_contents_stay_what_they_are(self) -> None:
        whole = hashlib.sha256(b"cardloom-content/1\n" + hashlib.sha256(b"{}").digest()).hexdigest()

        assert content_hash([b"{}"]) == whole
