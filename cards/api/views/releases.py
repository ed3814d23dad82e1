"""Releases: what they say, their files and cards. What is published is named by its hash and may be cached permanently."""

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, pack_of
from cards.api.bodies import bilingual, fields_of, line
from cards.api.bytes import FOR_EVER, MEMBERS_ONLY, SHORT, bytes_response, is_known, not_modified, with_caching
from cards.api.docs import BYTES, PLAIN, ZIP, operation
from cards.api.paging import fields_chosen, page_of, sorted_page_of
from cards.api.ranges import range_response
from cards.api.shapes_releases import BULK_CARDS, FILE, RELEASE, RELEASE_CARD, SIGNING_KEY, DescribedRelease
from cards.errors import NotFound
from cards.gateway import packs
from cards.gateway.searching import LENGTH
from cards.lookups import search_words
from cards.models import Pack, Release, ReleaseCard, ReleaseYank
from cards.models.account import TokenScope
from cards.models.fields import LANGUAGES
from cards.models.pack import Visibility
from cards.permissions import Act
from cards.queries.history import blob_data
from cards.queries.releases import (
    LATEST,
    NEXT,
    active_releases,
    release_art,
    release_bulk,
    release_card,
    release_cards,
    release_file,
    release_file_data,
    release_files,
    release_get,
    release_list,
    release_manifest,
    release_zip,
    yanks_of,
    zip_digest_line,
)
from cards.queries.signing import signing_keys
from cards.services.downloads import downloads_write, media_of
from cards.services.release_yank import release_unyank, release_yank
from cards.shape import MANIFEST, Json

JSON = "application/json"
PUBLISHERS = {"POST": TokenScope.RELEASE}
CHANNELS = (LATEST, NEXT)


def release_of(request: Request, pack: str, version: str) -> Release:
    """Return a release that the caller may read."""
    row = pack_of(request, pack, Act.RELEASE_READ)
    return release_get(account=actor_of(request), pack=row, version=version)


def cache_control(release: Release) -> str:
    """Return how long caches may keep what belongs to a release."""
    return FOR_EVER if release.pack.visibility == Visibility.PUBLIC else MEMBERS_ONLY


def channels(pack: Pack) -> dict[int, list[str]]:
    """Return the names that stand for a release today, by its key."""
    newest: dict[int, list[str]] = {}
    releases = active_releases(pack=pack)
    for name, row in ((LATEST, releases.filter(is_prerelease=False)), (NEXT, releases)):
        if (key := row.values_list("pk", flat=True).first()) is not None:
            newest.setdefault(key, []).append(name)
    return newest


def release_answer(release: Release, named: dict[int, list[str]], yanks: dict[int, ReleaseYank]) -> Json:
    """Return a release with the names that stand for it, and why it was yanked."""
    return RELEASE(DescribedRelease(release, named.get(release.pk, []), yanks.get(release.pk)))


