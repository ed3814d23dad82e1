"""The gates of a release: what must hold before it is published, and what is only reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.db.models.fields.json import KeyTextTransform

from cards import gateway
from cards.models import CardVersion, Preview, PreviewState
from cards.models.fields import LANGUAGES
from cards.queries.plan import Plan, PlanEntry
from cards.queries.problems import batched, counts_within

EXPLAINED = 20  # cards whose first error a bounded check names; a whole check names each
_CHUNK = 500  # documents in memory at a time
_LANGUAGE = {"en": {"en": "English", "zh": "英文"}, "zh": {"en": "Chinese", "zh": "中文"}}
_HAS_ERRORS = {"en": "The card has errors.", "zh": "这张卡牌有错误。"}


def plan_gates(*, plan: Plan, most: int | None = None) -> list[dict[str, Any]]:
    """Return the gates of a plan: validity, which closes; previews and written rules texts, which only report.

    Shapes: a gate has `id`, `closes`, `ok`, `missing` (`{"card", "why", "url"}` each) and `unchecked`, the number of cards
            that wait for their check; most bounds how many cards this call checks that nobody checked before.
    """
    return [
        _gate("valid", *_invalid(plan, most), closes=True),
        _gate("previews", _without_preview(plan)),
        _gate("rules_text", *_without_text(plan, most)),
    ]


def _gate(name: str, missing: Sequence[Any], unchecked: int = 0, *, closes: bool = False) -> dict[str, Any]:
    ok = not missing and not unchecked
    return {"id": name, "closes": closes, "ok": ok, "missing": list(missing), "unchecked": unchecked}


def _shipping(plan: Plan) -> list[tuple[PlanEntry, CardVersion]]:
    return [(entry, entry.version) for entry in plan.shipping if entry.version is not None]


def _held(plan: Plan) -> QuerySet[CardVersion]:
    """Return the versions that ship, to be read column by column."""
    return CardVersion.objects.filter(pk__in=[version.pk for _, version in _shipping(plan)]).order_by("pk")


def _invalid(plan: Plan, most: int | None) -> tuple[list[dict[str, Any]], int]:
    """Return the cards that are invalid in strict mode, each with its first error, and how many are unchecked."""
    known = frozenset(entry.id for entry in plan.shipping)
    held = _held(plan)
    checked = counts_within(pack=plan.pack, held=held, most=most, known=known)
    own = dict(held.values_list("pk", KeyTextTransform("id", "document")))
    wrong = {sha for sha, counts in checked.counts.items() if counts["errors"]}
    broken = [version.pk for _, version in _shipping(plan) if version.source_sha in wrong]
    errors = _first_errors(plan, broken if most is None else broken[:EXPLAINED], known)
    missing = []
    for entry, version in _shipping(plan):
        if own[version.pk] != entry.id:
            missing.append(_missing(plan, entry, _other_id(version, own[version.pk])))
        elif version.source_sha in wrong:
            missing.append(_missing(plan, entry, errors.get(version.pk, _HAS_ERRORS)))
    return missing, checked.unchecked


def _first_errors(plan: Plan, versions: Sequence[int], known: frozenset[str]) -> dict[int, Mapping[str, str]]:
    """Return the first error of versions that have some."""
    found = {}
    for pk, text, texts in CardVersion.objects.filter(pk__in=versions).values_list("pk", "text", "texts"):
        report = gateway.validate(plan.pack.ruleset, text, known=known, texts=texts)
        found[pk] = next(problem.message for problem in report.problems if problem.severity == "error")
    return found


def _other_id(version: CardVersion, own: str) -> dict[str, str]:
    """Return why a version from before a rename does not ship."""
    return {
        "en": f"v{version.number} still has the id {own}. Name a version with the new id.",
        "zh": f"v{version.number} 的 id 仍是 {own}。请用新的 id 命名一个版本。",
    }


def _without_preview(plan: Plan) -> list[dict[str, Any]]:
    """Return the changed cards whose shipping version no finished preview of today's engine has looked at."""
    moved = [(entry, entry.version) for entry in plan.moved if entry.version is not None]
    seen = set(
        Preview.objects.measured()
        .filter(
            pack=plan.pack,
            state=PreviewState.FINISHED,
            engine_hash=gateway.engine_hash(plan.pack.ruleset),
            candidate_sha256__in=[version.sha256 for _, version in moved],
        )
        .order_by()
        .values_list("card_id", "candidate_sha256")
    )
    why = {"en": "No fresh preview.", "zh": "没有最新的预览。"}
    return [_missing(plan, entry, why) for entry, version in moved if (entry.card.pk, version.sha256) not in seen]


def _without_text(plan: Plan, most: int | None) -> tuple[list[dict[str, Any]], int]:
    """Return the cards whose effects say something that no text says in a language, and how many are unchecked.

    A card whose effects say nothing has nothing to write.
    """
    blank = _blank_languages(plan)
    asked = {version.source_sha: version.pk for _, version in _shipping(plan) if version.pk in blank}
    speaks = gateway.speaking_kept(plan.pack.ruleset, asked)
    fresh = [pk for sha, pk in asked.items() if sha not in speaks]
    for chunk in batched(fresh[:most], _CHUNK):
        documents = dict(CardVersion.objects.filter(pk__in=chunk).values_list("source_sha", "document"))
        speaks |= gateway.speaking(plan.pack.ruleset, documents)
    missing = [
        _missing(plan, entry, _ships_blank(plan.pack.source_language, blank[version.pk]))
        for entry, version in _shipping(plan)
        if version.pk in blank and speaks.get(version.source_sha)
    ]
    return missing, len(fresh) - len(fresh[:most])


def _blank_languages(plan: Plan) -> dict[int, list[str]]:
    """Return the languages in which a version has no written rules text, for versions that have such a language."""
    source = plan.pack.source_language
    rows = _held(plan).values_list("pk", KeyTextTransform("description", "document"), "texts")
    found = {}
    for pk, description, texts in rows:
        written = {language: words.get("description") for language, words in texts.items()} | {source: description}
        found[pk] = [language for language in LANGUAGES if not (written.get(language) or "").strip()]
    return {pk: languages for pk, languages in found.items() if languages}


def _ships_blank(source: str, blank: Sequence[str]) -> dict[str, str]:
    """Return what ships of a card without a written rules text in some languages."""
    en = " or ".join(_LANGUAGE[language]["en"] for language in blank)
    zh = "和".join(_LANGUAGE[language]["zh"] for language in blank)
    if source not in blank:
        said = _LANGUAGE[source]
        return {
            "en": f"No rules text is written in {en}: the release ships the {said['en']} one alone.",
            "zh": f"没有写{zh}规则文本：发布内容只含{said['zh']}文本。",
        }
    return {
        "en": f"No rules text is written in {en}: the release ships none, and a face that reads it is blank.",
        "zh": f"没有写{zh}规则文本：发布内容不含该文本，据此绘制的卡面为空白。",
    }


def _missing(plan: Plan, entry: PlanEntry, why: Mapping[str, str]) -> dict[str, Any]:
    return {"card": entry.id, "why": dict(why), "url": f"/packs/{plan.pack.slug}/cards/{entry.id}/"}
