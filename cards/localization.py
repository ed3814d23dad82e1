"""The portal's words in the language of the request: the code holds a text in both languages, and an edge chooses one."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import get_language

from cards.gateway.wording import LocalizedText as LocalizedText

HTML_LANGUAGES = {"en": "en", "zh": "zh-Hans", "zh-hans": "zh-Hans"}
OTHER_LANGUAGE = {"en": "zh", "zh": "en"}


class _Sentence(Formatter):
    """Format named places; `{count:card|cards}` is the count and the English form that it takes, as in the texts of cards.

    Shapes: a count may be a number or its digits; `{name:lower}` is a name within an English sentence.
    """

    def format_field(self, value: Any, form: str) -> str:
        """Return the value in the form of its place."""
        singular, bar, plural = form.partition("|")
        if bar:
            return f"{value} {singular if value in (1, '1') else plural}"
        return str(value).lower() if form == "lower" else str(super().format_field(value, form))


def data_language() -> str:
    """Return the language of this request as data names it: `en` or `zh`."""
    return "zh" if (get_language() or "en").startswith("zh") else "en"


def localize(en: str, zh: str, /, **params: object) -> str:
    """Return the text in the language of the request, with its places filled; `localize(*text)` resolves a LocalizedText."""
    text = zh if data_language() == "zh" else en
    return fill(text, params) if params else text


def fill(text: str, params: Mapping[str, object]) -> str:
    """Return a text with its places filled by name."""
    return _Sentence().vformat(text, (), params)


def pick(text: Any, language: str) -> tuple[str, str]:
    """Return the words of `text` in `language`, or else in the other one, and the language they are in.

    Shapes: a mapping or an object with `en` and `zh`; a plain string counts as being in `language`.
    """
    if isinstance(text, str):
        return text, language
    if words := _words(text, language):
        return words, language
    return _words(text, OTHER_LANGUAGE[language]), OTHER_LANGUAGE[language]


def _words(text: Any, language: str) -> str:
    return str((text.get(language) if isinstance(text, Mapping) else getattr(text, language)) or "")


localize_lazy = lazy(localize, str)
"""`localize` for what Django keeps beyond a request: labels of forms and choices."""
