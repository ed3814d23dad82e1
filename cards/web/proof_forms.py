"""Forms by which a person proves who they are, beside the sign-in itself."""

from django import forms

from cards.localization import localize_lazy
from cards.web.forms import PortalForm
from cards.web.line_field import LineField


class ConfirmForm(PortalForm):
    """The password again, beside what was to be done."""

    password = forms.CharField(
        label=localize_lazy("Password", "密码"),
        strip=False,
        widget=forms.PasswordInput({"class": "in in--l", "autocomplete": "current-password", "autofocus": True}),
    )


class CodeForm(PortalForm):
    """The digits of an authenticator app, or a recovery code."""

    code = LineField(
        label=localize_lazy("Digits or recovery code", "验证码或恢复码"),
        max_length=20,
        widget=forms.TextInput({"class": "in in--l", "autocomplete": "one-time-code", "autofocus": True}),
    )
