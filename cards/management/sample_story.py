"""What a sample pack is shown with: a change of a card with its preview and review, and the release that ships it.

All of it goes through the services, each in the name of the account that would do it.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from cards.gateway import rulesets
from cards.gateway.rulesets import SampleCard, SampleChange
from cards.localization import LocalizedText
from cards.models import Account, Card, CardVersion, Pack, ReleasePlan, Role, Verdict
from cards.queries.history import draft_get
from cards.queries.plan import plan_get
from cards.services.draft import draft_save
from cards.services.notification import notifications_read
from cards.services.pack import pack_lock
from cards.services.pack_import import Incoming
from cards.services.previews.sample_result import sample_result_store
from cards.services.previews.start import preview_start
from cards.services.release import ReleaseOrder, release_plan_save
from cards.services.review import comment_add, review_decide, review_request, thread_open, thread_resolve
from cards.services.scenario import scenarios_run
from cards.services.version import version_create

SOON = timedelta(seconds=1)
"""After the start: the relay publishes the second release then, so that the start does not wait for it."""


def with_former_card(cards: Sequence[SampleCard], change: SampleChange | None) -> list[Incoming]:
    """Return the cards of the first release: the one that changes as it was before."""
    return [
        _former(one, change) if change and one.id == change.card else Incoming(one.text, one.texts) for one in cards
    ]


def _former(card: SampleCard, change: SampleChange) -> Incoming:
    texts = {language: {**words, **change.former_texts.get(language, {})} for language, words in card.texts.items()}
    return Incoming(change.former_text(card.text), texts)


def history_write(*, pack: Pack, sample: SampleCard, change: SampleChange, people: Mapping[str, Account]) -> bool:
    """Change the card to what the game ships, try it, have it approved, and plan the release that ships it; all of it or none.

    The preview is the one that was played beforehand. Without it, where the engine is another one now, the plan
    waits for a person. A pack that has been worked on since its first release stays as it is.

    Shapes: people by their roles; returns whether it was written.
    """
    with transaction.atomic():
        if not _is_as_imported(pack_lock(pack=pack), change):
            return False
        _change_and_plan(pack, sample, change, people)
    return True


def _is_as_imported(pack: Pack, change: SampleChange) -> bool:
    """Return whether the card and the releases of a pack are as they were made with it."""
    card = Card.objects.filter(pack=pack, written_id=change.card, trashed_at__isnull=True, retired_at__isnull=True)
    is_first = card.filter(draft__revision=1, newest_version__number=1, reviews__isnull=True).exists()
    return is_first and pack.releases.count() == 1 and not ReleasePlan.objects.filter(pack=pack).exists()


def _change_and_plan(pack: Pack, sample: SampleCard, change: SampleChange, people: Mapping[str, Account]) -> None:
    designer, reviewer, publisher = (people[role] for role in (Role.DESIGNER, Role.REVIEWER, Role.PUBLISHER))
    card = Card.objects.get(pack=pack, written_id=change.card)
    version = _second_version(designer, card, sample, change)
    is_played = _preview(designer, card, version, change)
    _review(card, version, change, designer, reviewer)
    planned = str(plan_get(account=publisher, pack=pack).minimum)
    soon = timezone.now() + SOON if is_played else None
    order = ReleaseOrder(planned, changelog=change.changelog._asdict(), publish_at=soon)
    release_plan_save(actor=publisher, pack=pack, order=order)
    for account in people.values():
        notifications_read(actor=account)  # what they have done themselves


def _second_version(designer: Account, card: Card, sample: SampleCard, change: SampleChange) -> CardVersion:
    draft = draft_get(card=card)
    texts = {language: dict(words) for language, words in sample.texts.items()}
    draft_save(actor=designer, card=card, text=sample.text, texts=texts, based_on=draft.etag)
    scenarios_run(pack=card.pack)  # those of other cards, too, in which this one takes part
    return version_create(
        actor=designer, card=card, based_on=draft_get(card=card).etag, message=_bilingual(change.message)
    )


def _preview(designer: Account, card: Card, version: CardVersion, change: SampleChange) -> bool:
    """Preview a version by what was played beforehand; return whether that was of this engine and these cards."""
    sample = change.preview
    if sample is None or sample.engine != rulesets.engine_hash(card.pack.ruleset):
        return False
    preview = preview_start(actor=designer, card=card, version=version.number, seed=change.seed)
    return sample_result_store(preview=preview, sample=sample)


def _review(card: Card, version: CardVersion, change: SampleChange, designer: Account, reviewer: Account) -> None:
    """Ask for a review of a version, answer what the reviewer asks, and approve it."""
    title = _bilingual(change.message)
    review = review_request(actor=designer, card=card, number=version.number, title=title, reviewers=[reviewer])
    thread = thread_open(actor=reviewer, review=review, text=_bilingual(change.question), pointer=change.at)
    comment_add(actor=designer, thread=thread, text=_bilingual(change.answer))
    thread_resolve(actor=reviewer, thread=thread)
    review_decide(actor=reviewer, review=review, verdict=Verdict.APPROVE)


def _bilingual(text: LocalizedText) -> str:
    """Return a text that people write once, in the two languages of those who read it."""
    return f"{text.en} · {text.zh}"
