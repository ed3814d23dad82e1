"""Refusals: why the portal does not do what was asked, each with a slug, a status and words in both languages.

Services and queries raise them; an edge turns one into problem+json, a form error or an exit code, once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cards.refusals import REFUSALS as REFUSALS
from cards.refusals import Text, text


class Refusal(Exception):
    """Something that was asked for and is not done, with nothing changed.

    Shapes: errors are `{"pointer", "detail": {"en", "zh"}}`, problems the engine's own (`cards.gateway.problems.Problem`).
    """

    slug = "state-conflict"

    def __init__(
        self,
        en: str = "",
        zh: str = "",
        *,
        slug: str | None = None,
        errors: Sequence[Mapping[str, Any]] = (),
        problems: Sequence[Any] = (),
    ) -> None:
        self.slug = slug or type(self).slug
        self.detail: Text = text(en, zh) if en else self.general
        self.errors = tuple(errors)
        self.problems = tuple(problems)
        super().__init__(f"{self.slug}: {self.detail['en']}")

    @property
    def status(self) -> int:
        """Return the HTTP status that goes with the slug."""
        return REFUSALS[self.slug].status

    @property
    def general(self) -> Text:
        """Return the explanation of the slug, which is the detail where a raiser says no more."""
        return REFUSALS[self.slug].explanation

    @property
    def title(self) -> Text:
        """Return the short sentence for the slug, in both languages."""
        return REFUSALS[self.slug].title


class NotFound(Refusal):
    """It is not there, or not for this account to know."""

    slug = "not-found"


class Forbidden(Refusal):
    """The account may know of it, but its role or the token's scope is too low."""

    slug = "forbidden"


