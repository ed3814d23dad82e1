"""What every page of one ruleset in one language shares."""

from __future__ import annotations

from dataclasses import dataclass

from engine.language.spec import LocalizedText, Vocabulary
from engine.reference.markdown import link
from engine.ruleset import Ruleset

LANGUAGES = ("en", "zh")
OTHER_LANGUAGE = {"en": ("zh", "中文"), "zh": ("en", "English")}


@dataclass(frozen=True, slots=True)
class Book:
    """One ruleset in one language."""

    ruleset: Ruleset
    lang: str

    @property
    def vocabulary(self) -> Vocabulary:
        return self.ruleset.vocabulary

    def say(self, en: str, zh: str) -> str:
        """Return the one of two texts that is in this language."""
        return en if self.lang == "en" else zh

    def pick(self, text: LocalizedText) -> str:
        """Return a text of the registry in this language."""
        return text.en if self.lang == "en" else text.zh

    def listed(self, words: list[str]) -> str:
        """Join words as a sentence does."""
        return self.say(", ", "、").join(words)

    def sentences(self, *parts: str) -> str:
        """Join what may lack its full stop into running text."""
        stop, gap = self.say(".", "。"), self.say(" ", "")
        return gap.join(part if part.rstrip("*")[-1] in ".。！？!?" else part + stop for part in parts if part)

    def title(self) -> str:
        """Return what the game is called."""
        return self.pick(self.ruleset.title)

    def head(self, heading: str, file: str, up: str = "../") -> str:
        """Return the top of a page: where one is, the other language, the heading."""
        language, name = OTHER_LANGUAGE[self.lang]
        folder = f"{self.ruleset.name}/" if up == "../" else ""
        crumb = link(self.say("Reference", "参考手册"), f"{up}README.md")
        return f"{crumb} · {link(name, f'{up}../{language}/{folder}{file}')}\n\n# {heading}"
