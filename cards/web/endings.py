"""The table of credentials as the account page shows it: which act ends what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from cards.credentials import MATRIX, AccountAct, Credential, Fate
from cards.web.text import bilingual_plain


class Ending(NamedTuple):
    """A cell: the word, why, and the tone of its chip."""

    word: str
    why: str
    tone: str


class Row(NamedTuple):
    """An act and what becomes of each credential."""

    act: str
    cells: list[Ending]


CREDENTIALS: Mapping[Credential, Callable[[], str]] = {
    Credential.SESSION: lambda: gettext("Sessions"),
    Credential.API_TOKEN: lambda: gettext("API tokens"),
    Credential.RESET_LINK: lambda: gettext("Links to choose a password"),
    Credential.ADDRESS_LINK: lambda: gettext("Links that change the address"),
    Credential.INVITATION: lambda: gettext("Invitations"),
    Credential.WEBHOOK_SECRET: lambda: gettext("Webhook secrets"),
    Credential.KNOWN_PLACE: lambda: gettext("Known browsers and networks"),
}
ACTS: Mapping[AccountAct, Callable[[], str]] = {
    AccountAct.PASSWORD_CHANGE: lambda: gettext("You change the password"),
    AccountAct.PASSWORD_RESET: lambda: gettext("You choose a password with a link"),
    AccountAct.SESSIONS_END: lambda: gettext("You sign out everywhere"),
    AccountAct.ADDRESS_CHANGE: lambda: gettext("The address is changed"),
    AccountAct.ROLE_REMOVAL: lambda: gettext("You lose a role in a pack"),
    AccountAct.DEACTIVATION: lambda: gettext("The account is deactivated"),
}
FATES: Mapping[Fate, tuple[Callable[[], str], str]] = {
    Fate.ENDS: (lambda: gettext("end"), "chip--warn"),
    Fate.OTHERS_END: (lambda: gettext("all others end"), "chip--warn"),
    Fate.STAYS: (lambda: gettext("stay"), "chip--ok"),
}


def credential_kinds() -> list[str]:
    """Return the heads of the columns."""
    return [name() for name in CREDENTIALS.values()]


def endings_table() -> list[Row]:
    """Return the rows of the table, in the order of the heads."""
    return [Row(name(), [_ending(act, kind) for kind in CREDENTIALS]) for act, name in ACTS.items()]


def _ending(act: AccountAct, kind: Credential) -> Ending:
    cell = MATRIX[act][kind]
    word, tone = FATES[cell.fate]
    return Ending(word(), bilingual_plain(cell.why), tone)
