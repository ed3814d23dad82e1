"""Words of the registry that differ in one part alone: names of nodes and of options, told apart by role, side, zone, reach or direction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|_")

Groups = tuple[tuple[str, ...], ...]
ROLES: Groups = (
    ("source", "target"), ("by", "to"), ("from", "to"), ("attacker", "defender"), ("kicker", "kicked"), ("host", "target"),
    ("this", "source", "target"),
)  # fmt: skip
SIDES: Groups = (
    ("my", "opponent"), ("mine", "opponents"), ("ally", "enemy"), ("allies", "enemies"), ("owner", "opponent"),
    ("owner", "enemy"), ("own", "enemy"), ("own", "others"), ("your", "enemy"), ("you", "others"), ("self", "others"),
    ("player", "opponent"), ("next", "previous"),
)  # fmt: skip
ZONES: Groups = (
    ("hand", "deck", "discard", "play", "wand", "undercurrent", "aside", "pile", "gone", "shop", "common", "legendary", "slot", "cast"),
    ("hand", "pile", "dice", "summons", "supports", "characters"), ("units", "regions", "hand"), ("backline", "frontline"),
    ("front", "back"), ("left", "right"), ("pool", "axis"), ("top", "bottom"), ("plain", "sticky", "burning", "curse", "mist"),
    ("III", "VI", "IX", "XII"),
)  # fmt: skip
DIRECTIONS: Groups = (
    ("greater", "less"),
    ("max", "min"),
    ("more", "less"),
    ("most", "least"),
    ("strongest", "weakest"),
)
NARROW = ("here", "adjacent", "other", "beside", "lane", "source")
"""Parts of a word without which it means more."""
ALL = ("all", "any", "ally", "mine", "myCharacter")
"""Options that take in all others of their field, the widest first."""


def parts(word: str) -> list[str]:
    """Return the parts of a name: `SOURCE_IN_LANE` and `sourceInLane` have the same but for case."""
    return _PART.findall(word)


def reworded(word: str, names: Iterable[str], groups: Groups) -> Iterator[str]:
    """Yield the names that differ from a word in one part, of the same group."""
    lowers = [part.lower() for part in parts(word)]
    lower = [tuple(part.lower() for part in group) for group in groups]
    for name in names:
        other_lowers = [part.lower() for part in parts(name)]
        if len(other_lowers) != len(lowers):
            continue
        differing = [(one, two) for one, two in zip(lowers, other_lowers, strict=True) if one != two]
        if len(differing) == 1 and any(differing[0][0] in group and differing[0][1] in group for group in lower):
            yield name


def broader(word: str, names: Iterable[str]) -> Iterator[str]:
    """Yield the names that say the same of more things: all of them, or those that are left when a narrowing part is dropped."""
    known_names = list(names)
    plain = _plain(word)
    for name in known_names:
        other_plain = _plain(name)
        is_less = set(other_plain) < set(plain) and all(part in NARROW for part in plain if part not in other_plain)
        is_all = "chosen" in plain and other_plain == ["all" if part == "chosen" else part for part in plain]
        in_lane = plain[:2] == ["source", "lane"] and other_plain == ["all", *plain[2:]]
        if name != word and (is_less or is_all or in_lane):
            yield name
    if word not in ALL:
        yield from (name for name in ALL if name in known_names)


def _plain(word: str) -> list[str]:
    """Return the parts of a name in the singular, without those that only join others."""
    singular = {"allies": "ally", "enemies": "enemy", "others": "other"}
    return [singular.get(part.lower(), part.lower()) for part in parts(word) if part != "_"]
