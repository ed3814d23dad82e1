"""A changelog to begin with: what a plan changes, in the words of both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards import gateway
from cards.queries.plan import Plan, PlanEntry

NAMED = 40
"""So many cards of each kind of change are named, so that the text stays within the limit of a changelog."""
WORDS = {"added": ("New", "新增"), "changed": ("Changed", "变更"), "removed": ("Removed", "移除")}


def suggested_changelog(plan: Plan) -> Mapping[str, str]:
    """Return the changelog as saved, or which cards are new, changed and gone, by their names."""
    return plan.changelog if any(plan.changelog.values()) else changelog_of(plan)


def changelog_of(plan: Plan) -> dict[str, str]:
    """Return which cards are new, changed and gone, by their names."""
    lines: dict[str, list[str]] = {"en": [], "zh": []}
    for change, (en, zh) in WORDS.items():
        entries = [entry for entry in plan.moved if entry.change == change]
        names = [_names(entry, plan.pack.ruleset) for entry in entries[:NAMED]]
        if names:
            lines["en"].append(f"{en}: {', '.join(name['en'] for name in names)}{_more_en(entries)}.")
            lines["zh"].append(f"{zh}：{'、'.join(name['zh'] for name in names)}{_more_zh(entries)}。")
    return {language: "\n".join(said) for language, said in lines.items()}


def _more_en(entries: Sequence[PlanEntry]) -> str:
    return f", and {len(entries) - NAMED} more" if len(entries) > NAMED else ""


def _more_zh(entries: Sequence[PlanEntry]) -> str:
    return f"等 {len(entries)} 张" if len(entries) > NAMED else ""


def _names(entry: PlanEntry, ruleset: str) -> dict[str, str]:
    """Return a card's name in both languages, its id where it has none."""
    version = entry.version or entry.card.newest_version
    if version is None:
        return dict.fromkeys(("en", "zh"), entry.id)
    name = gateway.face(ruleset, version.document, version.texts)["name"]
    return {language: name.get(language) or entry.id for language in ("en", "zh")}
