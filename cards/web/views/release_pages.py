"""Pages around a release: its channels, what it changed, taking it out of the channels, and the keys that signed it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from cards.errors import NotFound, Refusal
from cards.gateway import faces, packs, signatures
from cards.localization import HTML_LANGUAGES, data_language, localize
from cards.models import Blob, CardVersion, Pack, Release
from cards.permissions import Act
from cards.queries.release_diff import CardChange, card_changes
from cards.queries.releases import release_get, release_list
from cards.queries.signing import signing_key_get, signing_keys
from cards.services.release_yank import release_unyank, release_yank
from cards.tree_diff import node_changes, text_changes
from cards.values import frozen_dataclass
from cards.web.access import access
from cards.web.changes import ChangedPlace, changed_places
from cards.web.forms import NOT_FIELDS
from cards.web.page import attachment, open_file, open_pack_page, open_page, pack_context, pack_page
from cards.web.pages import paged_of
from cards.web.views.releases import show_release

CHANGES_PAGE_SIZE = 25  # cards of one page of changes
NODES = 40  # changed nodes of one card


@frozen_dataclass
class Changed:
    """What one card has become between two releases.

    Shapes: nodes are those of the effect tree; texts are pairs of an HTML language and what changed in it.
    """

    kind: str
    id: str
    previous_id: str
    name: dict[str, str]
    before: int | None
    after: int | None
    nodes: list[Any]
    is_cut: bool
    texts: list[Any]
    url: str


@open_pack_page(Act.RELEASE_READ)
def release_channel(request: HttpRequest, pack: Pack, channel: str) -> HttpResponse:
    """Lead from a channel to the release that it stands for today."""
    release = release_get(account=request.user, pack=pack, version=channel)
    response = redirect("cards:release-detail", pack, release.version)
    response.headers["Cache-Control"] = "no-cache"
    return response


@pack_page(Act.RELEASE_READ, "GET", "POST")
def release_withdraw(request: HttpRequest, pack: Pack, version: str) -> HttpResponse:
    """Yank a release, or put it back; the links of a page that shows a refusal lead to the release."""
    release = release_get(account=request.user, pack=pack, version=version)
    if request.method == "GET":
        query = f"?{params}" if (params := request.GET.urlencode()) else ""
        return redirect(reverse("cards:release-detail", args=[pack, version]) + query)
    reason = {language: request.POST.get(f"reason_{language}", "") for language in ("en", "zh")}
    try:
        if request.POST.get("do") == "unyank":
            release_unyank(actor=request.user, release=release, reason=reason)
            messages.success(
                request, localize("{version} is back in the channels.", "{version} 已回到频道。", version=version)
            )
        else:
            use = request.POST.get("instead", "").strip()
            release_yank(actor=request.user, release=release, reason=reason, use=use)
            messages.success(request, localize("{version} has been yanked.", "{version} 已下架。", version=version))
    except Refusal as refused:
        if refused.status in NOT_FIELDS:
            raise
        language = data_language()
        details = [error["detail"][language] for error in refused.errors] or [refused.detail[language]]
        messages.error(request, " ".join(details))
        return show_release(request, pack, release, params=request.POST, status=refused.status)
    return redirect("cards:release-detail", pack, version)


@open_pack_page(Act.RELEASE_READ)
def release_changes(request: HttpRequest, pack: Pack, version: str) -> HttpResponse:
    """Show what a release changed since the one before, or since another that is named."""
    release = release_get(account=request.user, pack=pack, version=version)
    releases = [candidate for candidate in release_list(account=request.user, pack=pack) if candidate.pk != release.pk]
    older = _older(release, releases, request.GET.get("from", ""))
    changes = card_changes(older=older, newer=release)
    role = access(request.user, pack).role

    def read(start: int, end: int) -> list[Changed]:
        return _change_rows(release, changes[start:end], role is not None)

    listing = paged_of(len(changes), read, request.GET, CHANGES_PAGE_SIZE)
    context = pack_context(
        pack,
        "releases",
        localize("Changes", "改动内容"),
        (reverse("cards:release-list", args=[pack]), localize("Releases", "发布")),
        (reverse("cards:release-detail", args=[pack, version]), version),
        role=role,
        release=release,
        older=older,
        others=releases[:100],
        counts={
            kind: sum(change.kind == kind for change in changes) for kind in ("added", "changed", "renamed", "removed")
        },
        changes=listing.rows,
        total=len(changes),
        paged=listing,
    )
    return render(request, "cards/release_changes.html", context)


@require_GET
@open_page
def signing_key_index(request: HttpRequest) -> HttpResponse:
    """Show the keys with which releases of this portal are and were signed."""
    context = {"keys_listed": signing_keys()[:100], "crumbs": [("", localize("Signing keys", "签名密钥"))]}
    return render(request, "cards/signing_keys.html", context)


@require_GET
@open_page
def signing_key_file(request: HttpRequest, key_id: str) -> HttpResponse:
    """Return a public key as minisign reads it."""
    row = signing_key_get(key_id=key_id)
    text = signatures.read_public(row.public_key).text
    response = attachment(HttpResponse(text, content_type="text/plain; charset=utf-8"), f"{row.key_id}.pub")
    response.headers["Cache-Control"] = "public, max-age=300"
    return open_file(request, response)


def _older(release: Release, releases: list[Release], version: str) -> Release | None:
    """Return the release to compare with: the one asked for, else the one published before."""
    if not version:
        return release.previous
    match = next((older for older in releases if older.version == version), None)
    if match is None:
        raise NotFound()
    return match


def _change_rows(release: Release, changes: list[CardChange], lead: bool) -> list[Changed]:
    """Return what a page shows of changes, in two queries."""
    sides = [side for change in changes for side in (change.before, change.after) if side]
    data = dict(Blob.objects.filter(sha256__in={side.sha256 for side in sides}).values_list("sha256", "data"))
    texts = dict(CardVersion.objects.filter(pk__in={side.version_pk for side in sides}).values_list("pk", "texts"))
    documents = {sha: packs.read_json(bytes(blob)) for sha, blob in data.items()}
    return [_change_row(release, change, documents, texts, lead) for change in changes]


def _change_row(
    release: Release, change: CardChange, documents: dict[str, Any], texts: dict[int, Any], lead: bool
) -> Changed:
    before, after, shown = change.before, change.after, change.after or change.before
    face = faces.face(release.ruleset, documents[shown.sha256], texts[shown.version_pk]) if shown else {"name": {}}
    nodes: list[Any] = []
    words: list[Any] = []
    is_cut = False
    places: list[ChangedPlace] = []
    if before and after:
        old, new = documents[before.sha256], documents[after.sha256]
        nodes, is_cut = node_changes(old, new)
        places = changed_places(release.ruleset, old, new, nodes[:NODES])
        words = [
            (HTML_LANGUAGES.get(text.language, text.language), text)
            for text in text_changes(texts[before.version_pk], texts[after.version_pk])
        ]
    return Changed(
        kind=change.kind,
        id=change.id,
        previous_id=before.id if before and change.kind == "renamed" else "",
        name=face["name"],
        before=before.version if before else None,
        after=after.version if after else None,
        nodes=places,
        is_cut=is_cut or len(nodes) > NODES,
        texts=words,
        url=reverse("cards:card-detail", args=[release.pack, change.id]) if lead and after else "",
    )
