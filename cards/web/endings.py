"""The table of credentials as the account page shows it: which act ends what."""

from collections.abc import Mapping
from typing import NamedTuple

from cards.credentials import MATRIX, AccountAct, Credential, Fate
from cards.localization import LocalizedText, localize
from cards.web.text import bilingual_plain


class Ending(NamedTuple):
    """A cell: the word, why, and the tone of its chip."""

    word: str
    why: str
    tone: str


class Row(NamedTuple):
    """An act and what becomes of each credential."""

    act: str
    cells: list[Ending]


CREDENTIALS: Mapping[Credential, LocalizedText] = {
    Credential.SESSION: LocalizedText("Sessions", "登录会话"),
    Credential.API_TOKEN: LocalizedText("API tokens", "API 令牌"),
    Credential.RESET_LINK: LocalizedText("Links to choose a password", "设置密码的链接"),
    Credential.ADDRESS_LINK: LocalizedText("Links that change the address", "修改邮箱的链接"),
    Credential.INVITATION: LocalizedText("Invitations", "邀请"),
    Credential.WEBHOOK_SECRET: LocalizedText("Webhook secrets", "Webhook 密钥"),
    Credential.PROGRAM_TOKEN: LocalizedText("Tokens of programs", "程序的令牌"),
    Credential.SECOND_FACTOR: LocalizedText("Authenticator apps", "身份验证器"),
    Credential.PASSKEY: LocalizedText("Passkeys", "通行密钥"),
    Credential.SEAT_LINK: LocalizedText("Links to seats of your matches", "你的对局座位链接"),
    Credential.REMEMBERED_BROWSER: LocalizedText("Browsers not asked again", "不再询问的浏览器"),
    Credential.KNOWN_PLACE: LocalizedText("Known browsers and networks", "认得的浏览器和网络"),
}
ACTS: Mapping[AccountAct, LocalizedText] = {
    AccountAct.PASSWORD_CHANGE: LocalizedText("Changing your password", "修改密码"),
    AccountAct.PASSWORD_RESET: LocalizedText("Choosing a password with a link", "用链接设置密码"),
    AccountAct.SESSIONS_END: LocalizedText("Signing out everywhere", "在所有设备上退出"),
    AccountAct.ADDRESS_CHANGE: LocalizedText("Changing the address", "修改邮箱"),
    AccountAct.ROLE_REMOVAL: LocalizedText("Losing a role in a pack", "失去某卡包中的角色"),
    AccountAct.COMPANY_REFUSAL: LocalizedText("Refusal by the company’s sign-in", "公司登录拒绝"),
    AccountAct.COMPANY_SIGN_OUT: LocalizedText("Signing out at the company’s sign-in", "在公司登录处退出"),
    AccountAct.DEACTIVATION: LocalizedText("Deactivation of the account", "账号被停用"),
}
FATES: Mapping[Fate, tuple[LocalizedText, str]] = {
    Fate.ENDS: (LocalizedText("end", "失效"), "chip--warn"),
    Fate.OTHERS_END: (LocalizedText("all others end", "其余失效"), "chip--warn"),
    Fate.STAYS: (LocalizedText("stay", "保留"), "chip--ok"),
}


def credential_kinds() -> list[str]:
    """Return the heads of the columns."""
    return [localize(*name) for name in CREDENTIALS.values()]


def endings_table() -> list[Row]:
    """Return the rows of the table, in the order of the heads."""
    return [Row(localize(*name), [_ending(act, kind) for kind in CREDENTIALS]) for act, name in ACTS.items()]


def _ending(act: AccountAct, kind: Credential) -> Ending:
    cell = MATRIX[act][kind]
    word, tone = FATES[cell.fate]
    return Ending(localize(*word), bilingual_plain(cell.why), tone)
