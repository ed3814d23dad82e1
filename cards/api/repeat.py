"""Requests that create something and that their sender may repeat: the same `Idempotency-Key` gives the first answer again."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import answer, based_on, signed_in
from cards.errors import InvalidFields, Refusal
from cards.lookups import tags_named
from cards.services.idempotency import Claim, idempotency_find, idempotency_keep

REPLAY_HEADER = "Idempotent-Replayed"

Creation = tuple[dict[str, Any], Mapping[str, str]]
"""The body of an answer and its headers."""


def claim_of(request: Request) -> Claim | None:
    """Return what the sender says about repeating this request, or None."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not key.strip() or not key.isprintable():
        raise InvalidFields.of("/Idempotency-Key", "1 to 200 printable characters.", "应为 1 到 200 个可见字符。")
    # read once, so that the parser has seen the bytes
    assert request.data is not None  # noqa: S101  for the type checker
    query = request.META.get("QUERY_STRING", "")
    return Claim(f"{request.method} {request.path}{query and f'?{query}'}", key, _digest(request))


def _digest(request: Request) -> str:
    """Return the hash of what a request sends: its body and, where it names one, the state that it changes."""
    body: str = getattr(request, "body_sha256", hashlib.sha256(b"").hexdigest())
    state = ",".join(tags_named(based_on(request)))
    return hashlib.sha256(f"{body} {state}".encode()).hexdigest() if state else body


def create_once(
    request: Request, make: Callable[[], Creation], *, secrets: tuple[str, ...] = (), status: int = 201
) -> Response:
    """Return 201, or another status, with what `make` made, once per key; `secrets` are the members that no later answer gives again.

    Errors: IdempotencyMismatch when the key came with another body, or with another `If-Match`.
    """
    account, claim = signed_in(request), claim_of(request)
    if claim is None:
        return _response(*make(), status)
    if stored := idempotency_find(account=account, claim=claim):
        return _response(stored["body"], {**stored["headers"], REPLAY_HEADER: "true"}, status)
    try:
        with transaction.atomic():
            body, headers = make()
            kept = {name: None if name in secrets else value for name, value in body.items()}
            idempotency_keep(
                account=account, claim=claim, status=status, answer={"body": kept, "headers": dict(headers)}
            )
    except (IntegrityError, Refusal):
        if stored := idempotency_find(account=account, claim=claim):  # the same request was answered meanwhile
            return _response(stored["body"], {**stored["headers"], REPLAY_HEADER: "true"}, status)
        raise
    return _response(body, headers, status)


def _response(body: Any, headers: Mapping[str, str], status: int) -> Response:
    response = answer(body, status)
    for name, value in headers.items():
        response.headers[name] = value
    return response
