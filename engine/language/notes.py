"""What the rewriting of old spellings has to tell: one warning for each, at the place that its author wrote."""

from __future__ import annotations

from typing import Any

from engine.errors import Problem


class Notes:
    """Collects problems in the order in which they are met."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def alias(self, path: str, found: Any, wanted: Any) -> None:
        """An old spelling was read as the present one."""
        read_as = f"the number {wanted}" if isinstance(wanted, int) else f"“{wanted}”"
        chinese = f"数字 {wanted} " if isinstance(wanted, int) else f"“{wanted}”"
        self._warn(
            "W-ALIAS",
            path,
            f"“{found}” is an old spelling; it is read as {read_as}.",
            f"“{found}”是旧写法，按{chinese}读取。",
            found,
            wanted,
        )

    def dropped(self, path: str, found: str) -> None:
        """An old spelling says nothing here and was left out."""
        self._warn(
            "W-ALIAS",
            path,
            f"“{found}” is an old spelling, and it is empty here; it is left out.",
            f"“{found}”是旧写法，且此处为空，将被省略。",
            found,
            None,
        )

    def coerce(self, path: str, found: Any, wanted: Any) -> None:
        """A value of the wrong kind was read as the one that it spells."""
        self._warn(
            "W-COERCE",
            path,
            f"The text “{found}” stands where a whole number is wanted; it is read as {wanted}.",
            f"这里需要整数，却写成了文本“{found}”，按 {wanted} 读取。",
            found,
            wanted,
        )

    def _warn(self, code: str, path: str, en: str, zh: str, found: Any, wanted: Any) -> None:
        message = {"en": en, "zh": zh}
        self.problems.append(Problem(code, message, path, severity="warning", found=found, wanted=wanted))