class Releases(Endpoint):
    """The releases of a pack."""

    @operation(
        "releases",
        "Releases of a pack, the highest version first",
        RELEASE,
        is_list=True,
        act=Act.RELEASE_READ,
        is_open=True,
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them."""
        releases = release_list(account=actor_of(request), pack=pack)
        names, yanks = channels(pack), yanks_of(pack=pack)
        return page_of(request, releases, lambda release: release_answer(release, names, yanks), "-order_key")


class ReleaseDetail(Endpoint):
    """One release."""

    @operation("release", "One release; `latest` and `next` answer 307 to the concrete one", RELEASE, is_open=True)
    def get(self, request: Request, pack: str, version: str) -> Any:
        """Return it."""
        release = release_of(request, pack, version)
        if version in CHANNELS:
            return to_concrete(request, release, version)
        return briefly(answer(release_answer(release, channels(release.pack), yanks_of(pack=release.pack))), release)


def to_concrete(request: Request, release: Release, channel: str) -> Any:
    """Return the redirect from a channel to the same address under the version's own number."""
    path = request._request.get_full_path().replace(f"/releases/{channel}/", f"/releases/{release.version}/", 1)
    response = HttpResponseRedirect(path)
    response.status_code = 307
    return briefly(response, release)


def unchanging(response: Any, release: Release) -> Any:
    """Allow caching of a list of what a release ships, without end if it is public."""
    response.headers["Cache-Control"] = cache_control(release)
    return response


def briefly(response: Any, release: Release) -> Any:
    """Allow caching of a changing answer for a minute; pages of other sites may read it if it is public."""
    return briefly_of(response, release.pack)


def briefly_of(response: Any, pack: Pack) -> Any:
    """Allow caching of an answer about the releases of a pack as `briefly` does."""
    is_public = pack.visibility == Visibility.PUBLIC
    response.headers["Cache-Control"] = SHORT if is_public else MEMBERS_ONLY
    if is_public:
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


class Yank(Endpoint):
    """Taking a release out of the channels."""

    scopes = PUBLISHERS

    @operation("release-yank", "Take a release out of the channels; its bytes stay", RELEASE, method="post")
    def post(self, request: Request, pack: str, version: str) -> Response:
        """Yank it."""
        release = release_of(request, pack, version)
        asked = fields_of(request, {"reason": bilingual}, {"use": line})
        release_yank(actor=actor_of(request), release=release, reason=asked["reason"], use=asked.get("use", ""))
        return answer(release_answer(release, channels(release.pack), yanks_of(pack=release.pack)))


class Unyank(Endpoint):
    """Putting a yanked release back."""

    scopes = PUBLISHERS

    @operation("release-unyank", "Put a yanked release back into the channels", RELEASE, method="post")
    def post(self, request: Request, pack: str, version: str) -> Response:
        """Put it back."""
        release = release_of(request, pack, version)
        asked = fields_of(request, {"reason": bilingual})
        release_unyank(actor=actor_of(request), release=release, reason=asked["reason"])
        return answer(release_answer(release, channels(release.pack), yanks_of(pack=release.pack)))


class _Bytes(Endpoint):
    """Something of a release that is bytes under a hash."""

    is_counted = False

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        """Return tag, media type and file name."""
        raise NotImplementedError

    def data_of(self, release: Release, path: str) -> bytes:
        """Return the bytes; asked for only when the caller does not have them."""
        raise NotImplementedError

    def serve(self, request: Request, pack: str, version: str, path: str = "") -> HttpResponse:
        """Answer with the bytes, with 304, or with the way to the concrete release."""
        release = release_of(request, pack, version)
        if version in CHANNELS:
            return to_concrete(request, release, version)
        tag, media, name = self.head_of(release, path)
        if release.pack.visibility == Visibility.PUBLIC:
            downloads_write(release=release)
        if is_known(request._request, tag):
            return not_modified(tag=tag, cache_control=cache_control(release))
        data = self.data_of(release, path)
        response = bytes_response(data, tag=tag, media=media, cache_control=cache_control(release), name=name)
        return range_response(request._request, response)


class Manifest(_Bytes):
    """The manifest of a release."""

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        return release.manifest_id, JSON, ""

    def data_of(self, release: Release, path: str) -> bytes:
        return release_manifest(release=release)

    @operation("manifest", "The manifest: every file and card with its hash", MANIFEST, is_open=True)
    def get(self, request: Request, pack: str, version: str) -> HttpResponse:
        """Return the bytes that were published."""
        return self.serve(request, pack, version)


class Signature(_Bytes):
    """The signature of the manifest, as minisign reads it."""

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        if not release.signature:  # of a release from before this portal had a key
            raise NotFound()
        return f"{release.manifest_id}-minisig", "text/plain; charset=utf-8", ""

    def data_of(self, release: Release, path: str) -> bytes:
        return release.signature.encode()

    @operation("manifest-signature", "The signature of the manifest, in minisign's format", PLAIN, is_open=True)
    def get(self, request: Request, pack: str, version: str) -> HttpResponse:
        """Return the bytes that were published."""
        return self.serve(request, pack, version)


class SigningKeys(Endpoint):
    """The public keys that sign releases."""

    @operation(
        "signing-keys",
        "The public keys with which releases are or were signed",
        SIGNING_KEY,
        is_list=True,
        is_open=True,
    )
    def get(self, request: Request) -> Any:
        """List them, the newest first."""
        return page_of(request, signing_keys(), SIGNING_KEY, "-pk")


class Zip(_Bytes):
    """A release as one archive."""

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        return release.zip_sha256, "application/zip", f"{release.pack.slug}-{release.version}.zip"

    def data_of(self, release: Release, path: str) -> bytes:
        return release_zip(release=release)

    @operation("pack-zip", "The whole release as a zip, the same bytes every time", ZIP, is_open=True)
    def get(self, request: Request, pack: str, version: str) -> HttpResponse:
        """Return the archive."""
        return self.serve(request, pack, version)


class ArtZip(_Bytes):
    """The images of a release as one archive."""

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        name = f"{release.pack.slug}-{release.version}-art.zip"
        return f"{release.manifest_id}-art", "application/zip", name

    def data_of(self, release: Release, path: str) -> bytes:
        return release_art(release=release)

    @operation(
        "art-zip",
        "The images of a release as a zip, `art/<card>.webp`; the manifest pins each by its hash",
        ZIP,
        is_open=True,
    )
    def get(self, request: Request, pack: str, version: str) -> HttpResponse:
        """Return the archive, an empty one where no card has an image."""
        return self.serve(request, pack, version)


class ZipDigest(_Bytes):
    """The hash of the archive, as `sha256sum -c` reads it."""

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        return f"{release.zip_sha256}-line", "text/plain; charset=utf-8", ""

    def data_of(self, release: Release, path: str) -> bytes:
        return zip_digest_line(release)

    @operation("pack-zip-sha256", "The hash of the zip, as sha256sum reads it", PLAIN, is_open=True)
    def get(self, request: Request, pack: str, version: str) -> HttpResponse:
        """Return one line."""
        return self.serve(request, pack, version)


class File(_Bytes):
    """One file of a release."""

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        row = release_file(release=release, path=path)
        return row.sha256, media_of(path), ""

    def data_of(self, release: Release, path: str) -> bytes:
        return release_file_data(release=release, path=path)

    @operation("release-file", "One file of a release", BYTES, is_open=True)
    def get(self, request: Request, pack: str, version: str, path: str) -> HttpResponse:
        """Return its bytes."""
        return self.serve(request, pack, version, path)


class Files(Endpoint):
    """The files of a release."""

    @operation("release-files", "Path, size and hash of every file of a release", FILE, is_list=True, is_open=True)
    def get(self, request: Request, pack: str, version: str) -> Any:
        """List them by path."""
        release = release_of(request, pack, version)
        if version in CHANNELS:
            return to_concrete(request, release, version)
        return unchanging(page_of(request, release_files(release=release), FILE, "path"), release)


class ReleaseCards(Endpoint):
    """The cards of a release."""

    @operation(
        "release-cards",
        "Cards of a release with the versions that it ships; `where` is a query such as `attack<=2 kind:unit`, `sort` a column or field",
        RELEASE_CARD,
        is_list=True,
        filters=("q", "kind", "where", "sort", "fields"),
        is_open=True,
    )
    def get(self, request: Request, pack: str, version: str) -> Any:
        """List them by id."""
        release = release_of(request, pack, version)
        if version in CHANNELS:
            return to_concrete(request, release, version)
        params = request.query_params
        sort, where = params.get("sort", ""), search_words(params, "where", LENGTH)
        cards = release_cards(
            release=release, q=search_words(params, "q"), kind=params.get("kind", ""), where=where, sort=sort
        )
        narrow = fields_chosen(request, [name for name, member in RELEASE_CARD.members.items() if not member.part])

        def shape(row: ReleaseCard) -> Json:
            return narrow(RELEASE_CARD(row))

        page = sorted_page_of(request, cards, shape) if sort else page_of(request, cards, shape, "written_id")
        return unchanging(page, release)


class ReleaseCardDetail(Endpoint):
    """One card of a release."""

    @operation("release-card", "One card of a release with its document", RELEASE_CARD, is_open=True)
    def get(self, request: Request, pack: str, version: str, card: str) -> Any:
        """Return it; its ETag is the hash of its canonical bytes."""
        release = release_of(request, pack, version)
        if version in CHANNELS:
            return to_concrete(request, release, version)
        row = release_card(release=release, written_id=card)
        if is_known(request._request, row.blob_id):
            return not_modified(tag=row.blob_id, cache_control=cache_control(release))
        document = packs.read_json(blob_data(sha256=row.blob_id))
        return with_caching(
            answer(RELEASE_CARD(row) | {"document": document}), tag=row.blob_id, cache_control=cache_control(release)
        )


class Bulk(_Bytes):
    """All cards of a release in one document."""

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        return f"{release.manifest_id}-bulk", JSON, ""

    def data_of(self, release: Release, path: str) -> bytes:
        return release_bulk(release=release)

    @operation("bulk-cards", "All cards of a release in one document", BULK_CARDS, is_open=True)
    def get(self, request: Request, pack: str, version: str) -> HttpResponse:
        """Return them."""
        return self.serve(request, pack, version)


class BulkIn(Bulk):
    """All cards of a release in one document, with name and rules text in one language."""

    def head_of(self, release: Release, path: str) -> tuple[str, str, str]:
        if path not in LANGUAGES:
            raise NotFound()
        return f"{release.manifest_id}-bulk-{path}", JSON, ""

    def data_of(self, release: Release, path: str) -> bytes:
        return release_bulk(release=release, language=path)

    @operation("bulk-cards-in", "All cards of a release with their texts in one language", BULK_CARDS, is_open=True)
    def get(self, request: Request, pack: str, version: str, language: str) -> HttpResponse:
        """Return them."""
        return self.serve(request, pack, version, language)
