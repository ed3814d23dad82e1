"""Which act on an account ends which credential: a table with a decision in every cell.

A credential is what lets its holder in, or proves who sent something. The table is data: services carry it out
(`cards.services.credentials`), the account page shows it, and a test drives every cell. A new credential or act is added here first.
"""

from collections.abc import Mapping
from enum import StrEnum

from cards.refusals import Text, text
from cards.values import frozen_dataclass


class Credential(StrEnum):
    """What lets its holder in, or proves who sent something."""

    SESSION = "session"
    API_TOKEN = "api_token"  # noqa: S105  the name of a kind, not a secret
    RESET_LINK = "reset_link"
    ADDRESS_LINK = "address_link"
    INVITATION = "invitation"
    WEBHOOK_SECRET = "webhook_secret"  # noqa: S105  the name of a kind, not a secret
    PROGRAM_TOKEN = "program_token"  # noqa: S105  the name of a kind, not a secret
    KNOWN_PLACE = "known_place"
    SECOND_FACTOR = "second_factor"
    PASSKEY = "passkey"
    SEAT_LINK = "seat_link"
    REMEMBERED_BROWSER = "remembered_browser"


class AccountAct(StrEnum):
    """What happens to an account."""

    PASSWORD_CHANGE = "password_change"  # noqa: S105  the name of an act, not a secret
    PASSWORD_RESET = "password_reset"  # noqa: S105  the name of an act, not a secret
    SESSIONS_END = "sessions_end"
    DEACTIVATION = "deactivation"
    ADDRESS_CHANGE = "address_change"
    ROLE_REMOVAL = "role_removal"
    COMPANY_REFUSAL = "company_refusal"
    COMPANY_SIGN_OUT = "company_sign_out"


class Fate(StrEnum):
    """What becomes of a credential."""

    ENDS = "ends"
    OTHERS_END = "others_end"  # all but the one that the act came with
    STAYS = "stays"


@frozen_dataclass
class Cell:
    """What becomes of a credential by an act, and why."""

    fate: Fate
    why: Text


def _ends(en: str, zh: str) -> Cell:
    return Cell(Fate.ENDS, text(en, zh))


def _other_ends(en: str, zh: str) -> Cell:
    return Cell(Fate.OTHERS_END, text(en, zh))


def _stays(en: str, zh: str) -> Cell:
    return Cell(Fate.STAYS, text(en, zh))


_PENDING = _ends("A pending link must not stay valid afterwards.", "待用的链接不得在此操作后继续有效。")
_OF_THE_PACK = _stays(
    "It belongs to the pack and cannot be used to sign in; an admin can replace it.",
    "它属于卡包，不能用来登录；管理员可以更换。",
)
_OF_A_PROGRAM = _stays(
    "It belongs to the pack; an admin takes over the program or removes it.",
    "它属于卡包；管理员可以接手或移除该程序。",
)
_OWN = _stays("It is about the account, not a pack.", "它只关系到账号本身，与卡包无关。")
_PROGRAMS = _stays("Programs use it; revoke it by itself.", "供程序使用；可单独撤销。")
_BY_INVITER = _stays("The inviter's rights are checked when it is accepted.", "接受时按邀请者当时的权限判断。")
_NO_ENTRY = _stays("It is useless without the password.", "没有密码，它不能用来登录。")
_SECOND = _stays("What is asked for beside the password must outlive it.", "仅凭此操作不得绕过第二重验证。")
_KEY = _stays("It is not the password: remove it by itself.", "它不是密码；可单独移除。")
_KEY_ELSEWHERE = _stays(
    "It opens nothing where passwords are off; elsewhere the password stays as well.",
    "关闭密码登录时它不能用来登录；否则密码也同样保留。",
)
_ASKED_AGAIN = _ends("The password alone must open nothing after it.", "在此之后，仅凭密码不得登录。")
_RECOVERY = _ends("A reset is a recovery: all earlier access ends.", "重置即找回账号：之前的一切登录均失效。")
_REFUSAL = _ends("The company does not vouch for you any more.", "公司账号已不再认可你。")
_MAYBE_GONE = _ends(
    "The provider does not say whether the person left for good.", "公司登录不会说明此人是否已离开公司。"
)
_SEAT = _stays(
    "It opens one seat of one match; revoke it at the table.", "它只通向一场对局的一个座位；可在牌桌上撤销。"
)
_WITH_ACCOUNT = _ends("The account is closed.", "账号已停用。")

