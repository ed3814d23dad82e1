"""What a release would do to the game: the cards of its plan against those of the last one, behind the previews that a person waits for."""

import secrets
from collections.abc import Iterable, Mapping

from django.db import transaction

from cards.errors import BadText, InvalidFields, StateConflict
from cards.gateway import deck_files, packs, previews
from cards.models import Account, Blob, CardVersion, Pack, Preview, PreviewKind, Release
from cards.permissions import Act, Actor, authorize
from cards.queries.comparisons import cards_mark, plan_digests
from cards.queries.decks import deck_list
from cards.queries.gates import names_of
from cards.queries.plan import Plan, plan_of
from cards.queries.problems import counts_within
from cards.services.outbox_notify import wake_workers
from cards.services.previews.experiments import check_one_at_a_time, check_preset
from cards.services.previews.parts import SEEDS, Planned, Purpose, Surroundings, preview_insert
from cards.services.quotas import previews_within_quota
from cards.shape import Json
from cards.values import frozen_dataclass

MAX_CARDS = 1_500  # cards of one side: a plan is made within one request
MAX_DECKS = 40  # decks of the pack that are offered; the engine plays the first that are legal


@frozen_dataclass
class PlannedComparison:
    """A comparison that may begin: its plan, the release before it, and the mark of the cards that would ship."""

    plan: Planned
    before: Release
    after: str


def comparisons_keep(*, plan: Plan, version: str) -> None:
    """Keep the comparisons of what a plan ships with the release that it became."""
    rows = Preview.objects.filter(
        pack=plan.pack, kind=PreviewKind.RELEASE, plan__after=cards_mark(plan_digests(plan))
    ).only("pk", "plan")
    for preview in rows:
        Preview.objects.filter(pk=preview.pk).update(plan={**preview.plan, "released": version}, is_kept=True)


def comparison_planned(*, pack: Pack, preset: str, seed: int, carrier: str | None = None) -> PlannedComparison:
    """Return the plan of a comparison of what the saved plan ships with the last release, with its cost.

    With a carrier it is compared with itself in which this card alone is as it was: what its change carries of that of all.

    Errors: InvalidFields for an unknown preset, and for a carrier that both sides do not have or that does not differ; StateConflict before the first release, where nothing differs, for cards with errors, too many
            cards, and where it cannot be played.
    """
    check_preset(preset, previews.COMPARE_PRESETS)
    plan = plan_of(pack=pack)
    before = plan.last
    if before is None:
        raise StateConflict("There is no release to compare with yet.", "还没有可供对比的发布。")
    digests = plan_digests(plan)
    last_digests = dict(before.cards.values_list("written_id", "blob_id"))
    if last_digests == digests:
        raise StateConflict("No card differs from the last release.", "与上次发布相比，没有任何卡牌不同。")
    if carrier is not None:
        last_digests = _with_one_reverted(digests, last_digests, carrier)
    if max(len(digests), len(last_digests)) > MAX_CARDS:
        raise StateConflict(f"More than {MAX_CARDS} cards.", f"卡牌超过 {MAX_CARDS} 张。")
    _check_sound(plan)
    documents = _documents({*digests.values(), *last_digests.values()})
    spec = previews.compare_plan(
        pack.ruleset,
        before=[documents[sha] for _, sha in sorted(last_digests.items())],
        after=[documents[sha] for _, sha in sorted(digests.items())],
        decks=_decks(pack),
        preset=preset,
        seed=seed,
    )
    around = Surroundings(previews.Around(None, None), (), before.version)
    return PlannedComparison(Planned(spec, around), before, cards_mark(digests))


def _with_one_reverted(digests: Mapping[str, str], last_digests: Mapping[str, str], card: str) -> dict[str, str]:
    """Return what a plan ships with one card as it was."""
    if card not in digests.keys() & last_digests.keys() or digests[card] == last_digests[card]:
        raise InvalidFields.of("/card", "The plan changes no card of this id.", "计划中没有改动此编号的卡牌。")
    return {**digests, card: last_digests[card]}


def _check_sound(plan: Plan) -> None:
    """Refuse cards with errors."""
    versions = CardVersion.objects.filter(pk__in=[each.version.pk for each in plan.shipping if each.version])
    checked = counts_within(
        pack=plan.pack, versions_or_drafts=versions.order_by("pk"), limit=None, known_names=names_of(plan)
    )
    if any(counts["errors"] for counts in checked.counts.values()):
        raise StateConflict("Some cards of the plan have errors; fix them first.", "计划中有卡牌存在错误，请先修正。")


def _documents(digests: Iterable[str]) -> dict[str, Json]:
    rows = Blob.objects.filter(sha256__in=list(digests)).values_list("sha256", "data")
    return {sha: packs.read_json(bytes(data)) for sha, data in rows}


def _decks(pack: Pack) -> list[Json]:
    """Return the reference decks of a pack that can be read, all of its decks where fewer than two are, as a comparison takes them."""
    if not deck_files.has_decks(pack.ruleset):
        return []
    decks: list[Json] = []
    rows = deck_list(pack=pack).order_by("deck_id")
    chosen = rows.filter(number__in=pack.reference_decks)
    for deck in (chosen if len(chosen) > 1 else rows)[:MAX_DECKS]:
        try:
            document = deck_files.deck_read(pack.ruleset, deck.text).document
        except BadText:  # the list of decks says so
            continue
        title = deck.name or deck.deck_id
        decks.append({"id": deck.deck_id, "title": {"en": title, "zh": title}, "document": document})
    return decks


def comparison_start(
    *, actor: Actor, pack: Pack, preset: str = "quick", seed: int | None = None, carrier: str | None = None
) -> Preview:
    """Queue a comparison of what the saved plan ships with the last release, or of what one of its cards carries.

    Errors: as `comparison_planned`; QuotaExceeded while the account has one that is not finished.
    """
    account = authorize(actor, pack, Act.PREVIEW_START)
    check_one_at_a_time(account, PreviewKind.RELEASE)
    number = secrets.randbelow(SEEDS) if seed is None else seed
    first = comparison_planned(pack=pack, preset=preset, seed=number, carrier=carrier)
    purpose = Purpose(PreviewKind.RELEASE, after=first.after, carrier=carrier)
    details = {"release": first.before.version, "preset": preset, **({"card": carrier} if carrier else {})}
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        check_one_at_a_time(account, purpose.kind)
        previews_within_quota(account=account, pack=pack)
        preview = preview_insert(
            account=account, pack=pack, plan=first.plan, purpose=purpose, about={}, details=details
        )
        transaction.on_commit(wake_workers)
    return preview
