"""Clients that ask at random, each by itself, repeat some of their requests, and write down what is answered."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from threading import Lock
from typing import Any, Protocol

from tests.cards.api.caller import ROOT
from tests.history.asking import Asked, Operation, World
from tests.history.model import Record
from tests.history.operations import OF_SERVICES, OPERATIONS

PATHS = {
    "packs": "packs/", "pack": "packs/{pack}/", "cards": "packs/{pack}/cards/", "card": "packs/{pack}/cards/{card}/",
    "card-rename": "packs/{pack}/cards/{card}/rename/", "card-retire": "packs/{pack}/cards/{card}/retire/",
    "card-restore": "packs/{pack}/cards/{card}/restore/", "card-deprecate": "packs/{pack}/cards/{card}/deprecate/",
    "art": "packs/{pack}/cards/{card}/art/", "draft": "packs/{pack}/cards/{card}/draft/",
    "versions": "packs/{pack}/cards/{card}/versions/", "scenarios": "packs/{pack}/scenarios/",
    "scenario": "packs/{pack}/scenarios/{number}/", "scenario-restore": "packs/{pack}/scenarios/{number}/restore/", "decks": "packs/{pack}/decks/", "deck": "packs/{pack}/decks/{number}/",
    "deck-restore": "packs/{pack}/decks/{number}/restore/", "glossary": "packs/{pack}/glossary/",
    "term": "packs/{pack}/glossary/{number}/", "imports": "packs/{pack}/imports/?mode={mode}",
    "members": "packs/{pack}/members/", "member": "packs/{pack}/members/{number}/", "webhooks": "packs/{pack}/webhooks/",
    "webhook": "packs/{pack}/webhooks/{number}/", "webhook-secret": "packs/{pack}/webhooks/{number}/secret/",
    "redeliver": "packs/{pack}/webhooks/{number}/deliveries/{delivery}/redeliver/", "previews": "packs/{pack}/previews/",
    "experiments": "packs/{pack}/experiments/", "experiment-cancel": "packs/{pack}/experiments/{number}/cancel/",
    "experiment-take": "packs/{pack}/experiments/{number}/take/",
    "preview-cancel": "packs/{pack}/previews/{number}/cancel/", "reviews": "packs/{pack}/reviews/",
    "review-decide": "packs/{pack}/reviews/{number}/decisions/", "review-withdraw": "packs/{pack}/reviews/{number}/withdraw/",
    "thread-open": "packs/{pack}/reviews/{number}/threads/",
    "comment-add": "packs/{pack}/reviews/{number}/threads/{thread}/comments/",
    "thread-resolve": "packs/{pack}/reviews/{number}/threads/{thread}/resolve/", "releases": "packs/{pack}/releases/",
    "release-plan": "packs/{pack}/release-plan/", "release-yank": "packs/{pack}/releases/{version}/yank/",
    "release-unyank": "packs/{pack}/releases/{version}/unyank/", "tokens": "tokens/", "token": "tokens/{token}/",
    "programs": "packs/{pack}/programs/", "program": "packs/{pack}/programs/{number}/",
    "program-token": "packs/{pack}/programs/{number}/token/",
}  # fmt: skip
FEW, KEYS = (
    6,
    {"versions POST": 60},
)  # steps in which a client uses one key for all it sends, as whoever names a run does
OLD = 0.2  # of the saves that quote an earlier state
REPEAT_SHARE = 0.3  # of the creations that are sent a second time
TRIES = 5  # that a client sends what it may repeat, until an answer comes


class Sender(Protocol):
    """Sends a request as a kind of person and returns status, JSON and headers; status None where no answer came."""

    def __call__(
        self, who: str, method: str, path: str, body: Any, headers: Mapping[str, str]
    ) -> tuple[int | None, Any, Mapping[str, str]]:
        """Send it."""


Act = Callable[[World, Asked, str], tuple[int | None, Any, Mapping[str, str]]]
"""Does what a page does, by its service."""


class Client:
    """One client: what it asks for is drawn from its own dice. Shapes: emails gives the account of each kind of person."""

    def __init__(
        self, world: World, send: Sender, emails: Mapping[str, str], acts: Mapping[str, Act], seed: int
    ) -> None:
        self.world, self.send, self.emails, self.acts = world, send, emails, acts
        self.dice, self.seed = Random(seed), seed
        self.history: list[Record] = []
        self.tags: dict[str, list[str]] = {}
        names = [name for name in OPERATIONS if name not in OF_SERVICES or name in acts]
        self.names, self.weights = names, [OPERATIONS[name].weight for name in names]
        self.no = 0

    def step(self) -> None:
        """Ask for one thing, and for some of them twice."""
        [name] = self.dice.choices(self.names, self.weights)
        operation, self.no = OPERATIONS[name], self.no + 1
        answer = operation.ask(self.world, self.dice)
        if answer is None:
            return
        if name in OF_SERVICES:
            act = self.acts[name]
            self._write(name, operation, answer, lambda _headers: act(self.world, answer, name), {})
            return
        headers = self._headers(name, answer)
        if headers is None:
            return
        route, method = name.split()
        path = ROOT + PATHS[route].format(**answer.names)

        def ask(more: Mapping[str, str]) -> tuple[int | None, Any, Mapping[str, str]]:
            return self.send(answer.who, method, path, answer.body, more)

        is_repeatable = "Idempotency-Key" in headers
        for no in range(TRIES if is_repeatable else 1):
            answered = self._write(name, operation, answer, ask, headers, path)
            if answered and (no > 0 or self.dice.random() >= REPEAT_SHARE):
                return

    def _headers(self, name: str, request: Asked) -> dict[str, str] | None:
        """Return the condition of a save, sometimes an old one, and a key that another request may have."""
        headers = {}
        if request.read:
            status, _, answer = self.send(request.who, "GET", ROOT + request.read, None, {})
            if status != 200:
                return None
            known = self.tags.setdefault(request.read, [])
            known.append(answer["ETag"])
            headers["If-Match"] = self.dice.choice(known) if self.dice.random() < OLD else answer["ETag"]
        if name.endswith(" POST") and name in REPEATABLE and self.dice.random() < 0.7:
            headers["Idempotency-Key"] = f"run-{self.seed}-{self.no // KEYS.get(name, FEW)}"
        return headers

    def _write(
        self, name: str, operation: Operation, request: Asked, ask: Any, headers: Mapping[str, str], path: str = ""
    ) -> bool:
        """Send it, write it down, and say whether an answer came."""
        began = time.monotonic()
        status, answer, response_headers = ask(headers)
        names = {**request.names, **request.more} | ({"chain": request.chain} if request.chain else {})
        record = Record(
            op=name,
            who=self.emails[request.who],
            path=path or name,
            names=names,
            body=request.body,
            request=_digest(name, path, request.body, headers.get("If-Match", "")),
            key=headers.get("Idempotency-Key", ""),
            state=headers.get("If-Match", "") or response_headers.get("If-Match", ""),
            began=began,
            ended=time.monotonic(),
            status=status,
            answer=answer,
            headers=response_headers,
        )
        record = replace(record, state=record.state.strip('"'))
        self.history.append(record)
        if record.is_done and not record.is_replay and operation.grow is not None:
            with GROWING:
                operation.grow(self.world, record)
        return status is not None


GROWING = Lock()
REPEATABLE = {
    "packs POST", "cards POST", "versions POST", "scenarios POST", "decks POST", "glossary POST", "members POST", "previews POST",
    "experiments POST",
    "releases POST", "imports POST", "tokens POST", "webhooks POST", "reviews POST", "review-decide POST", "thread-open POST",
    "comment-add POST", "programs POST",
}  # fmt: skip


def _digest(name: str, path: str, body: Any, state: str) -> str:
    data = body if isinstance(body, bytes) else json.dumps(body, sort_keys=True).encode()
    return hashlib.sha256(f"{name} {path} {state} ".encode() + data).hexdigest()
