"""What a game makes of its own templates and shipped cards: each is read, checked, compiled, described and drawn once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.errors import has_error
from engine.face import GEMS, ICONS, PLAIN, Face
from engine.language.schema import card_schema
from engine.language.spec.shapes import LocalizedText
from engine.packs.card import read_card
from engine.ruleset import Ruleset
from engine.ruleset.faults import Misdeclared

Json = dict[str, Any]


def wrong_trials(ruleset: Ruleset, cards: Iterable[Json]) -> Iterator[Misdeclared]:
    """Yield the faults of what comes of templates and shipped cards; what a game's own code raises goes through."""
    card_schema(ruleset.vocabulary)
    for template in ruleset.templates:
        text = template.text("my.card")
        report = read_card(ruleset.vocabulary, text, rewrite=ruleset.rewrite)
        for problem in report.problems:
            if problem.severity == "error":
                en, zh = problem.message["en"], problem.message["zh"]
                yield Misdeclared(f"the template {template.key}: {en}", f"模板 {template.key}：{zh}", template.key)
        if report.document is not None and not has_error(report.problems):
            ruleset.compile_card(report.document, report.sha256 or "")
        yield from _wrong_face(ruleset, json.loads(text), template.key)
    for document in cards:
        yield from _wrong_face(ruleset, document, str(document.get("id")))


def _wrong_face(ruleset: Ruleset, document: Mapping[str, Any], owner: str) -> Iterator[Misdeclared]:
    face: Any = ruleset.face(dict(document), {})
    if not isinstance(face, Face):
        yield Misdeclared(f"the face of {owner} is no Face", f"{owner} 的卡面不是 Face", "face")
        return
    tones = {PLAIN, *(tone.name for tone in ruleset.tones)}
    icons = {"", *ICONS, *(icon.name for icon in ruleset.icons)}
    signs = [fact.icon for fact in (*face.cost, *face.stats)]
    for what, name, names in (
        (LocalizedText("tone", "色调"), face.tone, tones),
        (LocalizedText("gem", "稀有度标记"), face.gem, {"", *GEMS}),
        *((LocalizedText("icon", "图标"), sign, icons) for sign in signs),
    ):
        if name not in names:
            yield Misdeclared(
                f"the face of {owner} has the {what.en} {name!r}, which is not declared",
                f"{owner} 的卡面使用了未声明的{what.zh} {name!r}",
                name,
            )
