"""Versions of cards, of sets and of schemas: numbers between points, compared as numbers. Source: 003§9."""

from __future__ import annotations

import re
from typing import Any, Final, TypeGuard

PATTERN: Final = r"(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){1,2}"
"""What a version looks like: `1.0` or `1.0.0`."""

VERSION: Final = re.compile(PATTERN, re.ASCII)


def is_version(value: Any) -> TypeGuard[str]:
    """Return whether a value is a version."""
    return isinstance(value, str) and VERSION.fullmatch(value) is not None


def major(version: str) -> int:
    """Return the first number of a version."""
    return int(version.partition(".")[0])


def numbers(version: str) -> tuple[int, int, int]:
    """Return the three numbers of a version, in the order in which versions compare: `1.10.0` is after `1.9.0`, `1.0` is `1.0.0`.

    Errors: ValueError for what is no version.
    """
    if not VERSION.fullmatch(version):
        raise ValueError(f"{version!r} is no version")
    first, second, *third = (int(number) for number in version.split("."))
    return first, second, third[0] if third else 0


def is_same(first: str, second: str) -> bool:
    """Return whether two versions are the same by their numbers; of what is no version, by its letters."""
    if VERSION.fullmatch(first) and VERSION.fullmatch(second):
        return numbers(first) == numbers(second)
    return first == second
