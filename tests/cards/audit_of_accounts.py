"""The changes of accounts, for the table of `test_audit.py`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.test import override_settings

from cards.models import AuthenticatorApp, Passkey
from cards.sealing import seal
from cards.services.account import (
    account_confirm,
    account_confirm_elsewhere,
    account_create,
    account_deactivate,
    account_password_change,
    account_sessions_end,
    account_settings_save,
    account_sign_out,
)
from cards.services.address import address_request, address_set
from cards.services.factor import factor_add, factor_ask_everywhere, factor_codes_renew, factor_remove, factor_reset
from cards.services.known_place import Place, place_remember
from cards.services.link import account_reset_request
from cards.services.link_mail import account_reset_mail
from cards.services.operator import account_quota_set, account_reactivate
from cards.services.passkey import account_confirm_by_passkey, handle_of, passkey_add, passkey_remove, passkey_rename
from cards.services.session import session_end
from cards.totp import STEP, code_at
from cards.webauthn import creation_options, request_options
from tests.cards.authenticator import ORIGIN, Device
from tests.cards.conftest import PASSWORD

SECRET = b"twenty bytes to test"


def with_app(on: Any) -> None:
    """Give the other account of a stage an authenticator app."""
    AuthenticatorApp.objects.create(account=on.other, sealed_secret=seal(SECRET))
    place_remember(account=on.other, place=Place(device="laptop"), without_factor=True)


def passkey_of(on: Any) -> Device:
    """Give the other account of a stage a passkey, and return its device."""
    device = Device()
    with override_settings(SITE_URL=ORIGIN):
        options, challenge = creation_options(
            handle=handle_of(on.other), email="a@example.org", name="A", credential_ids=[]
        )
        passkey_add(actor=on.other, name="Laptop", answer=device.created(options["publicKey"]), challenge=challenge)
    return device


def confirmed_by_passkey(on: Any, device: Device) -> Any:
    """Confirm a session of the other account by its passkey."""
    with override_settings(SITE_URL=ORIGIN):
        options, challenge = request_options()
        answer = device.response_to(options["publicKey"])
        return account_confirm_by_passkey(actor=on.other, answer=answer, challenge=challenge)


OF_ACCOUNTS: dict[str, Callable[[Any, Any], Any]] = {
    "account_confirm": lambda on, _: account_confirm(actor=on.other, password=PASSWORD),
    "factor_add": lambda on, _: factor_add(
        actor=on.other, sealed_secret=seal(SECRET), code=code_at(SECRET, int(time.time()) // STEP)
    ),
    "passkey_add": lambda on, _: passkey_of(on),
    "passkey_rename": lambda on, _: passkey_rename(actor=on.other, pk=Passkey.objects.get().pk, name="Phone"),
    "passkey_remove": lambda on, _: passkey_remove(actor=on.other, pk=Passkey.objects.get().pk),
    "account_confirm_by_passkey": confirmed_by_passkey,
    "factor_ask_everywhere": lambda on, _: factor_ask_everywhere(actor=on.other),
    "factor_codes_renew": lambda on, _: factor_codes_renew(actor=on.other),
    "factor_remove": lambda on, _: factor_remove(actor=on.other),
    "factor_reset": lambda on, _: factor_reset(actor=on.admin, account=on.other),
    "account_confirm_elsewhere": lambda on, _: account_confirm_elsewhere(actor=on.other),
    "account_create": lambda on, _: account_create(actor=on.admin, email="new@example.org"),
    "account_deactivate": lambda on, _: account_deactivate(actor=on.operator(), account=on.other),
    "address_request": lambda on, _: address_request(actor=on.other, email="new@example.org", password=PASSWORD),
    "address_set": lambda on, _: address_set(actor=on.admin, account=on.other, email="new@example.org"),
    "session_end": lambda on, pk: session_end(actor=on.other, pk=pk),
    "account_reactivate": lambda on, _: account_reactivate(actor=on.operator(), account=on.other),
    "account_quota_set": lambda on, _: account_quota_set(actor=on.operator(), account=on.other, previews=8),
    "account_sessions_end": lambda on, _: account_sessions_end(actor=on.admin),
    "account_password_change": lambda on, _: account_password_change(
        actor=on.admin, current=PASSWORD, new="another long password"
    ),
    "account_reset_mail": lambda on, _: account_reset_mail(actor=on.admin, email=on.other.email, language="en"),
    "account_reset_request": lambda on, _: account_reset_request(actor=on.admin, email=on.other.email),
    "account_settings_save": lambda on, _: account_settings_save(
        actor=on.admin, name="A", language="zh", theme="dark", single_keys=True
    ),
    "account_sign_out": lambda on, _: account_sign_out(actor=on.admin),
}
"""Name of the service → the change; the first argument is the `Stage`, the second what its preparation returned."""
