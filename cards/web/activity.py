"""The activity feed of a pack."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from cards.models import AuditEvent, Pack

SHOWN = 8  # events beside the list of cards

WORDS = {
    "pack.create": gettext_noop("created the pack"),
    "pack.edit": gettext_noop("changed the settings of"),
    "pack.import": gettext_noop("imported cards into"),
    "card.create": gettext_noop("created the card"),
    "card.trash": gettext_noop("trashed the card"),
    "card.rename": gettext_noop("renamed a card to"),
    "card.retire": gettext_noop("retired the card"),
    "card.unretire": gettext_noop("brought back the retired card"),
    "card.deprecate": gettext_noop("deprecated the card"),
    "card.undeprecate": gettext_noop("removed the deprecation of"),
    "card.purge": gettext_noop("deleted for good"),
    "trash.empty": gettext_noop("emptied the trash of"),
    "card.untrash": gettext_noop("restored the trashed card"),
    "draft.restore": gettext_noop("restored the draft to"),
    "bulk.write": gettext_noop("changed many cards of"),
    "bulk.undo": gettext_noop("undid a bulk edit of"),
    "version.create": gettext_noop("named the version"),
    "scenario.create": gettext_noop("added a scenario to"),
    "scenario.remove": gettext_noop("removed the scenario"),
    "scenario.restore": gettext_noop("restored the scenario"),
    "texts.import": gettext_noop("imported texts into"),
    "glossary.add": gettext_noop("added the term"),
    "glossary.edit": gettext_noop("changed the term"),
    "glossary.remove": gettext_noop("removed the term"),
    "glossary.seed": gettext_noop("added the game’s terms to the glossary of"),
    "deck.create": gettext_noop("created the deck"),
    "deck.trash": gettext_noop("trashed the deck"),
    "deck.untrash": gettext_noop("restored the trashed deck"),
    "deck.restore": gettext_noop("restored the deck to"),
    "deck.references_set": gettext_noop("chose the reference decks of"),
    "preview.start": gettext_noop("started the preview"),
    "preview.cancel": gettext_noop("cancelled the preview"),
    "sweep.start": gettext_noop("started the sweep"),
    "sweep.cancel": gettext_noop("cancelled the sweep"),
    "job.queue": gettext_noop("queued the job"),
    "job.cancel": gettext_noop("cancelled the job"),
    "sweep.accept": gettext_noop("wrote into the draft the value of the sweep"),
    "health.start": gettext_noop("started previews of the pack"),
    "health.cancel": gettext_noop("cancelled the previews of the pack"),
    "release.plan_save": gettext_noop("changed the plan of the release"),
    "release.publish": gettext_noop("published"),
    "member.set": gettext_noop("gave a role to"),
    "member.remove": gettext_noop("removed"),
    "invitation.create": gettext_noop("invited"),
    "pack.archive": gettext_noop("archived the pack"),
    "pack.unarchive": gettext_noop("took out of the archive"),
    "preview.keep": gettext_noop("keeps the preview"),
    "preview.let_go": gettext_noop("no longer keeps the preview"),
    "release.yank": gettext_noop("yanked the release"),
    "release.unyank": gettext_noop("brought back the release"),
    "invitation.accept": gettext_noop("accepted the invitation of"),
    "art.set": gettext_noop("set the image of"),
    "art.remove": gettext_noop("removed the image of"),
    "review.request": gettext_noop("asked for a review of"),
    "review.ask": gettext_noop("asked a reviewer about"),
    "review.decide": gettext_noop("decided the review of"),
    "review.withdraw": gettext_noop("withdrew the review of"),
    "thread.open": gettext_noop("commented on"),
    "thread.comment": gettext_noop("answered a comment on"),
    "thread.resolve": gettext_noop("resolved a comment on"),
    "thread.reopen": gettext_noop("reopened a comment on"),
    "release.schedule_failed": gettext_noop("did not publish, as a gate was closed:"),
    "member.hand_over": gettext_noop("handed the pack over to"),
    "invitation.revoke": gettext_noop("withdrew the invitation of"),
    "snippet.add": gettext_noop("added the snippet"),
    "snippet.rename": gettext_noop("renamed the snippet"),
    "snippet.remove": gettext_noop("removed the snippet"),
    "webhook.create": gettext_noop("created the webhook"),
    "webhook.edit": gettext_noop("changed the webhook"),
    "webhook.redeliver": gettext_noop("delivered again to the webhook"),
    "webhook.remove": gettext_noop("removed the webhook"),
    "webhook.secret_renew": gettext_noop("renewed the secret of the webhook"),
}


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One line of the feed."""

    actor: Any
    what: str
    target: str
    url: str
    at: datetime


def recent(pack: Pack) -> list[FeedEntry]:
    """Return the newest events of a pack."""
    events = AuditEvent.objects.filter(pack=pack).select_related("actor").order_by("-id")[:SHOWN]
    return list(_entries(events, pack))


def _entries(events: Iterable[AuditEvent], pack: Pack) -> Iterable[FeedEntry]:
    for event in events:
        words = gettext(WORDS[event.action]) if event.action in WORDS else event.action
        target = event.target.removeprefix(f"{event.action.split('.')[0]} ")
        yield FeedEntry(event.actor, words, target, _url(event, pack), event.at)


def _url(event: AuditEvent, pack: Pack) -> str:
    """Return where the thing of an event can be seen, or nothing."""
    noun = event.action.split(".")[0]
    if noun == "bulk":
        return reverse("cards:bulk-history", args=[pack.slug])
    words = event.target.split()
    if noun in {"review", "thread"} and words:
        return reverse("cards:review-detail", args=[pack.slug, int(words[-1].removeprefix("#"))])
    if noun in {"card", "draft", "version", "scenario", "art"} and words:
        return reverse("cards:card-detail", args=[pack.slug, words[0]])
    if noun == "release" and event.action == "release.publish" and words:
        return reverse("cards:release-detail", args=[pack.slug, words[-1]])
    if noun in {"preview", "job"} and words and words[-1].isdigit():
        return reverse(f"cards:{noun}-detail", args=[pack.slug, int(words[-1])])
    return ""