class ScopeTooLow(Forbidden):
    """The token does not have the scope that this needs; an empty scope is one that no token has."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        if scope:
            super().__init__(
                f"This token lacks `{scope}`: make one with that scope on your account page.",
                f"此令牌缺少 `{scope}` 权限范围：请在账号页面创建带有该范围的令牌。",
            )
        else:
            super().__init__("A token cannot do this: sign in to the portal.", "令牌不能执行此操作：请登录门户。")


class SecondFactorNeeded(Refusal):
    """The portal or the pack wants a second factor for this, and the account has none."""

    slug = "second-factor-needed"


class SignInTooOld(Refusal):
    """The session was confirmed too long ago for this act; its page asks again and goes on."""

    slug = "sign-in-too-old"


class NotSignedIn(Refusal):
    """The request has no signed-in account, or email and password do not match."""

    slug = "not-signed-in"


class Stale(Refusal):
    """The draft moved on since the caller read it; `current` is the newer row, `conflict_revision` the one that keeps what lost, if any."""

    slug = "stale"

    def __init__(self, current: Any, conflict_revision: int | None = None) -> None:
        super().__init__()
        self.current = current
        self.conflict_revision = conflict_revision


class IfMatchRequired(Refusal):
    """The caller did not say which revision its change is based on."""

    slug = "if-match-required"


class StateConflict(Refusal):
    """The thing is in a state that does not allow this."""

    slug = "state-conflict"


class GateClosed(Refusal):
    """A release may not pass; `gates` are the gates as in the public contract."""

    slug = "gate-closed"

    def __init__(
        self, gates: Sequence[Mapping[str, Any]], en: str = "", zh: str = "", *, problems: Sequence[Any] = ()
    ) -> None:
        super().__init__(en, zh, problems=problems)
        self.gates = tuple(gates)


class VersionExists(Refusal):
    """The pack already has a release of this number."""

    slug = "version-exists"


class VersionTooLow(Refusal):
    """The number says less than what changed; `minimum` is the least that will do."""

    slug = "version-too-low"

    def __init__(self, version: str, minimum: str) -> None:
        self.minimum = minimum
        super().__init__(
            f"{version} is too low: these changes require {minimum} or higher.",
            f"{version} 过低：这些改动至少需要 {minimum}。",
        )


class NothingChanged(StateConflict):
    """The release would repeat the last one; `before` is its number."""

    slug = "nothing-changed"

    def __init__(self, before: str) -> None:
        self.before = before
        super().__init__(
            f"Nothing differs from {before}: change, add, retire or deprecate a card first.",
            f"与 {before} 相比没有任何变化：请先修改或新增卡牌，将其停用或标为不再推荐。",
        )


class IdTaken(Refusal):
    """Another thing has this name, perhaps in other case."""

    slug = "id-taken"


class IdDiffers(Refusal):
    """The text gives the card another id than the pack; `text_id` is the one in the text."""

    slug = "id-differs"

    def __init__(self, written_id: str, text_id: str) -> None:
        self.text_id = text_id
        super().__init__(
            f"The text calls this card {text_id}, the pack calls it {written_id}. "
            "Rename the card, or write the old id again.",
            f"文本中的 id 是 {text_id}，而卡包中是 {written_id}。请重命名卡牌，或改回原来的 id。",
        )


class IdempotencyMismatch(Refusal):
    """The same key came with another body."""

    slug = "idempotency-mismatch"


class InvalidFields(Refusal):
    """One or more fields are not as they must be."""

    slug = "invalid-fields"

    @classmethod
    def of(cls, pointer: str, en: str, zh: str) -> InvalidFields:
        """Return the refusal of one field."""
        return cls(errors=[{"pointer": pointer, "detail": text(en, zh)}])


class MissingField(Refusal):
    """A field that a write cannot do without is missing; an empty value would be something else."""

    slug = "missing-field"

    def __init__(self, name: str) -> None:
        en, zh = f"The field {name} is missing.", f"缺少字段 {name}。"
        super().__init__(en, zh, errors=[{"pointer": f"/{name}", "detail": text(en, zh)}])


class NoSuchPlace(Refusal):
    """A JSON Pointer leads nowhere in the text that came with it."""

    slug = "no-such-place"

    def __init__(self, pointer: str) -> None:
        en, zh = f"The text has nothing at “{pointer[:200]}”.", f"文本中没有“{pointer[:200]}”这一位置。"
        super().__init__(en, zh, errors=[{"pointer": "/pointer", "detail": text(en, zh)}])


class BadText(Refusal):
    """A text or a body cannot be read or stored; the slug says why."""

    slug = "malformed-json"


class TooLarge(Refusal):
    """A text or an upload is larger than its limit."""

    slug = "too-large"


class BadImage(Refusal):
    """An upload that is no image, or not one that a card may have."""

    slug = "invalid-image"


class Limited(Refusal):
    """A refusal that time heals; `retry_after` is in whole seconds."""

    slug = "rate-limited"

    def __init__(self, retry_after: int, en: str = "", zh: str = "") -> None:
        super().__init__(en, zh)
        self.retry_after = max(1, retry_after)


class RateLimited(Limited):
    """Too many attempts within a window."""

    slug = "rate-limited"


class QuotaExceeded(Limited):
    """This account has as much running as it may."""

    slug = "quota-exceeded"


class QuotaReached(Refusal):
    """A pack has as much of a thing as the operator allows; the whole act is taken back."""

    slug = "quota-reached"

    def __init__(self, quota: str, after: int, limit: int) -> None:
        units = {
            "images": (
                "{:.1f} MB of images, of {:.0f} MB that this pack may have",
                "{:.1f} MB 图片，超过此卡包的配额 {:.0f} MB",
                1_000_000,
            )
        }
        en, zh, size = units.get(
            quota, ("{:.0f} cards, of {:.0f} that this pack may have", "{:.0f} 张卡牌，超过此卡包的配额 {:.0f} 张", 1)
        )
        super().__init__(
            f"That would make {en.format(after / size, limit / size)}: nothing was added.",
            f"添加后将有 {zh.format(after / size, limit / size)}：未添加任何内容。",
        )
