"""The style sheet of what games declare: the tones and icons of their card faces."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import quote

from cards.gateway import faces
from cards.gateway.faces import Icon, Tone

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.8" '
    'stroke-linecap="round" stroke-linejoin="round">{}</svg>'
)


def style_sheet() -> str:
    """Return the rules of all tones and icons on the search path of rulesets."""
    return _sheet(tuple(faces.tones().values()), tuple(faces.icons().values()))


def style_version() -> str:
    """Return a short hash of the style sheet: its address changes with its content, so that browsers may keep it."""
    return hashlib.sha256(style_sheet().encode()).hexdigest()[:12]


@lru_cache(maxsize=4)
def _sheet(tones: tuple[Tone, ...], icons: tuple[Icon, ...]) -> str:
    return "\n".join([*(rule for tone in tones for rule in _tone(tone)), *map(_icon, icons), ""])


def _tone(tone: Tone) -> Iterator[str]:
    card = f".card--{tone.name}"
    yield f"{card} {{ --fr: {tone.frame[0]}; --fr2: {tone.frame[1]}; --pp: {tone.paper}; }}"
    yield f"{card} .card__art {{ background: linear-gradient({tone.sky[0]}, {tone.sky[1]} 55%, {tone.sky[2]}); }}"
    for shape, fill in (("a", tone.near), ("b", tone.far)):
        if fill:
            yield f"{card} .art__{shape} {{ fill: {fill}; fill-opacity: 1; }}"


def _icon(icon: Icon) -> str:
    drawing = DRAWING.format("".join(f'<path d="{path}"/>' for path in icon.paths))
    return f'.i-{icon.name} {{ --i: url("data:image/svg+xml,{quote(drawing)}"); }}'
