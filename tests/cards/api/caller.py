"""A client of the API that sends JSON and says what it expects."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from cards.models import Account

ROOT = "/api/v1/"
CARD = f"{ROOT}packs/core/cards/base.stone/"


class Caller:
    """A client of one account that sends JSON and says what it expects."""

    def __init__(self, account: Account | None = None) -> None:
        self.client = Client()
        if account:
            self.client.force_login(account)

    def __call__(self, method: str, path: str, body: Any = None, *, status: int, **headers: str) -> Any:
        response = self.client.generic(
            method,
            path if path.startswith(("/", "http:")) else ROOT + path,
            b"" if body is None else json.dumps(body),
            content_type="application/json",
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )
        assert response.status_code == status, (method, path, response.status_code, response.content)
        return response


def pointers(response: Any) -> list[str]:
    """Return which fields a refusal names."""
    return [error["pointer"] for error in response.json()["errors"]]
