"""Compression of pages and JSON on their way out.

Compressed text gives away by its length what repeats in it (BREACH), so a secret and a text of another person's choice must not be in
one answer. Pages hold one secret, the CSRF token, and Django masks it differently in every answer. An answer that shows another secret, a
one-time link for instance, says `no-transform`, as do files whose bytes are the point. On top, the length of every private answer is
blurred by up to a hundred bytes, and the session's cookie (SameSite=Lax) is in no request that another site makes by itself.

Source: RFC 9110 §8.8.3 (a strong ETag names one coding), §12.5.3 (Accept-Encoding), §15.4.5 (304); RFC 9111 §5.2.2.6 (no-transform).
"""

import re
from collections.abc import Callable

import brotli
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

View = Callable[[HttpRequest], HttpResponse]

MIN_SIZE = 500  # bytes; less is not worth a header
BLUR = 100  # bytes that are added at random
PARTIAL = 206
QUALITY = 5  # of brotli: smaller than gzip, and as fast
TYPES = frozenset(("text/html", "text/css", "application/json", "application/problem+json", "application/schema+json"))
CODINGS = ("br", "gzip")
CODINGS_READ = 32  # of one header; browsers send three or four
_ENCODING_MARK = re.compile(r';(?:br|gzip)"')
_QUALITY = re.compile(r"[0-9](?:\.[0-9]{0,3})?")


class Compression:
    """Sends text compressed to those who read that, under an ETag of its own; conditional requests may quote either ETag."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if_none_match = request.META.get("HTTP_IF_NONE_MATCH", "")
        for name in ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH"):
            if name in request.META:
                request.META[name] = _ENCODING_MARK.sub('"', request.META[name])
        request.__dict__.pop("headers", None)  # Django remembers them as they came in
        response = self.get_response(request)
        if response.status_code == 304:
            return _with_quoted_tag(response, if_none_match)
        return _compressed(request, response) if _may_be_compressed(response) else response


def coding_of(accepted: str, *, is_public: bool) -> str | None:
    """Return the best coding that an Accept-Encoding allows; brotli for public answers alone, whose length need not be blurred."""
    weights = dict(filter(None, map(_weighted, accepted.split(",", CODINGS_READ)[:CODINGS_READ])))
    offered = CODINGS if is_public else CODINGS[1:]
    return next((coding for coding in offered if weights.get(coding, weights.get("*", 0.0)) > 0), None)


def _weighted(part: str) -> tuple[str, float] | None:
    """Return a coding of an Accept-Encoding with its weight; None for what is written otherwise."""
    coding, mark, weight = part.partition(";")
    name, _, quality = weight.partition("=")
    if not mark:
        return coding.strip().lower(), 1.0
    is_written = name.strip().lower() == "q" and _QUALITY.fullmatch(quality.strip())
    return (coding.strip().lower(), float(quality)) if is_written else None


def _may_be_compressed(response: HttpResponse) -> bool:
    media = response.headers.get("Content-Type", "").partition(";")[0]
    return (
        not response.streaming
        and response.status_code != PARTIAL
        and media in TYPES
        and len(response.content) >= MIN_SIZE
        and "Content-Encoding" not in response.headers
        and "no-transform" not in response.headers.get("Cache-Control", "")
    )


def _compressed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ("Accept-Encoding",))
    is_public = response.headers.get("Cache-Control", "").startswith("public")
    coding = coding_of(request.headers.get("Accept-Encoding", ""), is_public=is_public)
    if coding is None:
        return response
    response.content = encoded(response.content, coding, is_public=is_public)
    response.headers["Content-Encoding"] = coding
    response.headers["Content-Length"] = str(len(response.content))
    tag = response.headers.get("ETag", "")
    if tag.startswith('"'):
        response.headers["ETag"] = f'{tag[:-1]};{coding}"'
    return response


def encoded(content: bytes, coding: str, *, is_public: bool) -> bytes:
    """Return the bytes in a coding; the length of a private answer is blurred."""
    if coding == "br":
        return bytes(brotli.compress(content, quality=QUALITY))
    return compress_string(content, max_random_bytes=None if is_public else BLUR)


def _with_quoted_tag(response: HttpResponse, if_none_match: str) -> HttpResponse:
    """Give a 304 the ETag of the coded answer that the caller holds: it names what is still good."""
    tag = response.headers.get("ETag", "")
    marked = next((f'{tag[:-1]};{coding}"' for coding in CODINGS if f'{tag[:-1]};{coding}"' in if_none_match), None)
    if tag and marked:
        response.headers["ETag"] = marked
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
