"""What the page of a review shows: what changed, by node and in words, what previews and scenarios found, and what was said."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from cards.gateway import faces, wording
from cards.gateway.nodes import walk
from cards.localization import HTML_LANGUAGES, localize
from cards.models import CardVersion, Pack, Preview, PreviewState, Review
from cards.queries.beside import names_beside
from cards.queries.history import draft_get
from cards.queries.problems import version_report
from cards.queries.reviews import PlacedThread, review_of
from cards.tree_diff import TextChange, node_changes, text_changes
from cards.values import frozen_dataclass
from cards.web.changes import ChangedPlace, changed_places, way_to
from cards.web.previews.lines import PreviewLine, line_of

PLACES = 200  # places of the card that the field of a comment suggests


@frozen_dataclass
class ReviewLine:
    """A review in a list."""

    review: Review
    url: str
    name: str
    state: str
    state_label: str
    chip: str
    approvals: int


@frozen_dataclass
class ChangeLine:
    """A change of a node, with the threads that stand there and where a comment on it would go."""

    change: ChangedPlace
    threads: list[PlacedThread]
    on_base: bool


@frozen_dataclass
class ThreadLine:
    """A thread of comments with the way to its place in words, now and in the version on which it was opened."""

    placed: PlacedThread
    words: str
    words_before: str


@frozen_dataclass
class WordsBeside:
    """A text of one language before and after."""

    label: str
    tag: str
    old: str
    new: str

    @property
    def is_same(self) -> bool:
        """Return whether the text did not change."""
        return self.old == self.new


def review_lines(reviews: Sequence[Any]) -> list[ReviewLine]:
    """Return reviews as lines of a list."""
    return [
        ReviewLine(
            review=review,
            url=review_url(review.pack, review.number),
            name=review.title or review.card.written_id,
            state=review.state,
            state_label=state_label(review.state),
            chip=CHIPS[review.state],
            approvals=review.approvals,
        )
        for review in reviews
    ]


def review_url(pack: Pack, number: int) -> str:
    """Return the address of a review."""
    return reverse("cards:review-detail", args=[pack, number])


CHIPS = {
    "in_review": "chip--info",
    "changes_requested": "chip--warn",
    "approved": "chip--ok",
    "superseded": "",
    "withdrawn": "",
}


def state_label(state: str) -> str:
    """Return the word for the state of a review."""
    return {
        "in_review": localize("In review", "审核中"),
        "changes_requested": localize("Changes requested", "需修改"),
        "approved": localize("Approved", "已批准"),
        "superseded": localize("Superseded", "已被取代"),
        "withdrawn": localize("Withdrawn", "已撤回"),
    }[state]


def difference(review: Review, threads: Sequence[PlacedThread]) -> dict[str, Any]:
    """Return what differs between the released version and the reviewed one: by node, in texts, on the faces."""
    before, after = review.base, review.version
    changes, is_cut = node_changes(before.document if before else {}, after.document)
    open_at: dict[str | None, list[PlacedThread]] = {}
    for thread in threads:
        if thread.thread.resolved_at is None:
            open_at.setdefault(thread.pointer, []).append(thread)
    return {
        "changes": [
            ChangeLine(
                thread, open_at.get(thread.pointer, []) if thread.kind != "removed" else [], thread.kind == "removed"
            )
            for thread in changed_places(
                review.pack.ruleset, before.document if before else None, after.document, changes
            )
        ],
        "changes_cut": is_cut,
        "text_changes": _text_changes(before, after),
        "words": _words(review.pack, before, after),
        "sides": [
            (thread, {**faces.face(review.pack.ruleset, thread.document, thread.texts), "art": thread.art_sha256})
            for thread in (before, after)
            if thread is not None
        ],
        "places": places_of(review.pack.ruleset, after.document),
    }


def _text_changes(before: CardVersion | None, after: CardVersion) -> list[tuple[str, TextChange]]:
    return [(HTML_LANGUAGES[each.language], each) for each in text_changes(before.texts if before else {}, after.texts)]


def _words(pack: Pack, before: CardVersion | None, after: CardVersion) -> list[WordsBeside]:
    """Return the rules text that the effects give, before and after."""
    old: Mapping[str, str] = _rules_texts(pack, before) if before else {}
    new = _rules_texts(pack, after)
    return [WordsBeside(tag, HTML_LANGUAGES[tag], old.get(tag, ""), new[tag]) for tag in new]


def _rules_texts(pack: Pack, version: CardVersion) -> Mapping[str, str]:
    document = version.document
    return wording.rules_texts(pack.ruleset, document, names_beside(document, pack=pack))


def places_of(ruleset: str, document: Any) -> list[tuple[str, str]]:
    """Return the fields and blocks of a card that a comment may be about: JSON Pointer and the way there in words."""
    pointers = [node.pointer for node in walk(document) if node.pointer][:PLACES]
    return [(pointer, way_to(ruleset, document, pointer)) for pointer in pointers]


def thread_lines(review: Review, threads: Sequence[PlacedThread]) -> list[ThreadLine]:
    """Return the threads of a card, each with where it stands now, and where it was when it was opened, in words."""
    ruleset, now = review.pack.ruleset, review.version.document
    return [
        ThreadLine(
            thread,
            way_to(ruleset, now, thread.pointer) if thread.pointer else "",
            way_to(ruleset, thread.thread.version.document, thread.thread.pointer) if thread.thread.version else "",
        )
        for thread in threads
    ]


def preview_of_version(review: Review) -> PreviewLine | None:
    """Return the newest finished preview of exactly these bytes that measured something."""
    found: QuerySet[Preview] = Preview.objects.measured().filter(card=review.card, state=PreviewState.FINISHED)
    exact = found.filter(candidate_sha256=review.version.sha256).order_by("-number")
    preview = exact.select_related("card__draft", "requested_by").defer("spec", "result", "fold").first()
    return line_of(preview, review.pack) if preview else None


def next_review(review: Any, *, may_ask: bool) -> tuple[str, int, bool] | None:
    """Return where a superseded review goes on, as an address, the version there, and whether the review is still to be asked for."""
    card, pack = review.card, review.pack
    if review.state != "superseded":
        return None
    if (found := review_of(card=card)) is not None:
        return review_url(pack, found.number), card.newest_version.number, False
    is_closed = card.newest_version_id == card.released_version_id or card.trashed_at or card.retired_at
    if is_closed or not may_ask:
        return None
    return reverse("cards:review-new", args=[pack, card]), card.newest_version.number, True


def problems_of(review: Review) -> list[Any]:
    """Return what the engine says today against the reviewed version, above all that its text says otherwise than its effects."""
    return list(version_report(version=review.version, pack=review.pack).problems)


def has_moved_on(review: Review) -> bool:
    """Return whether the draft differs from the version under review."""
    draft = draft_get(card=review.card)
    return (draft.source_sha, draft.art_sha256) != (review.version.source_sha, review.version.art_sha256)
