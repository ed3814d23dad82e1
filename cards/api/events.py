"""The events that a pack's webhooks are sent, as the description has them.

Source: OpenAPI 3.1.1 (webhooks); Standard Webhooks 1.0 (the three headers).
"""

from cards.api.docs import JSON
from cards.api.parameters import in_header
from cards.services.webhook import EVENT, EVENTS
from cards.shape import TEXT, Json

ABOUT = {
    "release.published": "A release was published.",
    "release.yanked": "A release was taken out of the channels; its bytes stay.",
    "release.unyanked": "A yanked release is back in the channels.",
}
HEADERS = [
    in_header("webhook-id", "The same for every attempt of one event.", TEXT, required=True),
    in_header("webhook-timestamp", "Seconds since 1970, when this attempt was made.", TEXT, required=True),
    in_header(
        "webhook-signature", "`v1,` and the HMAC-SHA256 of id, timestamp and body in Base64.", TEXT, required=True
    ),
]
EXAMPLE_DATA = {
    "pack": "core",
    "version": "1.0.0",
    "url": "https://cards.example/api/v1/packs/core/releases/1.0.0/",
    "manifest_sha256": "0" * 64,
}


def webhooks() -> dict[str, Json]:
    """Return each event as a request of the portal to the address of a webhook."""
    return {event: {"post": _request(event)} for event in EVENTS}


def _request(event: str) -> Json:
    example = {"type": event, "timestamp": "2026-11-28T08:00:00Z", "data": EXAMPLE_DATA}
    return {
        "operationId": event.replace(".", "-") + "-event",
        "summary": ABOUT[event],
        "description": "Answer 2xx within ten seconds; anything else is tried again for some days.",
        "tags": ["webhooks"],
        "security": [],
        "parameters": HEADERS,
        "requestBody": {"required": True, "content": {JSON: {"schema": EVENT.ref, "example": example}}},
        "responses": {
            "2XX": {"description": "It arrived."},
            "410": {"description": "The receiver is gone: the webhook is switched off."},
        },
    }
