"""Fields of forms for texts of one line: each keeps to the one rule (`cards.single_line`)."""

from django import forms
from django.core.exceptions import ValidationError

from cards.single_line import line_fault
from cards.web.text import bilingual_plain


def validate_line(value: str) -> None:
    """Refuse what is no single line, in the language of the page."""
    if fault := line_fault(value):
        raise ValidationError(bilingual_plain(fault), code="line")


class LineField(forms.CharField):
    """A text of one line."""

    default_validators = [validate_line]


class EmailField(forms.EmailField):
    """An email address."""

    default_validators = [*forms.EmailField.default_validators, validate_line]
