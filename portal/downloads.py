"""Files of public releases, answered before sessions, permissions and the database are touched.

The address is the whole question: what is in the folder may be read by anyone, and what a request sends along, a session or a token that
works or does not, changes nothing.
"""

import logging
import re
from collections.abc import Callable
from contextlib import suppress

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from cards import meter, public_files
from cards.api.bytes import FOR_EVER, bytes_response, is_known, not_modified, with_caching
from cards.api.ranges import OutOfRange, out_of_range, partial, range_of
from cards.public_files import BLOCK, PublicFile
from portal.compression import MIN_SIZE, TYPES, coding_of, encoded

RELEASE = re.compile(r"/api/v1/packs/([a-z0-9][a-z0-9-]{1,62})/releases/([0-9][0-9A-Za-z.-]{4,63})/(.+)")
DIGEST = re.compile(r"/api/v1/files/sha256/([0-9a-f]{64})")
OCTETS = "application/octet-stream"
COMPRESSIBLE = TYPES | {"application/zip"}
"""What is sent compressed to those who read that: an archive of a release is stored, not compressed, so that its hash holds on every host."""
MAX_COMPRESSED_SIZE = 32 << 20
"""Bytes above which an archive is sent as it is: compressing it would hold all of it in memory."""
VARIES = ("accept-language", "cookie", "authorization")
log = logging.getLogger(__name__)


class PublicFiles:
    """Answers what is in the folder of public files; whatever else is public and immutable loses its `Vary`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in ("GET", "HEAD") and request.path.startswith("/api/v1/"):
            file, media = _file_of(request.path)
            if file is not None:
                with suppress(FileNotFoundError):  # taken back between the two: ask the database
                    response = _answer(request, file, media or file.entry.media)
                    response.route = "public-file"  # type: ignore[attr-defined]  # what the metrics call it
                    meter.count("cardloom_public_files_total", result="hit")
                    return response
        response = self.get_response(request)
        if getattr(response, "varies_by_nothing", False):
            meter.count("cardloom_public_files_total", result="miss")
            kept = [name for name in response.headers.get("Vary", "").split(", ") if name.lower() not in VARIES]
            response.headers["Vary"] = ", ".join(kept)
            response.headers.pop("Content-Language", None)
            if not response.headers["Vary"]:
                del response.headers["Vary"]
        return response


def _file_of(path: str) -> tuple[PublicFile | None, str]:
    """Return the file of an address, and its media type where the address is a hash."""
    if match := DIGEST.fullmatch(path):
        return public_files.find_digest(match[1]), OCTETS
    match = RELEASE.fullmatch(path)
    return (public_files.find(*match.groups()) if match else None), ""


def _answer(request: HttpRequest, file: PublicFile, media: str) -> HttpResponseBase:
    entry = file.entry
    if is_known(request, entry.tag):
        return not_modified(tag=entry.tag, cache_control=FOR_EVER)
    try:
        byte_range = range_of(request, tag=entry.tag, size=entry.size)
    except OutOfRange:
        translation.activate(translation.get_language_from_request(request))
        return out_of_range(request, entry.size)
    if byte_range is None:
        return _whole(request, file, media)
    first, length = byte_range
    response = bytes_response(
        b"".join(file.blocks(first, length)), tag=entry.tag, media=media, cache_control=FOR_EVER, name=entry.name
    )
    response.headers["Accept-Ranges"] = "bytes"
    return partial(response, first=first, length=length, size=entry.size)


def _whole(request: HttpRequest, file: PublicFile, media: str) -> HttpResponseBase:
    """Return the whole file: compressed where that is worth it, piece by piece where it is large."""
    entry = file.entry
    may_be_coded = (
        media in COMPRESSIBLE and entry.size >= MIN_SIZE and (media in TYPES or entry.size <= MAX_COMPRESSED_SIZE)
    )
    coding = coding_of(request.headers.get("Accept-Encoding", ""), is_public=True) if may_be_coded else None
    if coding is None and entry.size > BLOCK and request.method == "GET":
        return _streamed(file, media)
    data = _coded(file, coding) if coding else file.data()
    tag = f"{entry.tag};{coding}" if coding else entry.tag
    response = bytes_response(data, tag=tag, media=media, cache_control=FOR_EVER, name=entry.name)
    response.headers["Accept-Ranges"] = "bytes"
    if coding:
        response.headers["Content-Encoding"] = coding
    if may_be_coded:
        patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _coded(file: PublicFile, coding: str) -> bytes:
    """Return the file in a coding, which is made once."""
    data = file.coded(coding)
    if data is None:
        data = encoded(file.data(), coding, is_public=True)
        try:
            file.keep_coded(coding, data)
        except OSError as error:  # a full disk costs the next requests some processor, and nobody a download
            log.warning("a file was not kept in a coding", extra={"reason": str(error), "folder": str(file.folder)})
    return data


def _streamed(found: PublicFile, media: str) -> HttpResponseBase:
    entry = found.entry
    response = FileResponse(found.file(), content_type=media)  # read as its client takes it
    response.block_size = BLOCK
    head = with_caching(HttpResponse(), tag=entry.tag, cache_control=FOR_EVER, is_exact=media not in TYPES)
    for name, value in head.headers.items():
        if name != "Content-Type":
            response.headers[name] = value
    response.headers["Content-Length"] = str(entry.size)
    response.headers["Accept-Ranges"] = "bytes"
    if entry.name:
        response.headers["Content-Disposition"] = f'attachment; filename="{entry.name}"'
    if media in COMPRESSIBLE:
        patch_vary_headers(response, ("Accept-Encoding",))
    return response
