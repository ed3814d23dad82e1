"""The gates of a release: what must hold before it is published, and what is only reported."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.db.models.fields.json import KeyTextTransform

from cards.errors import BadText
from cards.gateway import deck_files, pack_names, rulesets, validation, wording
from cards.models import CardVersion, Deck, Preview, PreviewState, Review, Scenario
from cards.models.fields import LANGUAGES
from cards.queries.decks import MAX_DECKS, deck_list, deck_verdicts
from cards.queries.freshness import HasNewerCardBeside
from cards.queries.plan import Plan, PlanEntry, PlannedVersion
from cards.queries.problems import CheckedCounts, batched, counts_within, others_of
from cards.queries.review_states import with_approvals
from cards.queries.scenario import Reds, Runs, reds_of
from cards.queries.strength import guards_of
from cards.shape import Json

MAX_EXPLAINED_CARDS = 20  # cards whose first error a bounded check names; a whole check names each
MAX_RUNS = 50  # scenarios that a bounded check runs
WORDS = frozenset({"name", "description", "notes", "flavor", "$schema"})  # keys of a card that nobody plays
CLOSING = ("valid", "approved", "previews", "scenarios", "guards", "decks")  # gates that close a plan
GATES = (*CLOSING, "scenarios_test", "text_agrees", "rules_text")
_CHUNK = 500  # documents in memory at a time
_LANGUAGE = {"en": {"en": "English", "zh": "英文"}, "zh": {"en": "Chinese", "zh": "中文"}}
_HAS_ERRORS = {"en": "The card has errors.", "zh": "这张卡牌有错误。"}


def plan_gates(*, plan: Plan, limit: int | None = None) -> list[Json]:
    """Return the gates of a plan: those that close it, and three that only report; and the gate of guards where the pack requires them.

    Shapes: a gate has `id`, `closes`, `ok`, `missing` (`{"card", "why", "url"}` each) and `unchecked`, the number of cards
            that wait for their check; limit bounds how many cards this call checks that were not checked before.
    """
    names = names_of(plan)
    counts = counts_within(pack=plan.pack, versions_or_drafts=_shipping_versions(plan), limit=limit, known_names=names)
    red, idle, waiting = _not_green(plan, limit)
    return [
        _gate("valid", _invalid(plan, counts, names, limit), counts.unchecked),
        _gate("approved", _without_approval(plan)),
        _gate("previews", _without_preview(plan)),
        _gate("scenarios", red, waiting),
        *([_gate("guards", *_without_guards(plan, counts, limit))] if plan.pack.guards_needed else ()),
        _gate("decks", _illegal_decks(plan, limit)),
        _gate("scenarios_test", idle, waiting),
        _gate("text_agrees", *_disagreeing(plan, counts)),
        _gate("rules_text", *_without_text(plan, limit)),
    ]


def _gate(name: str, missing: Sequence[Any], unchecked: int = 0) -> Json:
    ok = not missing and not unchecked
    return {"id": name, "closes": name in CLOSING, "ok": ok, "missing": list(missing), "unchecked": unchecked}


def _shipping(plan: Plan) -> list[tuple[PlanEntry, PlannedVersion]]:
    return [(entry, entry.version) for entry in plan.shipping if entry.version is not None]


def _shipping_versions(plan: Plan) -> QuerySet[CardVersion]:
    """Return the versions that ship, to be read column by column."""
    return CardVersion.objects.filter(pk__in=[version.pk for _, version in _shipping(plan)]).order_by("pk")


def names_of(plan: Plan) -> pack_names.PackNames:
    """Return the ids that ship, with what the versions that ship declare for the other cards."""
    ids, kinds = [entry.id for entry in plan.shipping], pack_names.declaring_kinds(plan.pack.ruleset)
    id_of_version = {version.pk: entry.id for entry, version in _shipping(plan) if entry.card.kind in kinds}
    rows = (
        CardVersion.objects.filter(pk__in=id_of_version).values_list("pk", "document", "texts") if id_of_version else ()
    )
    of_kind = {entry.id: entry.card.kind for entry in plan.shipping}
    declared = {id_of_version[pk]: (document, texts) for pk, document, texts in rows}
    return pack_names.PackNames(ids, declared, of_kind, others_of(_shipping_versions(plan)))


def _invalid(plan: Plan, counts_known: CheckedCounts, names: frozenset[str], limit: int | None) -> list[Json]:
    """Return the cards that are invalid in strict mode, each with its first error."""
    own = dict(_shipping_versions(plan).values_list("pk", KeyTextTransform("id", "document")))
    wrong = {sha for sha, counts in counts_known.counts.items() if counts["errors"]}
    broken = [version.pk for _, version in _shipping(plan) if version.source_sha in wrong]
    errors = _first_errors(plan, broken if limit is None else broken[:MAX_EXPLAINED_CARDS], names)
    missing = []
    for entry, version in _shipping(plan):
        if own[version.pk] != entry.id:
            missing.append(_missing(plan, entry, _other_id(version, own[version.pk])))
        elif version.source_sha in wrong:
            missing.append(_missing(plan, entry, errors.get(version.pk, _HAS_ERRORS)))
    return missing


def _first_errors(plan: Plan, versions: Sequence[int], names: frozenset[str]) -> dict[int, Mapping[str, str]]:
    """Return the first error of versions that have some."""
    errors_by_version = {}
    for pk, text, texts in CardVersion.objects.filter(pk__in=versions).values_list("pk", "text", "texts"):
        report = validation.validate(plan.pack.ruleset, text, known_ids=names, texts=texts)
        errors = (problem.message for problem in report.problems if problem.severity == "error")
        if first := next(errors, None):
            errors_by_version[pk] = first
    return errors_by_version


def _other_id(version: PlannedVersion, own: str) -> dict[str, str]:
    """Return why a version from before a rename does not ship."""
    return {
        "en": f"v{version.number} still has the id {own}. Save a version with the new id.",
        "zh": f"v{version.number} 的 id 仍是 {own}。请用新的 id 存为版本。",
    }


def _without_preview(plan: Plan) -> list[Json]:
    """Return the cards that play differently and of whose version no finished preview holds.

    One holds where it was of today's engine, and each card that was taken beside is as it ships, or as its draft is now.
    """
    changed = _playing_differently(plan)
    rows = (
        Preview.objects.measured()
        .filter(
            pack=plan.pack,
            state=PreviewState.FINISHED,
            engine_hash=rulesets.engine_hash(plan.pack.ruleset),
            candidate_sha256__in=[version.sha256 for _, version in changed],
        )
        .order_by()
        .annotate(newer_beside=HasNewerCardBeside())
        .values_list("card_id", "candidate_sha256", "plan__beside", "newer_beside")
    )
    ships = {entry.id: version for entry, version in _shipping(plan)}
    current, stale = set[tuple[int | None, str | None]](), set[tuple[int | None, str | None]]()
    for card, sha256, beside, is_moved in rows:
        holds = not is_moved or all(_is_as_taken(ships.get(taken["card"]), taken) for taken in beside or ())
        (current if holds else stale).add((card, sha256))
    missing = []
    for entry, version in changed:
        key = (entry.card.pk, version.sha256)
        if key not in current:
            missing.append(_missing(plan, entry, _BESIDE_CHANGED if key in stale else _NOT_PREVIEWED))
    return missing


_NOT_PREVIEWED = {"en": "No fresh preview; a smoke preview does not count.", "zh": "没有最新的模拟（试运行不算）。"}
_BESIDE_CHANGED = {
    "en": "No fresh preview: a card that was taken beside it has changed since.",
    "zh": "没有最新的模拟：模拟时一同取用的卡牌此后有改动。",
}


def _is_as_taken(version: PlannedVersion | None, beside_card: Mapping[str, Any]) -> bool:
    """Return whether a card ships as a preview took it."""
    if version is None:
        return False
    return (
        version.number == beside_card["version"] if beside_card["version"] else version.sha256 == beside_card["draft"]
    )


def _playing_differently(plan: Plan) -> list[tuple[PlanEntry, PlannedVersion]]:
    """Return the cards that are new, or whose document differs from the shipped one in more than words."""
    changed = _with_other_bytes(plan)
    version_ids = {pk for entry, version in changed if entry.shipped for pk in (version.pk, entry.shipped.version_id)}
    documents = (
        dict(CardVersion.objects.filter(pk__in=version_ids).values_list("pk", "document")) if version_ids else {}
    )
    return [
        (entry, version)
        for entry, version in changed
        if entry.shipped is None
        or _without_words(documents[version.pk]) != _without_words(documents[entry.shipped.version_id])
    ]


def _with_other_bytes(plan: Plan) -> list[tuple[PlanEntry, PlannedVersion]]:
    """Return the cards that ship another version than the last release did."""
    return [
        (entry, entry.version)
        for entry in plan.moved
        if entry.version is not None and (entry.shipped is None or entry.shipped.version_id != entry.version.pk)
    ]


def _without_words(document: Any) -> Any:
    """Return a document without what is only read."""
    return (
        {key: value for key, value in document.items() if key not in WORDS} if isinstance(document, dict) else document
    )


def _without_approval(plan: Plan) -> list[Json]:
    """Return the changed cards whose version was not approved as often as the pack asks."""
    approvals_needed, changed = plan.pack.approvals_needed, _with_other_bytes(plan)
    if not approvals_needed or not changed:
        return []
    reviews = Review.objects.filter(version__in=[version.pk for _, version in changed], withdrawn_at__isnull=True)
    approved_ids = set(
        with_approvals(reviews)
        .filter(approvals__gte=approvals_needed, is_blocked=False)
        .values_list("version_id", flat=True)
    )
    return [
        _missing(plan, entry, _not_approved(version.number, approvals_needed))
        for entry, version in changed
        if version.pk not in approved_ids
    ]


def _not_approved(number: int, approvals_needed: int) -> dict[str, str]:
    return {
        "en": f"v{number} does not have the approvals that the pack asks for ({approvals_needed}).",
        "zh": f"v{number} 尚未获得卡包要求的批准（{approvals_needed} 个）。",
    }


def _not_green(plan: Plan, limit: int | None) -> tuple[list[Json], list[Json], int]:
    """Return the cards with a scenario that fails or cannot be set up, those with one that tests nothing, and how many wait for a run."""
    cards_with_scenarios = set(
        Scenario.objects.filter(pack=plan.pack, removed_at__isnull=True).order_by().values_list("card_id", flat=True)
    )
    entries = [(entry, version) for entry, version in _shipping(plan) if entry.card.pk in cards_with_scenarios]
    runs = Runs(None if limit is None else min(limit, MAX_RUNS))
    reds: dict[int, Reds] = {}
    unchecked_count = 0
    for chunk in batched((version.pk for _, version in entries), _CHUNK):
        versions = CardVersion.objects.select_related("card").in_bulk(chunk)
        reds_of_chunk, waiting = reds_of(pack=plan.pack, versions=list(versions.values()), runs=runs)
        reds |= reds_of_chunk
        unchecked_count += waiting
    held_by = [(entry, reds[version.pk]) for entry, version in entries if version.pk in reds]
    red = [
        _missing(plan, entry, _fails(reds_of_chunk), "scenarios/")
        for entry, reds_of_chunk in held_by
        if reds_of_chunk.closes
    ]
    idle = [
        _missing(
            plan,
            entry,
            _sentence_of_names((reds_of_chunk.idle, "A scenario tests nothing yet", "有场景尚未检验任何内容")),
            "scenarios/",
        )
        for entry, reds_of_chunk in held_by
        if reds_of_chunk.idle
    ]
    return red, idle, unchecked_count


def _fails(red: Reds) -> dict[str, str]:
    return _sentence_of_names(
        (red.failed, "A scenario fails", "有场景未通过"),
        (red.not_set_up, "A scenario cannot be set up", "有场景无法布置"),
    )


def _sentence_of_names(*parts: tuple[Sequence[str], str, str]) -> dict[str, str]:
    first_names = [(names[:3], en, zh) for names, en, zh in parts if names]
    return {
        "en": " ".join(f"{en}: {', '.join(names)}." for names, en, _ in first_names),
        "zh": "".join(f"{zh}：{'、'.join(names)}。" for names, _, zh in first_names),
    }


def guard_wanting(*, plan: Plan) -> list[CardVersion]:
    """Return the versions whose blocks must be guarded where the pack asks for it: new cards, and those that play differently."""
    if not plan.pack.guards_needed:
        return []
    keys = [version.pk for _, version in _playing_differently(plan)]
    return list(CardVersion.objects.filter(pk__in=keys).select_related("card__pack").order_by("pk"))


def _without_guards(plan: Plan, counts_known: CheckedCounts, limit: int | None) -> tuple[list[Json], int]:
    """Return the cards with blocks that no scenario guards, and how many wait to be measured: a bounded check measures none.

    A card with errors has none; the gate of validity names it.
    """
    sound = [
        version
        for version in guard_wanting(plan=plan)
        if counts_known.counts.get(version.source_sha, {}).get("errors") == 0
    ]
    guards, waiting = guards_of(versions=sound, is_whole=limit is None)
    entries = {version.pk: entry for entry, version in _shipping(plan)}
    return [
        _missing(plan, entries[pk], _is_open(guard_counts), "scenarios/")
        for pk, guard_counts in guards.items()
        if guard_counts[0]
    ], waiting


def _is_open(guard_counts: tuple[int, int]) -> dict[str, str]:
    return {
        "en": f"No scenario guards {guard_counts[0]} of its {guard_counts[1]} blocks.",
        "zh": f"{guard_counts[1]} 个积木块中有 {guard_counts[0]} 个没有场景守护。",
    }


def _illegal_decks(plan: Plan, limit: int | None) -> list[Json]:
    """Return the decks that would not be legal with the cards that ship."""
    if not deck_files.has_decks(plan.pack.ruleset):
        return []
    decks = list(deck_list(pack=plan.pack)[: None if limit is None else MAX_DECKS])
    documents = _documents_in(plan, decks)
    verdicts = deck_verdicts(decks=decks, pack=plan.pack, documents=documents) if decks else {}
    rows = []
    for deck in decks:
        errors = [problem for problem in verdicts[deck.pk].problems if problem.severity == "error"]
        if errors:
            url = f"/packs/{plan.pack.slug}/decks/{deck.number}/"
            rows.append({"card": deck.deck_id, "why": dict(errors[0].message), "url": url})
    return rows


def _documents_in(plan: Plan, decks: Sequence[Deck]) -> Json:
    """Return the documents of the cards that ship and that some deck names, by id."""
    card_ids: set[str] = set()
    for deck in decks:
        try:
            card_ids |= set(deck_files.deck_read(deck.pack.ruleset, deck.text).cards)
        except BadText:  # the verdict on the deck says so
            continue
    id_of_version = {version.pk: entry.id for entry, version in _shipping(plan) if entry.id in card_ids}
    rows = CardVersion.objects.filter(pk__in=id_of_version).values_list("pk", "document")
    return {id_of_version[pk]: document for pk, document in rows}


def _disagreeing(plan: Plan, counts_known: CheckedCounts) -> tuple[list[Json], int]:
    """Return the cards whose written text does not say what their effects do, and how many are unchecked."""
    differences = {
        version.pk: counts_known.counts.get(version.source_sha, {}).get("differs") for _, version in _shipping(plan)
    }
    return [
        _missing(plan, entry, why) for entry, version in _shipping(plan) if (why := differences[version.pk])
    ], counts_known.unchecked


def _without_text(plan: Plan, limit: int | None) -> tuple[list[Json], int]:
    """Return the cards whose effects say something that no text says in a language, and how many are unchecked.

    A card whose effects say nothing has nothing to write.
    """
    blank = _blank_languages(plan)
    version_of_source = {version.source_sha: version.pk for _, version in _shipping(plan) if version.pk in blank}
    speaks = wording.speaking_kept(plan.pack.ruleset, version_of_source)
    unknown = [pk for sha, pk in version_of_source.items() if sha not in speaks]
    for chunk in batched(unknown[:limit], _CHUNK):
        documents = dict(CardVersion.objects.filter(pk__in=chunk).values_list("source_sha", "document"))
        speaks |= wording.speaking(plan.pack.ruleset, documents)
    missing = [
        _missing(plan, entry, _ships_blank(plan.pack.source_language, blank[version.pk]))
        for entry, version in _shipping(plan)
        if version.pk in blank and speaks.get(version.source_sha)
    ]
    return missing, len(unknown) - len(unknown[:limit])


def _blank_languages(plan: Plan) -> dict[int, list[str]]:
    """Return the languages in which a version has no written rules text, for versions that have such a language."""
    source = plan.pack.source_language
    rows = _shipping_versions(plan).values_list("pk", KeyTextTransform("description", "document"), "texts")
    blank = {}
    for pk, description, texts in rows:
        written = {language: words.get("description") for language, words in texts.items()} | {source: description}
        blank[pk] = [language for language in LANGUAGES if not (written.get(language) or "").strip()]
    return {pk: languages for pk, languages in blank.items() if languages}


def _ships_blank(source: str, blank: Sequence[str]) -> dict[str, str]:
    """Return what ships of a card without a written rules text in some languages."""
    en = " or ".join(_LANGUAGE[language]["en"] for language in blank)
    zh = "和".join(_LANGUAGE[language]["zh"] for language in blank)
    if source not in blank:
        source_name = _LANGUAGE[source]
        return {
            "en": f"No rules text is written in {en}: the release ships the {source_name['en']} one alone.",
            "zh": f"没有写{zh}规则文本：发布内容只含{source_name['zh']}文本。",
        }
    return {
        "en": f"No rules text is written in {en}: the release ships none, and a face that reads it is blank.",
        "zh": f"没有写{zh}规则文本：发布内容不含该文本，据此绘制的卡面为空白。",
    }


def _missing(plan: Plan, entry: PlanEntry, why: Mapping[str, str], tail: str = "") -> Json:
    return {"card": entry.id, "why": dict(why), "url": f"/packs/{plan.pack.slug}/cards/{entry.id}/{tail}"}
