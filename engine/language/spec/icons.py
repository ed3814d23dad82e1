"""The icon by which a palette shows a node: its own, that of its group, or that of its family."""

from __future__ import annotations

from typing import Final

from engine.language.spec.nodes import NodeSpec

GROUP_ICONS: Final = {
    "control": "git-branch",
    "fight": "swords",
    "numbers": "hash",
    "cards": "layers",
    "keywords": "tag",
    "targets": "crosshair",
}
FAMILY_ICONS: Final = {
    "effect": "zap",
    "condition": "circle-help",
    "value": "sigma",
    "chooser": "crosshair",
    "keyword": "tag",
}


def icon_of(spec: NodeSpec) -> str:
    """Return the name of an icon of the sheet that every portal has."""
    if spec.icon or spec.family != "effect":
        return spec.icon or FAMILY_ICONS[spec.family]
    return GROUP_ICONS.get(spec.group, FAMILY_ICONS["effect"])
