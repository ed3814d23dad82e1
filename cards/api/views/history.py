"""What changed from release to release, for programs that follow a pack."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, pack_of
from cards.api.bytes import is_known, not_modified, with_caching
from cards.api.docs import operation
from cards.api.paging import after_of, limit_of, link_to, refuse_unknown
from cards.api.shapes_releases import CHANGE, DIFFERENCE, FEED, FEED_ENTRY, MIGRATION, MIGRATIONS, Published
from cards.api.views.releases import CHANNELS, briefly_of, cache_control, release_of, to_concrete
from cards.errors import InvalidFields
from cards.lookups import search_words
from cards.permissions import Act
from cards.queries.release_diff import CardChange, card_changes, change_feed, feed_end, patches
from cards.queries.releases import release_get
from cards.shape import Shape


def _any_change(_: CardChange) -> bool:
    """Take every change."""
    return True


class Difference(Endpoint):
    """What turns one release into another."""

    @operation(
        "release-diff",
        "Cards added, changed, removed and renamed since another release, each with a JSON Patch",
        DIFFERENCE,
        filters=("limit", "after"),
        is_open=True,
    )
    def get(self, request: Request, pack: str, version: str, other: str) -> Any:
        """Return the cards that differ, by id; the counts are those of all pages."""
        newer = release_of(request, pack, version)
        if version in CHANNELS:
            return to_concrete(request, newer, version)
        if other in CHANNELS:
            raise InvalidFields.of("/from", "The number of a release.", "应为发布的版本号。")
        older = release_get(account=actor_of(request), pack=newer.pack, version=other)
        limit, after = limit_of(request), after_of(request)
        tag = f"{older.manifest_id[:32]}{newer.manifest_id[:32]}-{limit}-{after}"
        lifetime = cache_control(newer)
        if is_known(request._request, tag):
            return not_modified(tag=tag, cache_control=lifetime)
        changes = card_changes(older=older, newer=newer)
        page = [change for change in changes if change.id > after][: limit + 1]
        url = link_to(request, after=page[limit - 1].id) if len(page) > limit else None
        body = DIFFERENCE(
            {
                "from": older.version,
                "to": newer.version,
                "counts": Counter(change.kind for change in changes),
                "changelog": newer.changelog,
                "results": [
                    (CHANGE(each) | ({"patch": patched.patch, "texts_patch": patched.texts} if patched else {}))
                    for each, patched in zip(page[:limit], patches(changes=page[:limit]), strict=True)
                ],
                "next": url,
            }
        )
        return with_caching(_with_link(body, url), tag=tag, cache_control=lifetime, is_exact=False)


class Changes(Endpoint):
    """Every change that was published, from a cursor on."""

    @operation(
        "changes",
        "Cards that releases changed, in the order of publication, from a cursor on",
        FEED,
        filters=("since", "limit"),
        is_open=True,
    )
    def get(self, request: Request, pack: str) -> Any:
        """Return them; `cursor` is where to go on, now or after the next release.

        A yank changes nothing here: the feed says what was published. A program that follows `latest` compares the release that
        they have with the one that `latest` names.
        """
        return self.page(request, pack, FEED, FEED_ENTRY)

    def page(
        self,
        request: Request,
        pack: str,
        feed: Shape,
        entry: Shape,
        is_included: Callable[[CardChange], bool] = _any_change,
    ) -> Any:
        """Return one page of the feed, or of a part of it."""
        refuse_unknown(request, "since", "limit")
        row = pack_of(request, pack, Act.RELEASE_READ)
        since = search_words(request.query_params, "since")
        entries, cursor = change_feed(pack=row, since=since, limit=limit_of(request), is_included=is_included)
        url = link_to(request, since=cursor) if cursor is not None else None
        end = cursor if cursor is not None else feed_end(pack=row)
        body = feed({"results": [entry(Published(*each)) for each in entries], "next": url, "cursor": end})
        return briefly_of(_with_link(body, url), row)


class Migrations(Changes):
    """What became of ids."""

    @operation(
        "migrations",
        "Ids that were renamed or removed, with the id to use instead",
        MIGRATIONS,
        filters=("since", "limit"),
        is_open=True,
    )
    def get(self, request: Request, pack: str) -> Any:
        """Return them in the order of publication."""
        return self.page(request, pack, MIGRATIONS, MIGRATION, _moves)


def _with_link(body: Any, url: str | None) -> Response:
    response = answer(body)
    if url:
        response.headers["Link"] = f'<{url}>; rel="next"'
    return response


def _moves(change: CardChange) -> bool:
    return change.kind in ("renamed", "removed")
