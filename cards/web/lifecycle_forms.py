"""Forms of a card's life: another id, a note that it is deprecated."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.services.card_marks import NOTE_LIMIT
from cards.web.forms import PortalForm
from cards.web.line_field import LineField


class RenameForm(PortalForm):
    """The new id of a card, and whether the cards that refer to it follow."""

    pointers = {"/id": "new_id", "/written_id": "new_id"}

    new_id = LineField(
        label=_("New id"),
        max_length=128,
        help_text=_("Letters, digits, dot, hyphen and underscore."),
        widget=forms.TextInput({"class": "in mono", "autocapitalize": "off", "spellcheck": "false"}),
    )
    rewrite = forms.BooleanField(label=_("Write the new id into these cards too"), required=False)


class DeprecateForm(PortalForm):
    """Why a card should not be used any more, and what to use instead."""

    pointers = {"/note/en": "note_en", "/note/zh": "note_zh"}

    note_en = forms.CharField(
        label=_("Note, English"),
        max_length=NOTE_LIMIT,
        required=False,
        widget=forms.Textarea({"rows": 2, "lang": "en"}),
    )
    note_zh = forms.CharField(
        label=_("Note, Chinese"),
        max_length=NOTE_LIMIT,
        required=False,
        widget=forms.Textarea({"rows": 2, "lang": "zh-Hans"}),
    )
    use = LineField(
        label=_("Use instead"),
        max_length=128,
        required=False,
        help_text=_("The id of another card of this pack."),
        widget=forms.TextInput(
            {"class": "in mono", "autocapitalize": "off", "spellcheck": "false", "list": "other-cards"}
        ),
    )

    def note(self) -> dict[str, Any]:
        """Return the note by language."""
        return {"en": self.cleaned_data["note_en"], "zh": self.cleaned_data["note_zh"]}
