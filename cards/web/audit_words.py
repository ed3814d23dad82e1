"""Events of the audit in sentences, and their details as what was before and is after."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from cards.localization import LocalizedText, data_language, localize, pick
from cards.models import AuditEvent, Pack
from cards.values import frozen_dataclass
from cards.web.activity import WORDS, FeedEntry, entries
from cards.web.forms import ROLES
from cards.web.readiness import gate_label

LIST_LIMIT = 12  # entries of a list that are shown
DIGEST = 64  # characters of a sha256

OWN_WORDS: Mapping[str, LocalizedText] = {
    "account.sign_in": LocalizedText("signed in", "登录了"),
    "account.company_join": LocalizedText("joined the company account to", "关联了公司账号："),
    "account.company_refusal": LocalizedText(
        "was told by the provider to end the access of", "按公司登录的答复终止了访问："
    ),
    "account.company_sign_out": LocalizedText(
        "was told by the provider of the sign-out of", "按公司登录的通知结束了登录："
    ),
    "account.operator_set": LocalizedText("set by the provider whether an operator is", "按公司登录设置了运营者身份："),
    "account.confirm": LocalizedText("confirmed the sign-in", "重新确认了身份"),
    "account.sign_out": LocalizedText("signed out", "退出了登录"),
    "account.create": LocalizedText("created the account", "创建了账号"),
    "account.deactivate": LocalizedText("deactivated the account", "停用了账号"),
    "account.reactivate": LocalizedText("reactivated the account", "重新启用了账号"),
    "account.quota_set": LocalizedText("set how many previews may be open for", "设置了可同时进行的模拟数："),
    "account.password_change": LocalizedText("changed the password", "修改了密码"),
    "account.reset_request": LocalizedText("requested a link for a new password of", "请求了重设密码的链接："),
    "account.reset_confirm": LocalizedText("chose a new password by a link", "通过链接设置了新密码"),
    "account.settings_save": LocalizedText("changed the settings of the account", "修改了账号设置"),
    "account.sessions_end": LocalizedText("signed out everywhere else", "退出了其他所有会话"),
    "account.session_end": LocalizedText("ended one session", "结束了一个会话"),
    "account.address_request": LocalizedText("requested a change of the address", "请求更换邮箱"),
    "account.address_change": LocalizedText("changed the address to", "将邮箱更换为"),
    "account.notification_choose": LocalizedText("chose which notifications to get", "选择了要接收的通知"),
    "factor.add": LocalizedText("set up an authenticator app for", "启用了身份验证器："),
    "factor.codes_renew": LocalizedText("made new recovery codes for", "生成了新的恢复码："),
    "factor.ask_everywhere": LocalizedText(
        "let every browser ask for the second factor again of", "让所有浏览器重新询问第二重验证："
    ),
    "factor.remove": LocalizedText("removed a second factor of", "移除了第二重验证："),
    "factor.passkey_add": LocalizedText("added the passkey", "添加了通行密钥"),
    "factor.passkey_rename": LocalizedText("renamed the passkey to", "将通行密钥重命名为"),
    "factor.passkey_remove": LocalizedText("removed the passkey", "移除了通行密钥"),
    "token.create": LocalizedText("created the token", "创建了令牌"),
    "token.revoke": LocalizedText("revoked the token", "吊销了令牌"),
    "signing_key.make": LocalizedText("made the signing key", "生成了签名密钥"),
    "signing_key.retire": LocalizedText("retired the signing key", "停用了签名密钥"),
    "signing_key.store": LocalizedText("stored the signing key in the database", "将签名密钥存入数据库"),
}
"""Acts outside packs."""

LABELS: Mapping[str, LocalizedText] = {
    "agent": LocalizedText("Browser", "浏览器"),
    "also_en": LocalizedText("Also in English", "英文别称"),
    "also_zh": LocalizedText("Also in Chinese", "中文别称"),
    "art": LocalizedText("Images", "图片"),
    "as_operator": LocalizedText("As operator", "以运营者身份"),
    "avoid_en": LocalizedText("Avoid in English", "英文避免使用"),
    "avoid_zh": LocalizedText("Avoid in Chinese", "中文避免使用"),
    "body": LocalizedText("Content", "内容"),
    "bulk": LocalizedText("Bulk edit", "批量修改"),
    "candidate": LocalizedText("Draft", "草稿"),
    "card": LocalizedText("Card", "卡牌"),
    "cards": LocalizedText("Cards", "卡牌"),
    "changed": LocalizedText("Changed", "改动"),
    "changes": LocalizedText("Changes", "改动"),
    "choices": LocalizedText("Versions", "版本"),
    "copy_of": LocalizedText("Copy of", "复制自"),
    "claims": LocalizedText("Claims", "声明"),
    "days": LocalizedText("Days", "天数"),
    "decks": LocalizedText("Decks", "牌组"),
    "deprecated": LocalizedText("Deprecated", "不再推荐"),
    "description": LocalizedText("Description", "描述"),
    "drafts": LocalizedText("Drafts", "草稿"),
    "dry_run": LocalizedText("Check only", "仅检查"),
    "email": LocalizedText("Email", "邮箱"),
    "provider": LocalizedText("Provider", "登录方"),
    "en": LocalizedText("English", "英文"),
    "enabled": LocalizedText("Enabled", "启用"),
    "ended": LocalizedText("Ended with it", "随之终止"),
    "engine_hash": LocalizedText("Engine", "引擎"),
    "event": LocalizedText("Event", "事件"),
    "factor": LocalizedText("Second factor", "第二重验证"),
    "factor_needed": LocalizedText("Second factor needed", "须启用第二重验证"),
    "fields": LocalizedText("Fields", "字段"),
    "from": LocalizedText("From", "来自"),
    "gates": LocalizedText("Gates", "检查"),
    "instead": LocalizedText("Use instead", "改用"),
    "issuer": LocalizedText("Issuer", "签发者"),
    "key": LocalizedText("Key", "密钥"),
    "kind": LocalizedText("Kind", "类别"),
    "language": LocalizedText("Language", "语言"),
    "left": LocalizedText("By themselves", "自行离开"),
    "left_out": LocalizedText("Left out", "已跳过"),
    "manifest_sha256": LocalizedText("Manifest", "清单"),
    "message": LocalizedText("Message", "说明"),
    "muted": LocalizedText("Muted", "已静音"),
    "name": LocalizedText("Name", "名称"),
    "new": LocalizedText("New", "新增"),
    "note": LocalizedText("Note", "备注"),
    "number": LocalizedText("Number", "编号"),
    "operator": LocalizedText("Operator", "运营者"),
    "overlap": LocalizedText("Hours of the old token", "旧令牌保留小时数"),
    "owner": LocalizedText("Answers for it", "负责人"),
    "passkey": LocalizedText("Passkey", "通行密钥"),
    "pointer": LocalizedText("Place", "位置"),
    "preset": LocalizedText("Preset", "预设"),
    "previews": LocalizedText("Previews", "模拟"),
    "publish_at": LocalizedText("Publish at", "发布时间"),
    "publisher": LocalizedText("Publisher", "发布者"),
    "reason": LocalizedText("Reason", "理由"),
    "release": LocalizedText("Release", "版本"),
    "restored": LocalizedText("Restored", "恢复"),
    "reviewers": LocalizedText("Reviewers", "审核者"),
    "revision": LocalizedText("Revision", "修订"),
    "rewritten": LocalizedText("Rewritten cards", "改写的卡牌"),
    "role": LocalizedText("Role", "角色"),
    "ruleset": LocalizedText("Game", "游戏"),
    "sample": LocalizedText("Sample", "示例"),
    "scenarios": LocalizedText("Scenarios", "场景"),
    "scopes": LocalizedText("Scopes", "权限范围"),
    "secrets": LocalizedText("Secrets", "机密"),
    "shape": LocalizedText("Columns", "列"),
    "sha256": LocalizedText("sha256", "sha256"),
    "single_keys": LocalizedText("Single keys", "单键快捷键"),
    "size": LocalizedText("Bytes", "字节"),
    "skipped": LocalizedText("Left out", "已跳过"),
    "slot": LocalizedText("Kind of block", "积木块类别"),
    "source_language": LocalizedText("Source language", "源语言"),
    "subject": LocalizedText("Subject", "主体"),
    "template": LocalizedText("Template", "模板"),
    "terms": LocalizedText("Terms", "术语"),
    "texts": LocalizedText("Texts", "文案"),
    "theme": LocalizedText("Theme", "主题"),
    "thread": LocalizedText("Thread", "讨论"),
    "to": LocalizedText("To", "改为"),
    "token": LocalizedText("Token", "令牌"),
    "unmailed": LocalizedText("Without mail", "不发邮件"),
    "url": LocalizedText("Address", "地址"),
    "value": LocalizedText("Value", "数值"),
    "values": LocalizedText("Values", "数值"),
    "verdict": LocalizedText("Verdict", "结论"),
    "version": LocalizedText("Version", "版本"),
    "visibility": LocalizedText("Visibility", "可见性"),
    "zh": LocalizedText("Chinese", "中文"),
    "zip_sha256": LocalizedText("Zip", "压缩包"),
}
BETWEEN = frozenset({"before", "override"})
"""Details that are part of a sentence or of another line, never a line of their own."""


@frozen_dataclass
class Change:
    """One line of an event's details. Shapes: before is empty where only what came of it is recorded."""

    label: str
    before: str
    after: str


