"""The groups of nodes that every game has, each with its title; a game declares those of its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec.shapes import LocalizedText

COMMON_EVENTS = LocalizedText("Common", "常用")
"""The heading of the short words for events."""
GROUPS: Mapping[str, LocalizedText] = {
    "": LocalizedText("General", "通用"),
    "control": LocalizedText("Control", "流程"),
    "shorthands": LocalizedText("Shorthands", "简写"),
    "compare": LocalizedText("Comparisons", "比较"),
    "logic": LocalizedText("Logic", "逻辑"),
}
