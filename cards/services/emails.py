"""What mails say that bring a link: why they come, what the link does and for how long, and what to do if it was a mistake."""

from django.conf import settings
from django.core.mail import send_mail

from cards.localization import localize
from cards.models import Role
from cards.single_line import one_line
from cards.values import frozen_dataclass

SUBJECT_LENGTH = 120


@frozen_dataclass
class Email:
    """A mail before it has a recipient, in the language that was active when it was written."""

    subject: str
    body: str


def role_label(role: str) -> str:
    """Return the word for a role."""
    return {
        Role.VIEWER.value: localize("Viewer", "读者"),
        Role.DESIGNER.value: localize("Designer", "设计者"),
        Role.REVIEWER.value: localize("Reviewer", "审核者"),
        Role.PUBLISHER.value: localize("Publisher", "发布者"),
        Role.ADMIN.value: localize("Admin", "管理员"),
    }[role]


def email_send(*, email: Email, to: str) -> None:
    """Hand a mail to the mail server. Errors: SMTPException and OSError of the mail server."""
    send_mail(" ".join(email.subject.split()), email.body, settings.DEFAULT_FROM_EMAIL, [to])


def pack_invitation_email(*, link: str, days: int, by: str, pack: str, role: str) -> Email:
    """Return the invitation to a pack; `by`, `pack` and `role` are names as pages show them."""
    names = {"by": one_line(by), "pack": one_line(pack), "role": role}
    return Email(
        localize("You are invited to {pack}", "邀请你加入 {pack}", **names),
        _body(
            localize(
                "{by} invites you to “{pack}” on Cardloom. Your role there: {role}.",
                "{by} 邀请你加入 Cardloom 上的“{pack}”，角色：{role}。",
                **names,
            ),
            localize("Accept the invitation:", "接受邀请："),
            link,
            _once(days),
        ),
    )


def portal_invitation_email(*, link: str, days: int, by: str) -> Email:
    """Return the invitation to the portal alone."""
    sentence = localize(
        "{by} invites you to Cardloom, where cards of games are written, tried out and published.",
        "{by} 邀请你使用 Cardloom：编写、试玩并发布游戏卡牌的门户。",
        by=one_line(by),
    )
    return Email(
        localize("You are invited to Cardloom", "邀请你使用 Cardloom"),
        _body(sentence, localize("Create your account:", "创建账号："), link, _once(days)),
    )


def password_reset_email(*, link: str, days: int, email: str) -> Email:
    """Return the mail with a link to choose a new password."""
    sentence = localize(
        "A new password was requested for {email} on Cardloom.",
        "有人为 Cardloom 上的账号 {email} 申请重设密码。",
        email=email,
    )
    notice = localize(
        "If you did not request it, ignore this mail: your password stays as it is.",
        "如果不是你本人申请，请忽略此邮件，密码不会改变。",
    )
    return Email(
        localize("Choose a new password", "设置新密码"),
        _body(sentence, localize("Choose one here:", "在此设置新密码："), link, f"{_once(days)}\n{notice}"),
    )


def address_confirmation_email(*, link: str, days: int, email: str) -> Email:
    """Return the mail to a new address that has to be confirmed."""
    sentence = localize(
        "An account on Cardloom is to sign in with {email} from now on.",
        "Cardloom 上的一个账号将改用 {email} 登录。",
        email=email,
    )
    notice = localize(
        "If you did not request it, ignore this mail: nothing changes.",
        "如果不是你本人申请，请忽略此邮件，不会有任何改动。",
    )
    return Email(
        localize("Confirm your new address", "确认你的新邮箱"),
        _body(sentence, localize("Confirm it here:", "在此确认："), link, f"{_once(days)}\n{notice}"),
    )


def address_changed_email(*, email: str) -> Email:
    """Return the mail to the former address of an account."""
    sentence = localize(
        "Your account signs in with {email} now. If this was not you, ask an operator at once.",
        "你的账号现在使用 {email} 登录。如非本人操作，请立即联系运营者。",
        email=email,
    )
    return Email(localize("Your address was changed", "你的邮箱已修改"), f"{sentence}\n")


def notification_email(*, pack: str, sentence: str, link: str, choices: str) -> Email:
    """Return the mail of a notification; `choices` is the page on which its reader chooses which ones are mailed."""
    subject = localize(
        "{pack}: {sentence}", "{pack}：{sentence}", pack=one_line(pack), sentence=one_line(sentence.splitlines()[0])
    )
    choose = localize("Choose which mails you get:", "选择接收哪些邮件：")
    return Email(subject[:SUBJECT_LENGTH], f"{sentence}\n{link}\n\n{choose} {choices}\n")


def _once(days: int) -> str:
    return localize("The link works once, for {days:day|days}.", "此链接只能使用一次，{days} 天内有效。", days=days)


def _body(said: str, does: str, link: str, end: str) -> str:
    return f"{said}\n\n{does}\n{link}\n\n{end}\n"
