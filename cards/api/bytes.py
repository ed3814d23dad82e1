"""Bytes that are named by their hash: a strong ETag, 304 without a body, and how long a cache may keep them.

Source: RFC 9110 §8.8.3, §13.1.2 (If-None-Match compares weakly); RFC 8246 (immutable).
"""

import hashlib
import json
import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

FOR_EVER = "public, max-age=31536000, immutable"
SHORT = "public, max-age=60"
MEMBERS_ONLY = "private, no-cache"
_TAG = re.compile(r'(?:W/)?"([^"]*)"')


def is_known(request: HttpRequest, tag: str) -> bool:
    """Return whether the caller already holds what the tag names."""
    asked = request.headers.get("If-None-Match", "")
    return asked.strip() == "*" or tag in _TAG.findall(asked)


def bytes_response(
    data: bytes, *, tag: str, media: str, cache_control: str, name: str = "", is_exact: bool = True
) -> HttpResponse:
    """Return bytes under their hash; ask `is_known` first, so that bytes that the caller has are never loaded.

    Shapes: `name` makes it a download of that name; a download runs nothing even if a browser shows it. Exact bytes of members are sent as
            they are and under their own tag; all others may be compressed on their way.
    """
    response = HttpResponse(data, content_type=media)
    response.headers["Content-Length"] = str(len(data))
    if name:
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    is_exact = is_exact and not (cache_control == FOR_EVER and media == "application/json")
    return with_caching(response, tag=tag, cache_control=cache_control, is_exact=is_exact)


def not_modified(*, tag: str, cache_control: str) -> HttpResponse:
    """Return 304: the caller has the bytes already."""
    return with_caching(HttpResponse(status=304), tag=tag, cache_control=cache_control)


def with_caching(response: HttpResponse, *, tag: str, cache_control: str, is_exact: bool = True) -> HttpResponse:
    """Give an answer its tag and its time to live; public bytes may be read by any page, exact ones forbid a transformation."""
    response.headers["ETag"] = f'"{tag}"'
    response.headers["Cache-Control"] = f"{cache_control}, no-transform" if is_exact else cache_control
    response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    if cache_control.startswith("public"):
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "Content-Range, ETag"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    else:
        patch_vary_headers(response, ("Cookie",))
    return response


def tagged(request: HttpRequest, response: HttpResponse, *, usual: str) -> HttpResponse:
    """Return an answer under a hash of what it says, or 304 where the caller has that; `usual` is its time to live unless it has one."""
    tag = hashlib.blake2b(response.content, digest_size=16).hexdigest()
    response.headers["ETag"] = f'"{tag}"'
    response.headers.setdefault("Cache-Control", usual)
    if not is_known(request, tag):
        return response
    bare = HttpResponse(status=304)
    for name in ("ETag", "Cache-Control", "Access-Control-Allow-Origin", "Cross-Origin-Resource-Policy"):
        if name in response.headers:
            bare.headers[name] = response.headers[name]
    del bare.headers["Content-Type"]
    return bare


def compact(value: Any) -> bytes:
    """Return a value as JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
