"""Pages around a release: its channels, what it changed, taking it out of the channels, and the keys that signed it."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from cards.errors import NotFound, Refusal
from cards.gateway import faces, packs, signatures
from cards.localization import localize
from cards.models import Blob, CardVersion, Release
from cards.permissions import Act
from cards.queries.packs import pack_get
from cards.queries.release_diff import CardChange, card_changes
from cards.queries.releases import release_get, release_list
from cards.queries.signing import signing_key_get, signing_keys
from cards.services.release_yank import release_unyank, release_yank
from cards.tree_diff import node_changes, text_changes
from cards.web.access import access
from cards.web.page import open_page, page
from cards.web.pages import page_number, page_url
from cards.web.text import HTML_LANGUAGES, bilingual_plain
from cards.web.views.releases import show_release

CHANGES_PAGE_SIZE = 25  # cards of one page of changes
NODES = 40  # changed nodes of one card


@dataclass(frozen=True, slots=True)
class Changed:
    """What one card has become between two releases.

    Shapes: nodes are those of the effect tree; texts are pairs of an HTML language and what changed in it.
    """

    kind: str
    id: str
    was: str
    name: dict[str, str]
    before: int | None
    after: int | None
    nodes: list[Any]
    is_cut: bool
    texts: list[Any]
    url: str


@require_GET
@open_page
def release_channel(request: HttpRequest, pack: str, channel: str) -> HttpResponse:
    """Lead from a channel to the release that it stands for today."""
    row = pack_get(account=request.user, slug=pack, act=Act.RELEASE_READ)
    release = release_get(account=request.user, pack=row, version=channel)
    response = redirect("cards:release-detail", row.slug, release.version)
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_http_methods(["GET", "POST"])
@page
def release_withdraw(request: HttpRequest, pack: str, version: str) -> HttpResponse:
    """Yank a release, or put it back; the links of a page that shows a refusal lead to the release."""
    row = pack_get(account=request.user, slug=pack, act=Act.RELEASE_READ)
    release = release_get(account=request.user, pack=row, version=version)
    if request.method == "GET":
        query = f"?{asked}" if (asked := request.GET.urlencode()) else ""
        return redirect(reverse("cards:release-detail", args=[pack, version]) + query)
    reason = {language: request.POST.get(f"reason_{language}", "") for language in ("en", "zh")}
    try:
        if request.POST.get("do") == "unyank":
            release_unyank(actor=request.user, release=release, reason=reason)
            messages.success(
                request, localize("{version} is back in the channels.", "{version} 已回到频道。", version=version)
            )
        else:
            instead = request.POST.get("instead", "").strip()
            release_yank(actor=request.user, release=release, reason=reason, use=instead)
            messages.success(request, localize("{version} is yanked.", "{version} 已撤回。", version=version))
    except Refusal as refused:
        if refused.status in (403, 404):
            raise
        language = "zh" if request.LANGUAGE_CODE.startswith("zh") else "en"
        said = [error["detail"][language] for error in refused.errors] or [refused.detail[language]]
        messages.error(request, " ".join(said))
        return show_release(request, row, release, params=request.POST, status=refused.status)
    return redirect("cards:release-detail", row.slug, version)


@require_GET
@open_page
def release_changes(request: HttpRequest, pack: str, version: str) -> HttpResponse:
    """Show what a release changed since the one before, or since another that is named."""
    row = pack_get(account=request.user, slug=pack, act=Act.RELEASE_READ)
    release = release_get(account=request.user, pack=row, version=version)
    releases = [candidate for candidate in release_list(account=request.user, pack=row) if candidate.pk != release.pk]
    older = _older(release, releases, request.GET.get("from", ""))
    changes = card_changes(older=older, newer=release)
    last = max(1, -(-len(changes) // CHANGES_PAGE_SIZE))
    number = min(page_number(request.GET), last)
    lead = access(request.user, row).role is not None
    context = {
        "pack": row,
        "section": "releases",
        "role": access(request.user, row).role,
        "release": release,
        "older": older,
        "others": releases[:100],
        "counts": {
            kind: sum(candidate.kind == kind for candidate in changes)
            for kind in ("added", "changed", "renamed", "removed")
        },
        "changes": _change_rows(release, changes[(number - 1) * CHANGES_PAGE_SIZE : number * CHANGES_PAGE_SIZE], lead),
        "total": len(changes),
        "paged": {
            "found": len(changes),
            "page": number,
            "pages": last,
            "previous_url": page_url(request.GET, number - 1) if number > 1 else "",
            "next_url": page_url(request.GET, number + 1) if number < last else "",
        },
        "crumbs": [
            (reverse("cards:pack-detail", args=[row.slug]), bilingual_plain(row.name)),
            (reverse("cards:release-list", args=[row.slug]), localize("Releases", "发布")),
            (reverse("cards:release-detail", args=[row.slug, version]), version),
            ("", localize("Changes", "更改内容")),
        ],
    }
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
    response = HttpResponse(signatures.read_public(row.public_key).text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{row.key_id}.pub"'
    return response


def _older(release: Release, releases: list[Release], version: str) -> Release | None:
    """Return the release to compare with: the one asked for, else the one published before."""
    if not version:
        return release.previous
    match = next((each for each in releases if each.version == version), None)
    if match is None:
        raise NotFound()
    return match


def _change_rows(release: Release, changes: list[CardChange], lead: bool) -> list[Changed]:
    """Return what a page shows of changes, in two queries."""
    sides = [each for change in changes for each in (change.before, change.after) if each]
    data = dict(Blob.objects.filter(sha256__in={each.sha256 for each in sides}).values_list("sha256", "data"))
    texts = dict(CardVersion.objects.filter(pk__in={each.version_pk for each in sides}).values_list("pk", "texts"))
    documents = {sha: packs.read_json(bytes(held)) for sha, held in data.items()}
    return [_change_row(release, change, documents, texts, lead) for change in changes]


def _change_row(
    release: Release, change: CardChange, documents: dict[str, Any], texts: dict[int, Any], lead: bool
) -> Changed:
    before, after, shown = change.before, change.after, change.after or change.before
    face = faces.face(release.ruleset, documents[shown.sha256], texts[shown.version_pk]) if shown else {"name": {}}
    nodes: list[Any] = []
    words: list[Any] = []
    is_cut = False
    if before and after:
        nodes, is_cut = node_changes(documents[before.sha256], documents[after.sha256])
        words = [
            (HTML_LANGUAGES.get(each.language, each.language), each)
            for each in text_changes(texts[before.version_pk], texts[after.version_pk])
        ]
    return Changed(
        kind=change.kind,
        id=change.id,
        was=before.id if before and change.kind == "renamed" else "",
        name=face["name"],
        before=before.version if before else None,
        after=after.version if after else None,
        nodes=nodes[:NODES],
        is_cut=is_cut or len(nodes) > NODES,
        texts=words,
        url=reverse("cards:card-detail", args=[release.pack.slug, change.id]) if lead and after else "",
    )