@frozen_dataclass
class AuditLine:
    """An event as a sentence: `subject words target rest`. Shapes: source is the target as it is recorded; url may be empty."""

    event: AuditEvent
    subject: str
    words: str
    target: str
    source: str
    url: str
    rest: str
    changes: tuple[Change, ...]

    @property
    def has_before(self) -> bool:
        """Return whether it is recorded what something was before."""
        return any(change.before for change in self.changes)


def audit_lines_of(events: Sequence[AuditEvent]) -> list[AuditLine]:
    """Return events, of any packs or none, as sentences in the reader's language; cards are called by their names."""
    packs = {event.pack.pk: event.pack for event in events if event.pack is not None}
    return [_line(event, entry) for event, entry in zip(events, _entries(events, packs), strict=True)]


def _entries(events: Iterable[AuditEvent], packs: Mapping[int, Pack]) -> Iterator[FeedEntry]:
    """Yield what the activity of a pack says of each event; of one without a pack what it would say."""
    rows = list(events)
    in_packs = iter(entries((event for event in rows if event.pack_id is not None), packs))
    for event in rows:
        yield (
            next(in_packs)
            if event.pack_id is not None
            else FeedEntry(event.actor, "", event.target, event.target, "", event.at)
        )


def _line(event: AuditEvent, entry: FeedEntry) -> AuditLine:
    subject = (event.actor.name or event.actor.email) if event.actor else localize("The portal", "门户")
    known = OWN_WORDS.get(event.action) or WORDS.get(event.action)
    words, target, rest = (localize(*known) if known else event.action), entry.target, ""
    if event.actor is not None and target == event.actor.email and event.action.startswith("account."):
        target = ""
    if event.pack is not None and event.action.startswith("release."):
        target = target.removeprefix(f"{event.pack.slug} ")
    override = event.details.get("override")
    if event.action == "release.publish" and isinstance(override, Mapping):
        rest = past_gates(override)
    elif event.action == "member.set" and "role" in event.details:
        words, rest = _role_change(event.details)
    elif event.action == "member.remove" and event.details.get("left"):
        words, target = localize("left the pack", "离开了卡包"), ""
    return AuditLine(event, subject, words, target, entry.source, entry.url, rest, tuple(_changes(event)))


