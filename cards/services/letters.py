"""What mails say that bring a link: why they come, what the link does and for how long, and what to do if it was a mistake."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core.mail import send_mail
from django.utils.translation import gettext, ngettext

from cards.models import Role
from cards.single_line import one_line

SUBJECT_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail before it has a recipient, in the language that was active when it was written."""

    subject: str
    body: str


def role_label(role: str) -> str:
    """Return the word for a role."""
    return {
        Role.VIEWER.value: gettext("Viewer"),
        Role.DESIGNER.value: gettext("Designer"),
        Role.REVIEWER.value: gettext("Reviewer"),
        Role.PUBLISHER.value: gettext("Publisher"),
        Role.ADMIN.value: gettext("Admin"),
    }[role]


def letter_send(*, letter: Letter, to: str) -> None:
    """Hand a mail to the mail server. Errors: SMTPException and OSError of the mail server."""
    send_mail(" ".join(letter.subject.split()), letter.body, settings.DEFAULT_FROM_EMAIL, [to])


def pack_letter(*, link: str, days: int, by: str, pack: str, role: str) -> Letter:
    """Return the invitation to a pack; `by`, `pack` and `role` are names as pages show them."""
    said = gettext("%(by)s invites you to “%(pack)s” on Cardloom. Your role there: %(role)s.")
    return Letter(
        gettext("You are invited to %(pack)s") % {"pack": one_line(pack)},
        _body(
            said % {"by": one_line(by), "pack": one_line(pack), "role": role},
            gettext("Accept the invitation:"),
            link,
            _once(days),
        ),
    )


def portal_letter(*, link: str, days: int, by: str) -> Letter:
    """Return the invitation to the portal alone."""
    said = gettext("%(by)s invites you to Cardloom, where cards of games are written, tried out and published.")
    return Letter(
        gettext("You are invited to Cardloom"),
        _body(said % {"by": one_line(by)}, gettext("Create your account:"), link, _once(days)),
    )


def reset_letter(*, link: str, days: int, email: str) -> Letter:
    """Return the mail with a link to choose a new password."""
    said = gettext("A new password was requested for %(email)s on Cardloom.") % {"email": email}
    unasked = gettext("If you did not request it, ignore this mail: your password stays as it is.")
    return Letter(
        gettext("Choose a new password"), _body(said, gettext("Choose one here:"), link, f"{_once(days)}\n{unasked}")
    )


def address_letter(*, link: str, days: int, email: str) -> Letter:
    """Return the mail to a new address that has to be confirmed."""
    said = gettext("An account on Cardloom is to sign in with %(email)s from now on.") % {"email": email}
    unasked = gettext("If you did not request it, ignore this mail: nothing changes.")
    return Letter(
        gettext("Confirm your new address"), _body(said, gettext("Confirm it here:"), link, f"{_once(days)}\n{unasked}")
    )


def address_changed_letter(*, email: str) -> Letter:
    """Return the mail to the former address of an account."""
    said = gettext("Your account signs in with %(email)s now. If this was not you, ask an operator at once.")
    return Letter(gettext("Your address was changed"), f"{said % {'email': email}}\n")


def notification_letter(*, pack: str, said: str, link: str, choices: str) -> Letter:
    """Return the mail of a notification; `choices` is the page on which its reader chooses which ones are mailed."""
    subject = gettext("%(pack)s: %(said)s") % {"pack": one_line(pack), "said": one_line(said.splitlines()[0])}
    return Letter(subject[:SUBJECT_LENGTH], f"{said}\n{link}\n\n{gettext('Choose which mails you get:')} {choices}\n")


def _once(days: int) -> str:
    said = ngettext("The link works once, for %(days)d day.", "The link works once, for %(days)d days.", days)
    return said % {"days": days}


def _body(said: str, does: str, link: str, end: str) -> str:
    return f"{said}\n\n{does}\n{link}\n\n{end}\n"