MATRIX: Mapping[AccountAct, Mapping[Credential, Cell]] = {
    AccountAct.PASSWORD_CHANGE: {
        Credential.SESSION: _other_ends("The browser that changed it stays signed in.", "修改密码的浏览器保持登录。"),
        Credential.API_TOKEN: _PROGRAMS,
        Credential.RESET_LINK: _PENDING,
        Credential.ADDRESS_LINK: _PENDING,
        Credential.INVITATION: _BY_INVITER,
        Credential.WEBHOOK_SECRET: _OF_THE_PACK,
        Credential.PROGRAM_TOKEN: _OF_A_PROGRAM,
        Credential.KNOWN_PLACE: _other_ends("The browser that changed it stays known.", "修改密码的浏览器仍被认得。"),
        Credential.SECOND_FACTOR: _SECOND,
        Credential.PASSKEY: _KEY,
        Credential.SEAT_LINK: _SEAT,
        Credential.REMEMBERED_BROWSER: _ASKED_AGAIN,
    },
    AccountAct.PASSWORD_RESET: {
        Credential.SESSION: _RECOVERY,
        Credential.API_TOKEN: _RECOVERY,
        Credential.RESET_LINK: _RECOVERY,
        Credential.ADDRESS_LINK: _RECOVERY,
        Credential.INVITATION: _RECOVERY,
        Credential.WEBHOOK_SECRET: _OF_THE_PACK,
        Credential.PROGRAM_TOKEN: _OF_A_PROGRAM,
        Credential.KNOWN_PLACE: _other_ends("The browser that opened the link is known.", "打开链接的浏览器会被认得。"),
        Credential.SECOND_FACTOR: _SECOND,
        Credential.PASSKEY: _KEY,
        Credential.SEAT_LINK: _RECOVERY,
        Credential.REMEMBERED_BROWSER: _RECOVERY,
    },
    AccountAct.SESSIONS_END: {
        Credential.SESSION: _ends("Every browser has to sign in again.", "所有浏览器都须重新登录。"),
        Credential.API_TOKEN: _PROGRAMS,
        Credential.RESET_LINK: _PENDING,
        Credential.ADDRESS_LINK: _PENDING,
        Credential.INVITATION: _BY_INVITER,
        Credential.WEBHOOK_SECRET: _OF_THE_PACK,
        Credential.PROGRAM_TOKEN: _OF_A_PROGRAM,
        Credential.KNOWN_PLACE: _NO_ENTRY,
        Credential.SECOND_FACTOR: _SECOND,
        Credential.PASSKEY: _KEY,
        Credential.SEAT_LINK: _SEAT,
        Credential.REMEMBERED_BROWSER: _ASKED_AGAIN,
    },
    AccountAct.DEACTIVATION: {
        Credential.SESSION: _WITH_ACCOUNT,
        Credential.API_TOKEN: _WITH_ACCOUNT,
        Credential.RESET_LINK: _WITH_ACCOUNT,
        Credential.ADDRESS_LINK: _WITH_ACCOUNT,
        Credential.INVITATION: _WITH_ACCOUNT,
        Credential.WEBHOOK_SECRET: _OF_THE_PACK,
        Credential.PROGRAM_TOKEN: _OF_A_PROGRAM,
        Credential.KNOWN_PLACE: _WITH_ACCOUNT,
        Credential.SECOND_FACTOR: _WITH_ACCOUNT,
        Credential.PASSKEY: _WITH_ACCOUNT,
        Credential.SEAT_LINK: _WITH_ACCOUNT,
        Credential.REMEMBERED_BROWSER: _WITH_ACCOUNT,
    },
    AccountAct.COMPANY_REFUSAL: {
        Credential.SESSION: _REFUSAL,
        Credential.API_TOKEN: _REFUSAL,
        Credential.RESET_LINK: _REFUSAL,
        Credential.ADDRESS_LINK: _REFUSAL,
        Credential.INVITATION: _REFUSAL,
        Credential.WEBHOOK_SECRET: _OF_THE_PACK,
        Credential.PROGRAM_TOKEN: _OF_A_PROGRAM,
        Credential.KNOWN_PLACE: _REFUSAL,
        Credential.SECOND_FACTOR: _OWN,
        Credential.PASSKEY: _KEY_ELSEWHERE,
        Credential.SEAT_LINK: _REFUSAL,
        Credential.REMEMBERED_BROWSER: _REFUSAL,
    },
    AccountAct.COMPANY_SIGN_OUT: {
        Credential.SESSION: _ends("The provider ended the sign-in.", "公司登录已终止该次登录。"),
        Credential.API_TOKEN: _MAYBE_GONE,
        Credential.RESET_LINK: _PENDING,
        Credential.ADDRESS_LINK: _PENDING,
        Credential.INVITATION: _BY_INVITER,
        Credential.WEBHOOK_SECRET: _OF_THE_PACK,
        Credential.PROGRAM_TOKEN: _OF_A_PROGRAM,
        Credential.KNOWN_PLACE: _NO_ENTRY,
        Credential.SECOND_FACTOR: _SECOND,
        Credential.PASSKEY: _KEY_ELSEWHERE,
        Credential.SEAT_LINK: _SEAT,
        Credential.REMEMBERED_BROWSER: _ASKED_AGAIN,
    },
    AccountAct.ADDRESS_CHANGE: {
        Credential.SESSION: _other_ends(
            "The browser that opened the link stays signed in.", "打开链接的浏览器保持登录。"
        ),
        Credential.API_TOKEN: _PROGRAMS,
        Credential.RESET_LINK: _PENDING,
        Credential.ADDRESS_LINK: _PENDING,
        Credential.INVITATION: _BY_INVITER,
        Credential.WEBHOOK_SECRET: _OF_THE_PACK,
        Credential.PROGRAM_TOKEN: _OF_A_PROGRAM,
        Credential.KNOWN_PLACE: _NO_ENTRY,
        Credential.SECOND_FACTOR: _SECOND,
        Credential.PASSKEY: _KEY,
        Credential.SEAT_LINK: _SEAT,
        Credential.REMEMBERED_BROWSER: _ASKED_AGAIN,
    },
    AccountAct.ROLE_REMOVAL: {
        Credential.SESSION: _stays("It loses access to the pack at once.", "立即失去对该卡包的访问。"),
        Credential.API_TOKEN: _stays("It loses access to the pack at once.", "立即失去对该卡包的访问。"),
        Credential.RESET_LINK: _OWN,
        Credential.ADDRESS_LINK: _OWN,
        Credential.INVITATION: _ends(
            "Open ones to that pack, made by the account or for its address.",
            "该账号发出的或发给其邮箱的、该卡包的未用邀请。",
        ),
        Credential.WEBHOOK_SECRET: _OF_THE_PACK,
        Credential.PROGRAM_TOKEN: _OF_A_PROGRAM,
        Credential.KNOWN_PLACE: _OWN,
        Credential.SECOND_FACTOR: _OWN,
        Credential.PASSKEY: _OWN,
        Credential.SEAT_LINK: _ends("Those of the account’s matches in that pack.", "该账号在该卡包中的对局链接。"),
        Credential.REMEMBERED_BROWSER: _OWN,
    },
}
"""Act → credential → what becomes of it. No cell is missing."""
