"""What the grammar of sentences means in `genius`: what several parts of it share."""

from __future__ import annotations

from typing import Any


def node(kind: str, **words: Any) -> Any:
    """Return a block by its type and fields."""
    return {"type": kind, **words}


BY: Any = (
    ("you", "mine"),
    ("ally", "myCharacter"),
    ("ally by:active", "myActive"),
    ("active", "myActive"),
    ("wearer", "host"),
    ("this", "host"),
    ("character", "host"),
    ("opponent", "opponents"),
    ("enemy", "opponents"),
    ("enemy by:active", "opponentActive"),
    ("summon", "mySummon"),
    ("ally by:summon", "mySummon"),
)

SKILLS: Any = {
    "skilltype": node("SkillTypeIs", skillType="%skilltype"),
    "reaction": node("ReactionIs", reaction="%reaction"),
    "element": node("ElementIs", element="%element"),
    "kind": node("CardHasTag", tag="%kind"),
}
