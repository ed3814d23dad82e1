"""Parts of a file: one range of bytes, as a download that broke off asks for.

Source: RFC 9110 §13.1.5 (If-Range compares strongly), §14.1.2 (byte ranges), §15.3.7 (206), §15.5.17 (416). More than one range in a request
is not worth an answer in several parts: the whole file is as right.
"""

import re

from django.http import HttpRequest, HttpResponse

from cards.errors import Refusal
from cards.problem_json import problem_response

_RANGE = re.compile(r"bytes=\s*(\d{0,18})-(\d{0,18})\s*")
PARTIAL = 206


class OutOfRange(Refusal):
    """The file ends before the range that was asked for."""

    slug = "range-not-satisfiable"


def range_of(request: HttpRequest, *, tag: str, size: int) -> tuple[int, int] | None:
    """Return the first byte and the number of bytes that are asked for, or None where the whole file is the answer.

    Errors: OutOfRange.
    """
    match = _RANGE.fullmatch(request.headers.get("Range", ""))
    if request.method != "GET" or match is None or match[0].endswith("=-"):
        return None
    condition = request.headers.get("If-Range", "").strip()
    if condition and condition != f'"{tag}"':
        return None
    if not match[1]:
        length = min(int(match[2] or 0), size)
        first, last = size - length, size - 1
    else:
        first, last = int(match[1]), min(int(match[2] or size - 1), size - 1)
        if match[2] and int(match[2]) < first:
            return None
    if first > last:
        raise OutOfRange()
    return first, last - first + 1


def partial(response: HttpResponse, *, first: int, length: int, size: int) -> HttpResponse:
    """Make an answer with these bytes say that they are a part."""
    response.status_code = PARTIAL
    response.headers["Content-Range"] = f"bytes {first}-{first + length - 1}/{size}"
    response.headers["Content-Length"] = str(length)
    return response


def out_of_range(request: HttpRequest, size: int) -> HttpResponse:
    """Return the refusal of a range that begins after the end."""
    response = problem_response(request, OutOfRange())
    response.headers["Content-Range"] = f"bytes */{size}"
    return response


def range_response(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the part of a file that was asked for, if one was."""
    size = len(response.content)
    response.headers["Accept-Ranges"] = "bytes"
    try:
        byte_range = range_of(request, tag=response.headers["ETag"].strip('"'), size=size)
    except OutOfRange:
        return out_of_range(request, size)
    if byte_range is None:
        return response
    first, length = byte_range
    response.content = response.content[first : first + length]
    return partial(response, first=first, length=length, size=size)
