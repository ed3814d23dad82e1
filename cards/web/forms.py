"""Forms of the pages: fields and words; what is right and wrong the services say."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.errors import REFUSALS, Refusal
from cards.models import Language, Theme, Visibility
from cards.web.line_field import EmailField, LineField
from cards.web.text import data_language

NOT_FIELDS = frozenset({403, 404})


def said(refusal: Refusal, language: str) -> str:
    """Return what a refusal says in one line: its own detail, or its title and what to do about it."""
    general = REFUSALS[refusal.slug].explanation
    if refusal.detail != general:
        return refusal.detail[language]
    return f"{refusal.title[language]}{'。' if language == 'zh' else '. '}{general[language]}"


def said_in_full(refusal: Refusal, language: str) -> str:
    """Return what a refusal says of each field, or of the whole, in one line."""
    details = [str(error["detail"][language]) for error in refusal.errors]
    return " ".join(details) or said(refusal, language)


class PortalForm(forms.Form):
    """A form whose fields look and speak like the portal's, and that shows a refusal at its fields."""

    pointers: Mapping[str, str] = {}
    """JSON Pointers of a service's errors that are not simply the field's name with slashes for underscores."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if not isinstance(field.widget, forms.CheckboxInput | forms.RadioSelect | forms.CheckboxSelectMultiple):
                field.widget.attrs.setdefault("class", "in")
            field.error_messages["required"] = _("This field is required.")

    def refuse(self, refusal: Refusal, field: str | None = None) -> None:
        """Show a refusal: each error at the field that its pointer names, the rest above the form.

        Errors: what the account may not do or know is no error of a field, and goes on to its own page.
        """
        if refusal.status in NOT_FIELDS:
            raise refusal
        language = data_language()
        if not refusal.errors:
            self.add_error(field, said(refusal, language))
        for error in refusal.errors:
            name = self._field_of(str(error["pointer"]))
            self.add_error(name, error["detail"][language])

    def _field_of(self, pointer: str) -> str | None:
        name = self.pointers.get(pointer) or pointer.strip("/").replace("/", "_")
        return name if name in self.fields else None


class SignInForm(PortalForm):
    """Email and password."""

    email = EmailField(label=_("Email"), widget=forms.EmailInput({"class": "in in--l", "autocomplete": "username"}))
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput({"class": "in in--l", "autocomplete": "current-password"}),
    )
    keep = forms.BooleanField(label=_("Keep me signed in on this device"), required=False)


class ResetRequestForm(PortalForm):
    """The email whose password was forgotten."""

    email = EmailField(label=_("Email"), widget=forms.EmailInput({"autocomplete": "username"}))


class AddressForm(PortalForm):
    """A new address to sign in with, and the password."""

    email = EmailField(label=_("New address"), widget=forms.EmailInput({"autocomplete": "email"}))
    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )


class NewPasswordForm(PortalForm):
    """A new password, with a link that allows it."""

    password = forms.CharField(
        label=_("New password"),
        strip=False,
        help_text=_("At least ten characters, none of the common ones."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


class InvitationForm(NewPasswordForm):
    """The name and password of an account that an invitation makes."""

    name = LineField(label=_("Name"), max_length=120, required=False, widget=forms.TextInput({"autocomplete": "name"}))
    field_order = ("name", "password")


ROLES = [
    ("viewer", _("Viewer")),
    ("designer", _("Designer")),
    ("reviewer", _("Reviewer")),
    ("publisher", _("Publisher")),
    ("admin", _("Admin")),
]


class InviteForm(PortalForm):
    """Whom to invite to a pack, as what, and for how long the link works."""

    email = EmailField(label=_("Email"), max_length=254, widget=forms.EmailInput({"autocomplete": "off"}))
    role = forms.ChoiceField(label=_("Role"), choices=ROLES)
    days = forms.ChoiceField(
        label=_("The link works for"), choices=[("1", _("1 day")), ("7", _("7 days")), ("30", _("30 days"))]
    )


class EmailForm(PortalForm):
    """Whom to invite to the portal."""

    email = EmailField(label=_("Email"), max_length=254, widget=forms.EmailInput({"autocomplete": "off"}))


class AuditForm(PortalForm):
    """Filters of the audit."""

    who = LineField(label=_("Who"), max_length=254, required=False)
    kind = LineField(
        label=_("What"), max_length=64, required=False, widget=forms.TextInput({"placeholder": "card, member.set"})
    )
    since = forms.DateField(
        label=_("From date"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=_("To date"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )


class TokenForm(PortalForm):
    """A new API token: what it is for, what it may do, and when it ends."""

    name = LineField(label=_("What it is for"), max_length=80, widget=forms.TextInput({"autocomplete": "off"}))
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[
            ("read", _("read: packs, cards, releases and their files")),
            ("write", _("write: cards, drafts, versions, scenarios, decks, glossary, imports")),
            ("preview", _("preview: start and cancel previews")),
            ("review", _("review: ask for reviews, comment, decide")),
            ("release", _("release: plan, publish and yank releases")),
            ("admin", _("admin: settings, members, webhooks and the audit of a pack")),
        ],
        widget=forms.CheckboxSelectMultiple(),
    )
    days = forms.ChoiceField(
        label=_("It expires in"),
        choices=[("7", _("7 days")), ("30", _("30 days")), ("90", _("90 days")), ("365", _("1 year"))],
    )


class WebhookForm(PortalForm):
    """Where a new webhook sends to."""

    url = LineField(
        label=_("Address"),
        max_length=500,
        help_text=_("It begins with https:// and belongs to a public host."),
        widget=forms.URLInput({"autocomplete": "off", "placeholder": "https://example.org/hooks/cards"}),
    )


class ProfileForm(PortalForm):
    """How an account is called and shown its pages."""

    name = LineField(label=_("Name"), max_length=120, required=False, widget=forms.TextInput({"autocomplete": "name"}))
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)
    theme = forms.ChoiceField(
        label=_("Theme"),
        choices=[
            (Theme.SYSTEM.value, _("As the device")),
            (Theme.LIGHT.value, _("Light")),
            (Theme.DARK.value, _("Dark")),
        ],
    )
    single_keys = forms.BooleanField(label=_("Single-key shortcuts (/ and ?)"), required=False)


class PasswordForm(PortalForm):
    """The current password and the new one."""

    current = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label=_("New password"),
        strip=False,
        help_text=_("At least ten characters, none of the common ones."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


LANGUAGE_CHOICES = [("en", "English"), ("zh", "简体中文")]


class PackSettingsForm(PortalForm):
    """What a pack says of itself and who may read its releases."""

    name_en = LineField(
        label=_("Name, English"), max_length=120, required=False, widget=forms.TextInput({"lang": "en"})
    )
    name_zh = LineField(
        label=_("Name, Chinese"), max_length=120, required=False, widget=forms.TextInput({"lang": "zh-Hans"})
    )
    description_en = forms.CharField(
        label=_("Description, English"), required=False, widget=forms.Textarea({"rows": 3, "lang": "en"})
    )
    description_zh = forms.CharField(
        label=_("Description, Chinese"), required=False, widget=forms.Textarea({"rows": 3, "lang": "zh-Hans"})
    )
    source_language = forms.ChoiceField(
        label=_("Source language"),
        choices=LANGUAGE_CHOICES,
        help_text=_("The language in which the cards' own JSON is written."),
    )
    visibility = forms.ChoiceField(
        label=_("Who may read releases"),
        choices=[(Visibility.PRIVATE.value, _("Members of the pack")), (Visibility.PUBLIC.value, _("Anyone"))],
        help_text=_("Only members can see drafts, previews and reviews, whatever you choose here."),
    )

    def _field_of(self, pointer: str) -> str | None:
        if pointer == "/name":
            return "name_zh" if self.data.get("source_language") == "zh" else "name_en"
        return super()._field_of(pointer)


class PackEditForm(PackSettingsForm):
    """What else may be set once there is a pack."""

    approvals_needed = forms.IntegerField(
        label=_("Approvals that a version needs"),
        min_value=0,
        max_value=9,
        required=False,
        help_text=_("Nobody approves a version that they saved into. 0: versions need no review."),
    )
    guards_needed = forms.BooleanField(
        label=_("Blocks that no scenario guards close a release"),
        required=False,
        help_text=_("Of cards that are new or play differently: a block is guarded where a scenario fails without it."),
    )


class PackForm(PackSettingsForm):
    """A new pack."""

    slug = LineField(
        label=_("Slug"),
        max_length=63,
        required=False,
        help_text=_(
            "The pack's name in links and file names: 2 to 63 characters, a to z, 0 to 9 and hyphens. "
            "It never changes. Left empty, it follows the name."
        ),
        widget=forms.TextInput({"class": "in mono", "autocapitalize": "off", "spellcheck": "false"}),
    )
    ruleset = forms.ChoiceField(label=_("Ruleset"))
    field_order = ("name_en", "name_zh", "slug", "ruleset")

    def __init__(self, *args: Any, rulesets: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choices("ruleset", rulesets)

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  for the type checker
        field.choices = choices


class CardForm(PortalForm):
    """A new card: its id and what its text begins as."""

    pointers = {"/id": "card_id", "/written_id": "card_id"}

    card_id = LineField(
        label=_("Id"),
        max_length=128,
        required=False,
        help_text=_("Letters, digits, dot, hyphen and underscore."),
        widget=forms.TextInput({"class": "in mono", "autocapitalize": "off", "spellcheck": "false", "autofocus": True}),
    )
    template = LineField(label=_("Start from"), required=False)
    source = LineField(label=_("Pack"), required=False)
    copy_of = LineField(label=_("Card to copy"), required=False)
    text = forms.CharField(
        label=_("Card JSON"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            {"class": "in mono", "rows": 8, "spellcheck": "false", "autocapitalize": "off", "wrap": "off", "lang": ""}
        ),
    )
    file = forms.FileField(
        label=_("Or a file"), required=False, widget=forms.FileInput({"accept": ".json,.jsonc,application/json"})
    )


class ReleaseForm(PortalForm):
    """The number of the next release and what it says of itself."""

    version = LineField(label=_("Version"), max_length=64)
    changelog_en = forms.CharField(label=_("Changelog, English"), required=False)
    changelog_zh = forms.CharField(label=_("Changelog, Chinese"), required=False)
    publish_at = forms.DateTimeField(
        label=_("Publish at (UTC)"), required=False, input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
    )
    override = forms.CharField(label=_("Why publish although a gate is closed"), required=False)