def past_gates(override: Mapping[str, Any]) -> str:
    """Return the end of the sentence about a release that was published although gates were closed, with the reason."""
    names = [gate_label(str(gate)) for gate in override.get("gates", ())]
    rest = {"gates": localize(", ", "、").join(names), "reason": str(override.get("reason", ""))}
    if len(names) == 1:
        return localize(" past the gate {gates}: {reason}", "，当时未通过的检查：{gates}。理由：{reason}", **rest)
    return localize(" past the gates {gates}: {reason}", "，当时未通过的检查：{gates}。理由：{reason}", **rest)


def _role_change(details: Mapping[str, Any]) -> tuple[str, str]:
    role, before = role_word(str(details["role"])), details.get("before")
    if before:
        return (
            localize("changed the role of", "修改了角色："),
            localize(
                " from {before:lower} to {role:lower}",
                " 由{before}改为{role}",
                before=role_word(str(before)),
                role=role,
            ),
        )
    rest = f"（{role}）" if data_language() == "zh" else f" ({role.lower()})"
    return localize("gave a role to", "授予角色："), rest


def _changes(event: AuditEvent) -> Iterator[Change]:
    """Yield the details, each beside what it was before where that is recorded."""
    details: Mapping[str, Any] = event.details
    before = details.get("before")
    if isinstance(before, Mapping):
        for key, value in before.items():
            yield Change(label_of(key), value_words(value), value_words(details.get(key)))
        return
    if "from" in details and "to" in details:
        yield Change(localize(*LABELS["name"]), value_words(details["from"]), value_words(details["to"]))
    elif before is not None:
        key = "role" if event.action != "member.hand_over" else "email"
        yield Change(label_of(key), _role_or_value(before), _role_or_value(details.get("role", "")))
    for key, value in details.items():
        is_shown = (
            key in BETWEEN or (key in {"from", "to"} and "to" in details) or (key == "role" and before is not None)
        )
        if not is_shown and value not in (None, "", [], {}):
            yield Change(label_of(key), "", _role_or_value(value) if key == "role" else value_words(value))


def role_word(role: str) -> str:
    """Return the name of a role."""
    return str(dict(ROLES).get(role, role))


def _role_or_value(value: Any) -> str:
    return role_word(value) if isinstance(value, str) and value else value_words(value)


def label_of(key: str) -> str:
    """Return what a detail is called; its key where it has no words."""
    return localize(*LABELS[key]) if key in LABELS else key


def value_words(value: Any) -> str:
    """Return a recorded value for people: texts in their language, hashes by their ends, long lists by their beginning."""
    if isinstance(value, bool):
        return localize("yes", "是") if value else localize("no", "否")
    if value is None:
        return ""
    if isinstance(value, Mapping):
        if value and set(value) <= {"en", "zh"}:
            return pick(value, data_language())[0]
        return _listed(f"{label_of(str(key))}{localize(': ', '：')}{value_words(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return _listed(value_words(each) for each in value)
    text = str(value)
    return f"{text[:4]}…{text[-4:]}" if len(text) == DIGEST and text.isalnum() else text


def _listed(words: Iterable[str]) -> str:
    rows = iter(words)
    first = [word for word in islice(rows, LIST_LIMIT) if word]
    return localize(", ", "、").join([*first, *(["…"] if next(rows, None) is not None else [])])
