"""Publishing without a stored secret: an identity of a trusted job becomes a token once, and no other identity does."""

from __future__ import annotations

import json
import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.cache import cache
from django.test import Client

from cards.models import Account, ApiToken, AuditEvent, Card, Pack, Program, Release, TokenExchange
from cards.queries.history import draft_get
from cards.services import exchange, issuer_keys, outgoing, release
from cards.services.pack import PackForm, pack_edit
from cards.services.program import Identity, program_remove, program_trust
from cards.services.prune import exchanges_prune
from cards.services.version import version_create

ISSUER, SUBJECT, AUDIENCE = "https://ci.example.org", "repo:studio/cards:ref:refs/heads/main", "http://testserver"
KEYS_AT = "https://keys.example.org/jwks"
RSA_KEY = rsa.generate_private_key(65537, 2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())
ED_KEY = ed25519.Ed25519PrivateKey.generate()
SHORT_KEY = rsa.generate_private_key(65537, 1024)  # noqa: S505  that it is too short is the test
PUBLIC = RSA_KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
EXCHANGE = "/api/v1/publishing-tokens/"
REMOVED = object()


def jwk(key: Any, kid: str, **members: Any) -> dict[str, Any]:
    """Return the public half of a key as a set of keys has it."""
    kinds: list[tuple[type, Any]] = [
        (rsa.RSAPrivateKey, jwt.algorithms.RSAAlgorithm),
        (ec.EllipticCurvePrivateKey, jwt.algorithms.ECAlgorithm),
        (ed25519.Ed25519PrivateKey, jwt.algorithms.OKPAlgorithm),
    ]
    algorithm = next(algorithm for kind, algorithm in kinds if isinstance(key, kind))
    return {**json.loads(algorithm.to_jwk(key.public_key())), "kid": kid, **members}


KEYS = [
    jwk(RSA_KEY, "rsa", alg="RS256", use="sig"),
    jwk(EC_KEY, "ec"),
    jwk(ED_KEY, "ed"),
    jwk(SHORT_KEY, "short"),
    jwk(RSA_KEY, "for encryption", use="enc"),
    {"kty": "oct", "kid": "secret", "k": "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA"},
    {"kty": "RSA", "kid": "broken", "n": "?", "e": "AQAB"},
]


def signed(
    key: Any = RSA_KEY, algorithm: str = "RS256", kid: Any = "rsa", header: Mapping[str, Any] | None = None, **claims: Any
) -> str:  # fmt: skip
    """Return an identity; a claim that is REMOVED is not in it."""
    now = int(time.time())
    usual = {
        "iss": ISSUER, "sub": SUBJECT, "aud": AUDIENCE, "iat": now - 5, "exp": now + 300, "jti": "job 1", "environment": "release",
    }  # fmt: skip
    payload = {name: value for name, value in {**usual, **claims}.items() if value is not REMOVED}
    head = {**({} if kid is REMOVED else {"kid": kid}), **(header or {})}
    with warnings.catch_warnings(action="ignore"):  # of a key that is too short
        return jwt.encode(payload, key, algorithm=algorithm, headers=head)


def unsigned(header: Mapping[str, Any], **claims: Any) -> str:
    """Return an identity whose signature is empty or made elsewhere, under any header."""
    body = signed(**claims).split(".")[1]
    return f"{jwt.utils.base64url_encode(json.dumps(header).encode()).decode()}.{body}."


class Issuer:
    """What the addresses of an issuer answer, and which were asked."""

    def __init__(self) -> None:
        found = {"issuer": ISSUER, "jwks_uri": KEYS_AT}
        self.answers: dict[str, Any] = {f"{ISSUER}/.well-known/openid-configuration": found, KEYS_AT: {"keys": KEYS}}
        self.asked: list[str] = []

    def send(self, url: str, **rest: Any) -> outgoing.Answer:
        """Answer as `outgoing.send` does."""
        self.asked.append(url)
        answer = self.answers[url]
        if isinstance(answer, Exception):
            raise answer
        return (
            answer if isinstance(answer, outgoing.Answer) else outgoing.Answer(200, json.dumps(answer).encode(), True)
        )


@pytest.fixture
def issuer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Issuer]:
    cache.clear()
    made = Issuer()
    monkeypatch.setattr(outgoing, "send", made.send)
    yield made
    cache.clear()


@pytest.fixture
def job(admin: Account, pack: Pack) -> Program:
    identity = Identity(ISSUER, "repo:studio/cards:ref:refs/heads/*", {"environment": "release"})
    return program_trust(actor=admin, pack=pack, handle="ci", name="Release job", identity=identity)


