"""The drawings of the icons that every game has, as elements of an SVG of 24 by 24 units.

Source: Lucide, ISC licence; static/css/icons.css draws the same on pages, which a test compares.
"""

from collections.abc import Mapping
from typing import Final

from cards.gateway import faces

DRAWINGS: Final[Mapping[str, str]] = {
    "droplet": (
        '<path d="M12 22a7 7 0 0 0 7-7c0-2-1-3.9-3-5.5s-3.5-4-4-6.5c-.5 2.5-2 4.9-4 6.5C6 11.1 5 13 5 15a7 7 0 0 0 7 7z"/>'
    ),
    "coins": (
        '<path d="M13.744 17.736a6 6 0 1 1-7.48-7.48"/>'
        '<path d="M15 6h1v4"/>'
        '<path d="m6.134 14.768.866-.5 2 3.464"/>'
        '<circle cx="16" cy="8" r="6"/>'
    ),
    "layers": (
        '<path d="M12.83 2.18a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83z"/>'
        '<path d="M2 12a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 12"/>'
        '<path d="M2 17a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 17"/>'
    ),
    "zap": (
        '<path d="M15.914 4a1.5 1.5 0 00-2.474-1.561l-9 9A1.5 1.5 0 005.5 14h4.002a.5.5 0 01.471.666L8.086 20a1.5 1.5 0 002.475 1.56l9-9A1.5 1.5 0 0018.5 10h-3.997a.5.5 0 01-.472-.667z"/>'
    ),
    "swords": (
        '<path d="m13 19 6-6"/>'
        '<path d="M14.5 17.5 3.586 6.586A2 2 0 013 5.172V3h2.172a2 2 0 011.414.586L17.5 14.5"/>'
        '<path d="m14.828 6.172 2.586-2.586A2 2 0 0118.828 3H21v2.172a2 2 0 01-.586 1.414l-2.586 2.586"/>'
        '<path d="m16 16 4 4"/>'
        '<path d="m19 21 2-2"/>'
        '<path d="m5 14 4 4"/>'
        '<path d="m5 21-2-2"/>'
        '<path d="M7.5 16.5 4 20"/>'
    ),
    "shield": (
        '<path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z"/>'
    ),
    "heart": (
        '<path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5"/>'
    ),
    "package": (
        '<path d="M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73z"/>'
        '<path d="M12 22V12"/>'
        '<polyline points="3.29 7 12 12 20.71 7"/>'
        '<path d="m7.5 4.27 9 5.15"/>'
    ),
    "crosshair": (
        '<circle cx="12" cy="12" r="10"/>'
        '<line x1="22" x2="18" y1="12" y2="12"/>'
        '<line x1="6" x2="2" y1="12" y2="12"/>'
        '<line x1="12" x2="12" y1="6" y2="2"/>'
        '<line x1="12" x2="12" y1="22" y2="18"/>'
    ),
}


def drawing(name: str) -> str:
    """Return the elements of an icon, of every game's or of one game's own; empty where there is none of this name."""
    if name in DRAWINGS:
        return DRAWINGS[name]
    icon = faces.icons().get(name)
    return "".join(f'<path d="{path}"/>' for path in icon.paths) if icon else ""
