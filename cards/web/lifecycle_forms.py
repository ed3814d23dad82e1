"""Forms of a card's life: another id, a note that it is deprecated."""

from typing import Any

from django import forms

from cards.localization import localize_lazy
from cards.services.card_marks import NOTE_LIMIT
from cards.web.forms import PortalForm
from cards.web.line_field import LineField


class RenameForm(PortalForm):
    """The new id of a card, and whether the cards that refer to it follow."""

    pointers = {"/id": "new_id", "/written_id": "new_id"}

    new_id = LineField(
        label=localize_lazy("New id", "新 id"),
        max_length=128,
        help_text=localize_lazy("Letters, digits, dot, hyphen and underscore.", "字母、数字、点、连字符和下划线。"),
        widget=forms.TextInput({"class": "in mono", "autocapitalize": "off", "spellcheck": "false"}),
    )
    rewrite = forms.BooleanField(
        label=localize_lazy("Write the new id into these cards too", "同时更新这些卡牌中的 id"), required=False
    )


class DeprecateForm(PortalForm):
    """Why a card should not be used any more, and what to use instead."""

    pointers = {"/note/en": "note_en", "/note/zh": "note_zh"}

    note_en = forms.CharField(
        label=localize_lazy("Note, English", "英文说明"),
        max_length=NOTE_LIMIT,
        required=False,
        widget=forms.Textarea({"rows": 2, "lang": "en"}),
    )
    note_zh = forms.CharField(
        label=localize_lazy("Note, Chinese", "中文说明"),
        max_length=NOTE_LIMIT,
        required=False,
        widget=forms.Textarea({"rows": 2, "lang": "zh-Hans"}),
    )
    use = LineField(
        label=localize_lazy("Use instead", "改用"),
        max_length=128,
        required=False,
        help_text=localize_lazy("The id of another card of this pack.", "此卡包中另一张卡牌的 id。"),
        widget=forms.TextInput(
            {"class": "in mono", "autocapitalize": "off", "spellcheck": "false", "list": "other-cards"}
        ),
    )

    def note(self) -> dict[str, Any]:
        """Return the note by language."""
        return {"en": self.cleaned_data["note_en"], "zh": self.cleaned_data["note_zh"]}
