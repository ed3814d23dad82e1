"""The home page: the draft to go on with, my packs and what happened in them, what waits for me, public packs."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_GET

from cards.drawing.faces import Face, draw
from cards.gateway import rulesets
from cards.localization import data_language, localize
from cards.models import Account, Card, Notification, Pack
from cards.permissions import require_account
from cards.queries.cards import card_face
from cards.queries.first_card import has_asked_for_review
from cards.queries.home import Picture, drafts_to_continue, pictures_of
from cards.queries.notifications import notification_list
from cards.queries.packs import pack_list, pack_list_visible
from cards.queries.reviews import review_queue, waiting_for
from cards.services.emails import role_label
from cards.services.notification_words import notification_path, notification_sentence
from cards.values import frozen_dataclass
from cards.web.activity import FeedEntry, entries_by_pack
from cards.web.page import Context, endpoint, page, polled
from cards.web.pages import paged
from cards.web.review_page import ReviewLine, review_lines
from cards.web.thumbnails import Thumbnail, thumbnail

PACKS_OF_A_PAGE = 24  # rows of 2 and 3
LOADING = "loading"  # the state of sample packs that are on their way
POLL_MS = 1_000
WAITING = 4  # reviews, and notifications, of the list of what waits


@frozen_dataclass
class PackLine:
    """A pack in a list of packs; without pictures and event where nothing is known of it."""

    pack: Pack
    role_label: str
    cards: int
    latest: str
    pictures: tuple[Thumbnail, ...] = ()
    event: FeedEntry | None = None


@frozen_dataclass
class DraftLine:
    """A draft to go on with: the card's address, its names, its pack, when it was saved; the first has its face."""

    url: str
    play_url: str
    card: Card
    name: dict[str, str]
    picture: Thumbnail
    face: Face | None


@require_GET
@page
def home(request: HttpRequest) -> HttpResponse:
    """Show my packs, what I was at, what waits for me, and the public packs of others."""
    return render(request, "cards/home.html", _context(request))


@require_GET
@endpoint
def home_progress(request: HttpRequest) -> HttpResponse:
    """Return what the home page shows while sample packs are loaded; 304 while nothing changed."""
    samples = samples_state()
    packs = Pack.objects.aggregate(count=Count("pk"), newest=Max("pk"))
    mark = f"{samples}-{packs['count']}-{packs['newest']}-{data_language()}-{require_account(request.user).pk}"

    def progress() -> Context:
        status = localize("The sample packs are loaded.", "示例卡包已载入。")
        return {
            "state": samples,
            "final": samples != LOADING,
            "poll_after_ms": POLL_MS,
            "status": "" if samples else status,
            "html": render_to_string("cards/partials/_home.html", _context(request), request),
        }

    return polled(request, mark, progress)


def samples_state() -> str:
    """Return how the loading of the sample packs of a new portal goes: LOADING, or FAILED; empty where it is over."""
    try:
        return settings.SAMPLE_MARKER.read_text(encoding="utf-8") or LOADING
    except FileNotFoundError:
        return ""


def _context(request: HttpRequest) -> Context:
    account = require_account(request.user)
    mine = pack_list(account=account)
    own = paged(mine, request.GET, PACKS_OF_A_PAGE)
    others = pack_list_visible(account=account).exclude(pk__in=mine.order_by().values("pk"))
    public = paged(others, request.GET, name="public")
    pictures, events = pictures_of(own.rows), entries_by_pack(own.rows)
    return {
        "packs": [_line(pack, pictures[pack.pk], events.get(pack.pk)) for pack in own.rows],
        "public_packs": [_line(pack) for pack in public.rows],
        "drafts": _drafts(drafts_to_continue(account=account, packs=mine)),
        "reviews": _reviews(account),
        "notifications": _notifications(account),
        "pages": own,
        "public_pages": public,
        "may_create": settings.PACK_CREATION == "anyone" or account.is_operator,
        "offers_first_card": not has_asked_for_review(account=account),
        "samples": samples_state(),
        "section": "packs",
        "poll_after_ms": POLL_MS,
        "games": rulesets.rulesets(),
    }


@require_GET
@page
def to_home(request: HttpRequest) -> HttpResponse:
    """Redirect a shortened address of a pack to the list of packs."""
    return redirect("cards:home")


def _line(pack: Any, pictures: Sequence[Picture] = (), event: FeedEntry | None = None) -> PackLine:
    return PackLine(
        pack,
        role_label(pack.role) if pack.role else localize("Operator", "运营者"),
        pack.card_count,
        pack.last_release or "",
        tuple(thumbnail(picture) for picture in pictures),
        event,
    )


def _drafts(cards: Sequence[Card]) -> list[DraftLine]:
    return [_draft(card, is_first=card is cards[0]) for card in cards if rulesets.has_ruleset(card.pack.ruleset)]


def _draft(card: Card, *, is_first: bool) -> DraftLine:
    face = card_face(card=card, pack=card.pack)
    address = [card.pack, card]
    return DraftLine(
        reverse("cards:card-detail", args=address),
        reverse("cards:card-play", args=address),
        card,
        face["name"] if face else dict.fromkeys(("en", "zh"), card.written_id),
        thumbnail(Picture(card.written_id, face["tone"] if face else "", card.draft.art_sha256)),
        draw(face, data_language()) if face and is_first else None,
    )


def _reviews(account: Account) -> list[ReviewLine]:
    return review_lines(list(waiting_for(reviews=review_queue(account=account), account=account)[:WAITING]))


def _notifications(account: Account) -> list[tuple[str, str, Notification]]:
    """Return the newest notifications that were not read, each after its sentence and its address."""
    rows = notification_list(account=account).filter(read_at__isnull=True)[:WAITING]
    return [(notification_sentence(row, data_language()), notification_path(row), row) for row in rows]
