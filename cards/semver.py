"""Semantic versions: reading, comparing, raising, and a key that the database sorts by."""

from __future__ import annotations

import re
from typing import Literal

from cards.values import frozen_dataclass

Bump = Literal["major", "minor", "patch"]

_NUMBER = r"0|[1-9][0-9]{0,8}"
_IDENT = r"(?:0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
SEMVER_PATTERN = rf"^({_NUMBER})\.({_NUMBER})\.({_NUMBER})(?:-({_IDENT}(?:\.{_IDENT})*))?$"
SEMVER_LENGTH = 64  # longest version text that a row holds
_SEMVER = re.compile(SEMVER_PATTERN, re.ASCII)
_BUMPS: tuple[Bump, ...] = ("patch", "minor", "major")


@frozen_dataclass
class Semver:
    """One version number; build metadata is not accepted, because two releases may not differ in it alone."""

    major: int
    minor: int
    patch: int
    pre: str = ""

    @classmethod
    def parse(cls, text: str) -> Semver:
        """Read `1.2.3` or `1.2.3-rc.1`; anything else raises ValueError."""
        match = _SEMVER.fullmatch(text) if len(text) <= SEMVER_LENGTH else None
        if match is None:
            raise ValueError(f"not a semantic version: {text[:80]!r}")
        major, minor, patch, pre = match.groups()
        return cls(int(major), int(minor), int(patch), pre or "")

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}" + (f"-{self.pre}" if self.pre else "")

    @property
    def base(self) -> tuple[int, int, int]:
        """Return the three numbers without the pre-release part."""
        return (self.major, self.minor, self.patch)

    @property
    def order_key(self) -> str:
        """Return text whose byte order is the precedence of semantic versions.

        Shapes: three numbers of nine digits, then `~` for a release or one `!`-led mark per pre-release part
                (`0` and nine digits for a number, `1` and the letters otherwise), so a shorter list sorts first.
        """
        numbers = "".join(f"{n:09d}" for n in self.base)
        return numbers + ("".join(f"!{_mark(part)}" for part in self.pre.split(".")) if self.pre else "~")

    def raised(self, bump: Bump) -> Semver:
        """Return the next release that this bump allows."""
        if bump == "major":
            return Semver(self.major + 1, 0, 0)
        if bump == "minor":
            return Semver(self.major, self.minor + 1, 0)
        return Semver(self.major, self.minor, self.patch + (0 if self.pre else 1))


def _mark(part: str) -> str:
    return f"0{int(part):09d}" if part.isdigit() else f"1{part}"


def larger(first: Bump, second: Bump) -> Bump:
    """Return the bump that says more."""
    return max(first, second, key=_BUMPS.index)
