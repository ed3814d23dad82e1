"""Operations that will end: what their answers say beforehand, and what they say afterwards.

Source: RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 8288 (Link).
"""

from datetime import datetime

from django.http import HttpResponseBase
from django.utils.http import http_date

from cards.errors import Refusal
from cards.values import frozen_dataclass


@frozen_dataclass
class Sunset:
    """When an operation was deprecated, when it ends, and where it is written what to use instead."""

    since: datetime
    ends: datetime
    note: str


class SunsetPassed(Refusal):
    """The operation has ended."""

    slug = "gone"


def announce(response: HttpResponseBase, sunset: Sunset) -> None:
    """Set the date until which a route will answer."""
    response.headers["Deprecation"] = f"@{int(sunset.since.timestamp())}"
    response.headers["Sunset"] = http_date(sunset.ends.timestamp())
    links = [response.headers.get("Link", ""), f'<{sunset.note}>; rel="deprecation"; type="text/html"']
    response.headers["Link"] = ", ".join(link for link in links if link)
