"""Passkeys by the Web Authentication API: what a browser is asked, and what its answer proves.

Whom they are for is the host of SITE_URL; browsers know them under https and on `localhost` alone, and for no bare IP address. The person
is always verified by the device (PIN, finger, face), so that a passkey is two factors by itself. Attestation is not asked for.
Source: Web Authentication Level 3, sections 7.1 and 7.2; fido2 reads and verifies.
"""

import base64
import ipaddress
import json
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from django.conf import settings

from cards.shape import JsonObject
from cards.values import frozen_dataclass

NAME = "Cardloom"
ANSWER_BYTES = 64 * 1024
DEFAULT_PORTS = {"https": 443, "http": 80}
LOCAL = "localhost"
READING_ERRORS = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    NotImplementedError,
    RecursionError,
    struct.error,
    UnsupportedAlgorithm,
)
"""How reading an answer that is not as it must be ends."""


class NotProven(Exception):
    """An answer does not prove what it must: why is for the log alone."""


@frozen_dataclass
class NewKey:
    """A passkey that was just created.

    Shapes: credential is the id with the public key, in the form that `key_proves` takes; both are base64url. sign_count is 0 where the
            device does not count.
    """

    credential_id: str
    credential: str
    sign_count: int
    is_synced: bool


def site_host() -> str:
    """Return the host for which passkeys are made; empty where browsers know none for SITE_URL."""
    site = urlsplit(settings.SITE_URL)
    host = site.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host if site.scheme == "https" or host == LOCAL else ""
    return ""


def creation_options(*, handle: str, email: str, name: str, credential_ids: Sequence[str]) -> tuple[JsonObject, str]:
    """Return what the browser is asked to create a passkey by, and the challenge in it; devices that have one of those ids refuse."""
    from fido2.webauthn import PublicKeyCredentialUserEntity

    user = PublicKeyCredentialUserEntity(id=handle.encode(), name=email, display_name=name)
    options, state = _server().register_begin(
        user, _descriptors(credential_ids), resident_key_requirement=_level(), user_verification=_level()
    )
    return dict(options), str(state["challenge"])


def request_options(*, credential_ids: Sequence[str] = ()) -> tuple[JsonObject, str]:
    """Return what the browser is asked to show a passkey by, and the challenge in it; without ids the person chooses one for this site."""
    options, state = _server().authenticate_begin(_descriptors(credential_ids) or None, user_verification=_level())
    return dict(options), str(state["challenge"])


def new_key(*, answer: str, challenge: str) -> NewKey:
    """Return the passkey that a browser created for a challenge.

    Errors: NotProven.
    """
    from fido2.cose import CoseKey
    from fido2.webauthn import AuthenticatorData

    with _reading():
        data = _server().register_complete(_state(challenge), _answer(answer))
        credential = data.credential_data
        if credential is None or credential.public_key.get(3) not in CoseKey.supported_algorithms():
            raise ValueError("algorithm")
        is_synced = bool(data.flags & AuthenticatorData.FLAG.BS)
        return NewKey(_letters(credential.credential_id), _letters(credential), data.counter, is_synced)


def credential_id_of(answer: str) -> tuple[str, str]:
    """Return the id of the passkey by which an answer is signed, and the handle of its account, empty where the device names none.

    Nothing is proven by them.

    Errors: NotProven.
    """
    from fido2.webauthn import AuthenticationResponse

    with _reading():
        response = AuthenticationResponse.from_dict(_answer(answer))
        return _letters(response.raw_id), (response.response.user_handle or b"").decode()


def key_proves(*, answer: str, challenge: str, credential: str) -> int:
    """Return the sign count of an answer that a passkey signed for a challenge.

    Errors: NotProven where another key, site or challenge signed it, or the device did not verify the person.
    """
    from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

    with _reading():
        value = _answer(answer)
        _server().authenticate_complete(_state(challenge), [AttestedCredentialData(_octets(credential))], value)
        return int(AuthenticationResponse.from_dict(value).response.authenticator_data.counter)


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except READING_ERRORS as error:
        raise NotProven(f"{type(error).__name__}: {error}"[:200]) from error


def _server() -> Any:
    from fido2.server import Fido2Server  # who has no passkey loads none of it
    from fido2.webauthn import AttestationConveyancePreference, PublicKeyCredentialRpEntity

    site = PublicKeyCredentialRpEntity(id=site_host(), name=NAME)
    return Fido2Server(site, AttestationConveyancePreference.NONE, verify_origin=_is_site())


def _level() -> Any:
    from fido2.webauthn import UserVerificationRequirement

    return UserVerificationRequirement.REQUIRED


def _is_site() -> Callable[[str], bool]:
    site = _origin(settings.SITE_URL)
    return lambda origin: _origin(origin) == site and origin.count("/") == 2


def _origin(address: str) -> tuple[str, str, int | None]:
    parts = urlsplit(address)
    return parts.scheme, parts.hostname or "", parts.port or DEFAULT_PORTS.get(parts.scheme)


def _state(challenge: str) -> JsonObject:
    return {"challenge": challenge, "user_verification": _level()}


def _descriptors(credential_ids: Sequence[str]) -> list[Any]:
    from fido2.webauthn import PublicKeyCredentialDescriptor, PublicKeyCredentialType

    kind = PublicKeyCredentialType.PUBLIC_KEY
    return [PublicKeyCredentialDescriptor(type=kind, id=_octets(letters)) for letters in credential_ids]


def _answer(text: str) -> JsonObject:
    """Return an answer of the browser, as its script writes it."""
    value = json.loads(text) if len(text) <= ANSWER_BYTES else None
    if not isinstance(value, dict):
        raise ValueError("no answer of a browser")
    return value


def _letters(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def _octets(letters: str) -> bytes:
    return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