def exchanged(identity: str, pack: str = "core") -> Any:
    return Client().post(EXCHANGE, {"pack": pack, "identity": identity}, content_type="application/json")


class TestAnIdentity:
    def test_of_a_trusted_job_gives_a_token_that_publishes(
        self, issuer: Issuer, job: Program, admin: Account, pack: Pack, card: Card, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Also where tokens of people may not; the token does no other work. The gates are open: they are judged elsewhere."""
        gates = release.plan_gates
        monkeypatch.setattr(release, "plan_gates", lambda plan: [{**gate, "ok": True} for gate in gates(plan=plan)])
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, release_tokens=False))
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        answer = exchanged(signed())
        token, event = ApiToken.objects.get(), AuditEvent.objects.latest("pk")

        def status_of(path: str, body: Any) -> int:
            bearer = {"Authorization": f"Bearer {answer.json()['secret']}"}
            where = f"/api/v1/packs/core/{path}/"
            return Client().post(where, body, content_type="application/json", headers=bearer).status_code

        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store, no-transform")
        assert (token.expires_at - token.created_at).total_seconds() == 900
        assert (token.scopes, token.account) == (["read", "release"], job.account)
        assert (event.action, event.pack, event.target) == ("program.exchange", pack, "ci@core")
        assert event.details == {"issuer": ISSUER, "subject": SUBJECT, "token": token.token_id}
        assert status_of("cards", {"text": "{", "id": "a"}) == 403
        assert status_of("releases", {"version": "1.0.0", "changelog": {"en": "First.", "zh": "首版。"}}) == 201
        published = AuditEvent.objects.get(action="release.publish")
        assert (Release.objects.get().released_by, published.details["token"]) == (job.account, token.token_id)

    def test_is_taken_once_whatever_pack_it_is_for(self, issuer: Issuer, job: Program) -> None:
        identity = signed()
        statuses = [
            exchanged(identity).status_code,
            exchanged(identity).status_code,
            exchanged(signed(jti="job 2")).status_code,
        ]

        others = [signed(EC_KEY, "ES256", "ec", jti="job 3"), signed(ED_KEY, "EdDSA", "ed", jti="job 4")]

        assert statuses + [exchanged(other).status_code for other in others] == [200, 401, 200, 200, 200]
        assert (ApiToken.objects.count(), TokenExchange.objects.count()) == (4, 4)
        assert len(issuer.asked) == 2, "keys are remembered"

    def test_of_a_job_that_was_removed_is_refused(self, issuer: Issuer, job: Program, admin: Account) -> None:
        program_remove(actor=admin, program=job)

        assert (exchanged(signed()).status_code, issuer.asked) == (401, [])


NOW = int(time.time())
HOSTILE: dict[str, Callable[[], str]] = {
    "another issuer": lambda: signed(iss="https://evil.example.org"),
    "an issuer that is almost it": lambda: signed(iss=f"{ISSUER}/"),
    "a signature that is none": lambda: unsigned({"alg": "RS256", "kid": "rsa"}) + "x",
    "another audience": lambda: signed(aud="https://other.example.org"),
    "an audience among others": lambda: signed(aud=[AUDIENCE, "https://other.example.org"]),
    "no audience": lambda: signed(aud=REMOVED),
    "another subject": lambda: signed(sub="repo:studio/other:ref:refs/heads/main"),
    "a subject that ends too early": lambda: signed(sub="repo:studio/cards"),
    "an empty subject": lambda: signed(sub=""),
    "a claim that differs": lambda: signed(environment="test"),
    "no claim": lambda: signed(environment=REMOVED),
    "a claim in a list": lambda: signed(environment=["release"]),
    "expired": lambda: signed(iat=NOW - 7200, exp=NOW - 3600),
    "no end": lambda: signed(exp=REMOVED),
    "valid for longer than a day": lambda: signed(exp=NOW + 2 * 86_400),
    "an end before its beginning": lambda: signed(iat=NOW + 30, exp=NOW + 20),
    "made in the future": lambda: signed(iat=NOW + 3600, exp=NOW + 7200),
    "not valid yet": lambda: signed(nbf=NOW + 3600),
    "no beginning": lambda: signed(iat=REMOVED),
    "an end that is no number": lambda: signed(exp="soon"),
    "an endless end": lambda: signed(exp=10**40),
    "no jti": lambda: signed(jti=REMOVED),
    "an empty jti": lambda: signed(jti=""),
    "a huge jti": lambda: signed(jti="x" * 4000),
    "no algorithm": lambda: unsigned({"alg": "none", "kid": "rsa"}),
    "an algorithm in other letters": lambda: unsigned({"alg": "None", "kid": "rsa"}),
    "a shared secret: the public key": lambda: _hs256(PUBLIC, "rsa"),
    "a shared secret: a key of the set": lambda: _hs256(b"secret-secret-secret-secret-secret", "secret"),
    "another algorithm of the key": lambda: signed(RSA_KEY, "PS256"),
    "an elliptic key under the id of another": lambda: signed(EC_KEY, "ES256", "rsa"),
    "the key of another issuer": lambda: signed(rsa.generate_private_key(65537, 2048)),
    "an unknown key": lambda: signed(kid="other"),
    "no key": lambda: signed(kid=REMOVED),
    "a key that is too short": lambda: signed(SHORT_KEY, kid="short"),
    "a key for encryption": lambda: signed(kid="for encryption"),
    "a key that cannot be read": lambda: signed(kid="broken"),
    "a key of its own": lambda: signed(EC_KEY, "ES256", "mine", {"jwk": jwk(EC_KEY, "mine")}),
    "an address of keys of its own": lambda: signed(EC_KEY, "ES256", "mine", {"jku": "https://evil.example.org/jwks"}),
    "a critical extension": lambda: signed(header={"crit": ["x"], "x": 1}),
    "a changed body": lambda: _changed(signed()),
    "a cut signature": lambda: signed()[:-8],
    "huge": lambda: signed(filler="x" * 20_000),
    "deep": lambda: f"{signed().split('.')[0]}.{jwt.utils.base64url_encode(b'[' * 9000).decode()}.e30",
    "no token": lambda: "e30",
    "empty": lambda: "",
    "not ASCII": lambda: "牌.牌.牌",
    "NUL": lambda: "a\0.b.c",
}  # fmt: skip


def _hs256(secret: bytes, kid: str) -> str:
    """Return an identity signed with HMAC, past the guard of the library that signs it."""
    head = jwt.utils.base64url_encode(json.dumps({"alg": "HS256", "kid": kid}).encode()).decode()
    message = f"{head}.{signed().split('.')[1]}"
    mark = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256)
    return f"{message}.{jwt.utils.base64url_encode(mark.sign(message.encode(), secret)).decode()}"


def _changed(identity: str) -> str:
    head, body, mark = identity.split(".")
    claims = json.loads(jwt.utils.base64url_decode(body)) | {"jti": "other"}
    return f"{head}.{jwt.utils.base64url_encode(json.dumps(claims).encode()).decode()}.{mark}"


ISSUERS: dict[str, tuple[str, Any]] = {
    "leads elsewhere": ("discovery", outgoing.Answer(302, b"", True)),
    "leads elsewhere for its keys": (KEYS_AT, outgoing.Answer(307, b"", True)),
    "names another issuer": ("discovery", {"issuer": "https://evil.example.org", "jwks_uri": KEYS_AT}),
    "is away": ("discovery", ConnectionRefusedError("away")),
    "is slow": (KEYS_AT, TimeoutError("the receiver took too long")),
    "has an address that is not public": (KEYS_AT, outgoing.Refused("this host has an address that is not public")),
    "answers without an end": (KEYS_AT, outgoing.Answer(200, b"[" * 300_000, False)),
    "answers no JSON": (KEYS_AT, outgoing.Answer(200, b"<html>", True)),
    "answers deep JSON": (KEYS_AT, outgoing.Answer(200, b"[" * 100_000, True)),
    "answers a list": (KEYS_AT, [1]),
    "has too many keys": (KEYS_AT, {"keys": KEYS[:1] * 101}),
    "has keys that are none": (KEYS_AT, {"keys": [7, None, {}, "x"]}),
}


class TestWhateverElse:
    def test_is_refused_in_the_same_words_and_leaves_nothing(self, issuer: Issuer, job: Program) -> None:
        """No row of the table gives a token, and none says which pack there is; what is right still works afterwards."""
        events = AuditEvent.objects.count()
        answers = {name: exchanged(make()) for name, make in HOSTILE.items()}
        answers |= {f"for {pack}": exchanged(signed(), pack) for pack in ("no-such-pack", "", "CORE", "a\0b")}
        details = {(answer.status_code, answer.json()["detail"]) for answer in answers.values()}

        wrong = {name: answer.status_code for name, answer in answers.items() if answer.status_code not in (400, 401)}
        assert wrong == {}
        assert len({detail for status, detail in details if status == 401}) == 1, details
        assert {name for name, answer in answers.items() if answer.status_code == 400} <= {"NUL", "for a\0b"}
        assert (ApiToken.objects.count(), AuditEvent.objects.count()) == (0, events)
        assert exchanged(signed()).status_code == 200

    @pytest.mark.parametrize("times", [(-50, 300), (50, 300), (-400, -30)], ids=["past", "ahead", "just over"])
    def test_a_clock_may_be_a_minute_off(self, issuer: Issuer, job: Program, times: tuple[int, int]) -> None:
        now = int(time.time())

        assert exchanged(signed(iat=now + times[0], exp=now + times[1])).status_code == 200

    def test_an_issuer_that_does_not_answer_as_one_is_refused(self, issuer: Issuer, job: Program) -> None:
        usual = dict(issuer.answers)
        for why, (where, answer) in ISSUERS.items():
            cache.clear()
            issuer.answers = usual | {(f"{ISSUER}{issuer_keys.WELL_KNOWN}" if where == "discovery" else where): answer}
            issuer.asked.clear()
            assert exchanged(signed()).status_code == 401, why
            assert len(issuer.asked) <= 2, f"{why}: nothing else was asked"
        assert not ApiToken.objects.exists()

    def test_unknown_keys_ask_an_issuer_a_few_times_at_most(
        self, issuer: Issuer, job: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(issuer_keys, "REFRESH_PAUSE", -1.0)
        for number in range(20):
            exchanged(signed(kid=f"guess {number}"))

        assert len(issuer.asked) == 2 * issuer_keys.MAX_ASKED

    def test_strangers_make_the_portal_ask_nobody(self, issuer: Issuer, job: Program) -> None:
        exchanged(signed(iss="https://169.254.169.254"))
        exchanged(signed(), pack="other")

        assert issuer.asked == []


class TestTheRequests:
    """What `cards.services.outgoing` does for an issuer, over real connections to this machine."""

    def test_go_to_no_private_address(self, job: Program, monkeypatch: pytest.MonkeyPatch) -> None:
        cache.clear()
        addresses: list[Any] = []
        monkeypatch.setattr(outgoing, "lookup", lambda host, port: [(0, 0, 0, "", ("169.254.169.254", port))])
        monkeypatch.setattr(outgoing.socket, "create_connection", lambda *args, **rest: addresses.append(args))

        assert (exchanged(signed()).status_code, addresses) == (401, [])

    @pytest.mark.parametrize("habit", ["giant", "slow", "elsewhere"])
    def test_are_given_up(self, job: Program, monkeypatch: pytest.MonkeyPatch, habit: str) -> None:
        """A document without an end is read up to its limit, one that drips up to the deadline, and no redirect is followed."""
        cache.clear()
        server, connect, addresses = socket.create_server(("127.0.0.1", 0)), socket.create_connection, []
        monkeypatch.setattr(outgoing, "TIMEOUT", 0.3 if habit == "slow" else 20.0)
        monkeypatch.setattr(outgoing, "lookup", lambda host, port: [(0, 0, 0, "", ("93.184.216.34", port))])
        monkeypatch.setattr(outgoing, "secured", lambda plain, host: plain)

        def connect_here(address: tuple[str, int], timeout: float) -> socket.socket:
            addresses.append(address)
            return connect(server.getsockname(), timeout=timeout)

        monkeypatch.setattr(outgoing.socket, "create_connection", connect_here)
        thread = threading.Thread(target=_serve, args=(server, habit), daemon=True)
        thread.start()
        answer = exchanged(signed())
        server.close()
        thread.join(30)

        assert (answer.status_code, addresses, thread.is_alive()) == (401, [("93.184.216.34", 443)], False)


def _serve(server: socket.socket, habit: str) -> None:
    """Answer one request with a bad habit until the other side has enough."""
    with suppress(OSError):
        talk, _ = server.accept()
        with talk, suppress(OSError):
            talk.recv(8192)
            if habit == "elsewhere":
                talk.sendall(b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n")
                return
            talk.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
            if habit == "slow":
                talk.recv(1)  # nothing comes but the end of the conversation
            for _ in range(10_000):
                talk.sendall(b"[" * 8192)


def test_old_exchanges_go_with_their_tokens(issuer: Issuer, job: Program) -> None:
    exchanged(signed())
    assert exchanges_prune() == 0
    ApiToken.objects.update(expires_at="2026-01-01T00:00:00Z")
    assert exchanges_prune() == 1
    assert not TokenExchange.objects.exists() and exchange.LIFE.total_seconds() == 900
