"""Forms by which a person proves who they are, beside the sign-in itself."""

from django import forms

from cards.localization import localize_lazy
from cards.services.passkey import NAME_LIMIT
from cards.web.forms import PortalForm
from cards.web.line_field import LineField
from cards.webauthn import ANSWER_BYTES


def remember_field() -> forms.BooleanField:
    """Return the box by which a browser is remembered."""
    return forms.BooleanField(
        label=localize_lazy("Not again on this device for 30 days", "此设备 30 天内不再询问"), required=False
    )


class ConfirmForm(PortalForm):
    """The password again, beside what was to be done."""

    password = forms.CharField(
        label=localize_lazy("Password", "密码"),
        strip=False,
        widget=forms.PasswordInput({"class": "in in--l", "autocomplete": "current-password", "autofocus": True}),
    )


class PasskeyForm(PortalForm):
    """What the browser answered when it was asked for a passkey, written by the script of the page."""

    credential = forms.CharField(max_length=ANSWER_BYTES, strip=False, widget=forms.HiddenInput())


class StepPasskeyForm(PasskeyForm):
    """A passkey as the second step of a sign-in."""

    remember = remember_field()


class NewPasskeyForm(PasskeyForm):
    """The answer of the browser that created a passkey, and what its owner calls it."""

    name = LineField(
        label=localize_lazy("Name of the passkey", "通行密钥名称"),
        max_length=NAME_LIMIT,
        widget=forms.TextInput({"class": "in in--l", "autocomplete": "off"}),
    )


class CodeForm(PortalForm):
    """The digits of an authenticator app, or a recovery code."""

    code = LineField(
        label=localize_lazy("Digits or recovery code", "验证码或恢复码"),
        max_length=20,
        widget=forms.TextInput({"class": "in in--l", "autocomplete": "one-time-code", "autofocus": True}),
    )


class StepCodeForm(CodeForm):
    """The digits or a code as the second step of a sign-in."""

    remember = remember_field()
