"""Forms of the pages: fields and words; what is right and wrong the services say."""

from collections.abc import Mapping
from typing import Any

from django import forms

from cards.errors import Refusal
from cards.localization import data_language, localize_lazy
from cards.models import Language, Theme, Visibility
from cards.web.line_field import EmailField, LineField

NOT_FIELDS = frozenset({403, 404})


def refusal_line(refusal: Refusal) -> str:
    """Return the message of a refusal: its own detail, or its title and what to do about it.

    Errors: what the account may not do or know is no message of a page, and goes on to its own page.
    """
    if refusal.status in NOT_FIELDS:
        raise refusal
    language = data_language()
    if refusal.detail != refusal.general:
        return refusal.detail[language]
    return f"{refusal.title[language]}{'。' if language == 'zh' else '. '}{refusal.general[language]}"


def refusal_details(refusal: Refusal) -> str:
    """Return the messages of a refusal's fields, or of the whole, in one line; errors as of `refusal_line`."""
    line = refusal_line(refusal)
    return " ".join(error["detail"][data_language()] for error in refusal.errors) or line


class PortalForm(forms.Form):
    """A form whose fields look and speak like the portal's, and that shows a refusal at its fields."""

    pointers: Mapping[str, str] = {}
    """JSON Pointers of a service's errors that are not simply the field's name with slashes for underscores."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if not isinstance(field.widget, forms.CheckboxInput | forms.RadioSelect | forms.CheckboxSelectMultiple):
                field.widget.attrs.setdefault("class", "in")
            field.error_messages["required"] = localize_lazy("This field is required.", "此项必填。")

    def refuse(self, refusal: Refusal, field: str | None = None) -> None:
        """Show a refusal: each error at the field that its pointer names, the rest above the form.

        Errors: what the account may not do or know is no error of a field, and goes on to its own page.
        """
        line = refusal_line(refusal)
        if not refusal.errors:
            self.add_error(field, line)
        for error in refusal.errors:
            self.add_error(self._field_of(str(error["pointer"])), error["detail"][data_language()])

    def _field_of(self, pointer: str) -> str | None:
        name = self.pointers.get(pointer) or pointer.strip("/").replace("/", "_")
        return name if name in self.fields else None


class SignInForm(PortalForm):
    """Email and password."""

    email = EmailField(
        label=localize_lazy("Email", "邮箱"), widget=forms.EmailInput({"class": "in in--l", "autocomplete": "username"})
    )
    password = forms.CharField(
        label=localize_lazy("Password", "密码"),
        strip=False,
        widget=forms.PasswordInput({"class": "in in--l", "autocomplete": "current-password"}),
    )
    keep = forms.BooleanField(
        label=localize_lazy("Keep me signed in on this device", "在此设备上保持登录"), required=False
    )


class ResetRequestForm(PortalForm):
    """The email whose password was forgotten."""

    email = EmailField(label=localize_lazy("Email", "邮箱"), widget=forms.EmailInput({"autocomplete": "username"}))


class AddressForm(PortalForm):
    """A new address to sign in with, and the password."""

    email = EmailField(label=localize_lazy("New address", "新邮箱"), widget=forms.EmailInput({"autocomplete": "email"}))
    password = forms.CharField(
        label=localize_lazy("Current password", "当前密码"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )


class NewPasswordForm(PortalForm):
    """A new password, with a link that allows it."""

    password = forms.CharField(
        label=localize_lazy("New password", "新密码"),
        strip=False,
        help_text=localize_lazy("At least ten characters, none of the common ones.", "至少十个字符，不要用常见密码。"),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


class InvitationForm(NewPasswordForm):
    """The name and password of an account that an invitation makes."""

    name = LineField(
        label=localize_lazy("Name", "名称"),
        max_length=120,
        required=False,
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    field_order = ("name", "password")


ROLES = [
    ("viewer", localize_lazy("Viewer", "读者")),
    ("designer", localize_lazy("Designer", "设计者")),
    ("reviewer", localize_lazy("Reviewer", "审核者")),
    ("publisher", localize_lazy("Publisher", "发布者")),
    ("admin", localize_lazy("Admin", "管理员")),
]


class InviteForm(PortalForm):
    """Whom to invite to a pack, as what, and for how long the link works."""

    email = EmailField(
        label=localize_lazy("Email", "邮箱"), max_length=254, widget=forms.EmailInput({"autocomplete": "off"})
    )
    role = forms.ChoiceField(label=localize_lazy("Role", "角色"), choices=ROLES)
    days = forms.ChoiceField(
        label=localize_lazy("The link works for", "链接有效期"),
        choices=[
            ("1", localize_lazy("1 day", "1 天")),
            ("7", localize_lazy("7 days", "7 天")),
            ("30", localize_lazy("30 days", "30 天")),
        ],
    )


class EmailForm(PortalForm):
    """Whom to invite to the portal."""

    email = EmailField(
        label=localize_lazy("Email", "邮箱"), max_length=254, widget=forms.EmailInput({"autocomplete": "off"})
    )


class AuditForm(PortalForm):
    """Filters of the audit."""

    who = LineField(label=localize_lazy("Who", "操作人"), max_length=254, required=False)
    kind = LineField(
        label=localize_lazy("What", "内容"),
        max_length=64,
        required=False,
        widget=forms.TextInput({"placeholder": "card, member.set"}),
    )
    since = forms.DateField(
        label=localize_lazy("From date", "起始日期"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=localize_lazy("To date", "截止日期"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )


class TokenForm(PortalForm):
    """A new API token: what it is for, what it may do, and when it ends."""

    name = LineField(
        label=localize_lazy("What it is for", "用途"), max_length=80, widget=forms.TextInput({"autocomplete": "off"})
    )
    scopes = forms.MultipleChoiceField(
        label=localize_lazy("Scopes", "权限范围"),
        choices=[
            ("read", localize_lazy("read: packs, cards, releases and their files", "read：卡包、卡牌、发布及其文件")),
            (
                "write",
                localize_lazy(
                    "write: cards, drafts, versions, scenarios, decks, glossary, imports",
                    "write：卡牌、草稿、版本、场景、牌组、术语表、导入",
                ),
            ),
            ("preview", localize_lazy("preview: start and cancel previews", "preview：开始和取消模拟")),
            ("review", localize_lazy("review: request reviews, comment, decide", "review：发起审核、评论、作出决定")),
            ("release", localize_lazy("release: plan, publish and yank releases", "release：计划、发布和下架版本")),
            (
                "admin",
                localize_lazy(
                    "admin: settings, members, webhooks and the audit of a pack",
                    "admin：卡包的设置、成员、webhook 与审计",
                ),
            ),
        ],
        widget=forms.CheckboxSelectMultiple(),
    )
    days = forms.ChoiceField(
        label=localize_lazy("Expires in", "多久后过期"),
        choices=[
            ("7", localize_lazy("7 days", "7 天")),
            ("30", localize_lazy("30 days", "30 天")),
            ("90", localize_lazy("90 days", "90 天")),
            ("365", localize_lazy("1 year", "1 年")),
        ],
    )


class WebhookForm(PortalForm):
    """Where a new webhook sends to."""

    url = LineField(
        label=localize_lazy("Address", "地址"),
        max_length=500,
        help_text=localize_lazy(
            "It begins with https:// and belongs to a public host.", "以 https:// 开头，且属于公网主机。"
        ),
        widget=forms.URLInput({"autocomplete": "off", "placeholder": "https://example.org/hooks/cards"}),
    )


class ProfileForm(PortalForm):
    """How an account is called and shown its pages."""

    name = LineField(
        label=localize_lazy("Name", "名称"),
        max_length=120,
        required=False,
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    language = forms.ChoiceField(label=localize_lazy("Language", "语言"), choices=Language.choices)
    theme = forms.ChoiceField(
        label=localize_lazy("Theme", "主题"),
        choices=[
            (Theme.SYSTEM.value, localize_lazy("Match device", "跟随设备")),
            (Theme.LIGHT.value, localize_lazy("Light", "浅色")),
            (Theme.DARK.value, localize_lazy("Dark", "深色")),
        ],
    )
    single_keys = forms.BooleanField(
        label=localize_lazy("Single-key shortcuts (/ and ?)", "单键快捷键（/ 和 ?）"), required=False
    )


class PasswordForm(PortalForm):
    """The current password and the new one."""

    current = forms.CharField(
        label=localize_lazy("Current password", "当前密码"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label=localize_lazy("New password", "新密码"),
        strip=False,
        help_text=localize_lazy("At least ten characters, none of the common ones.", "至少十个字符，不要用常见密码。"),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


LANGUAGE_CHOICES = [("en", "English"), ("zh", "简体中文")]


class PackSettingsForm(PortalForm):
    """What a pack says of itself and who may read its releases."""

    name_en = LineField(
        label=localize_lazy("Name, English", "名称（英文）"),
        max_length=120,
        required=False,
        widget=forms.TextInput({"lang": "en"}),
    )
    name_zh = LineField(
        label=localize_lazy("Name, Chinese", "名称（中文）"),
        max_length=120,
        required=False,
        widget=forms.TextInput({"lang": "zh-Hans"}),
    )
    description_en = forms.CharField(
        label=localize_lazy("Description, English", "说明（英文）"),
        required=False,
        widget=forms.Textarea({"rows": 3, "lang": "en"}),
    )
    description_zh = forms.CharField(
        label=localize_lazy("Description, Chinese", "说明（中文）"),
        required=False,
        widget=forms.Textarea({"rows": 3, "lang": "zh-Hans"}),
    )
    source_language = forms.ChoiceField(
        label=localize_lazy("Source language", "源语言"),
        choices=LANGUAGE_CHOICES,
        help_text=localize_lazy("The language in which the cards' own JSON is written.", "卡牌 JSON 本身所用的语言。"),
    )
    visibility = forms.ChoiceField(
        label=localize_lazy("Who may read releases", "谁可以读取已发布的版本"),
        choices=[
            (Visibility.PRIVATE.value, localize_lazy("Members of the pack", "卡包成员")),
            (Visibility.PUBLIC.value, localize_lazy("Anyone", "任何人")),
        ],
        help_text=localize_lazy(
            "Only members can see drafts, previews and reviews, whatever you choose here.",
            "无论此处如何设置，草稿、模拟和审核只对成员开放。",
        ),
    )

    def _field_of(self, pointer: str) -> str | None:
        if pointer == "/name":
            return "name_zh" if self.data.get("source_language") == "zh" else "name_en"
        return super()._field_of(pointer)


class PackEditForm(PackSettingsForm):
    """What else may be set once there is a pack."""

    approvals_needed = forms.IntegerField(
        label=localize_lazy("Approvals that a version needs", "版本所需的批准数"),
        min_value=0,
        max_value=9,
        required=False,
        help_text=localize_lazy(
            "People cannot approve a version that they worked on. 0: versions need no review.",
            "参与编写的人不能批准该版本。0 表示版本无需审核。",
        ),
    )
    guards_needed = forms.BooleanField(
        label=localize_lazy("Unguarded blocks prevent a release", "没有场景守护的积木块会阻止发布"),
        required=False,
        help_text=localize_lazy(
            "For cards that are new or play differently: a block is guarded if some scenario fails without it.",
            "针对新卡牌和玩法有变的卡牌：去掉某个积木块后若有场景失败，该积木块即受守护。",
        ),
    )
    release_tokens = forms.BooleanField(
        label=localize_lazy("Personal tokens may publish", "个人令牌可以发布"),
        required=False,
        help_text=localize_lazy(
            "If not, only people who are signed in and trusted jobs publish, yank and reinstate releases.",
            "关闭后，只有已登录的成员和受信任的任务可以发布、下架和重新上架版本。",
        ),
    )
    factor_needed = forms.BooleanField(
        label=localize_lazy("Publishers and admins need a second factor", "发布者和管理员须启用第二重验证"),
        required=False,
    )
    guests_play = forms.BooleanField(
        label=localize_lazy("Matches by link work without an account", "对局链接无需账号即可使用"),
        required=False,
        help_text=localize_lazy(
            "A link gives one seat of one match, until it ends. Anyone who has the link sees the cards that this seat sees.",
            "链接只给出一场对局的一个座位，对局结束即失效。持有者能看到该座位可见的卡牌。",
        ),
    )


class PackForm(PackSettingsForm):
    """A new pack."""

    slug = LineField(
        label=localize_lazy("Slug", "短名（slug）"),
        max_length=63,
        required=False,
        help_text=localize_lazy(
            "The pack's name in links and file names: 2 to 63 characters, a to z, 0 to 9 and "
            "hyphens. It never changes. Left empty, it follows the name.",
            "卡包在链接和文件名中的名字：2 到 63 个字符，可用 a–z、0–9 和连字符。设定后不能修改。留空则由名称生成。",
        ),
        widget=forms.TextInput({"class": "in mono", "autocapitalize": "off", "spellcheck": "false"}),
    )
    ruleset = forms.ChoiceField(label=localize_lazy("Ruleset", "规则集"))
    field_order = ("name_en", "name_zh", "slug", "ruleset")

    def __init__(self, *args: Any, rulesets: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choices("ruleset", rulesets)

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  for the type checker
        field.choices = choices


class CardForm(PortalForm):
    """A new card: its id and what its text begins as."""

    pointers = {"/id": "card_id", "/written_id": "card_id"}

    name = LineField(
        label=localize_lazy("Name", "名称"),
        max_length=120,
        required=False,
        widget=forms.TextInput({"class": "in", "autocomplete": "off", "autofocus": True}),
    )
    kind = LineField(label=localize_lazy("Kind of card", "卡牌种类"), required=False)
    card_id = LineField(
        label=localize_lazy("Id", "标识"),
        max_length=128,
        required=False,
        help_text=localize_lazy("Letters, digits, dot, hyphen and underscore.", "字母、数字、点、连字符和下划线。"),
        widget=forms.TextInput({"class": "in mono", "autocapitalize": "off", "spellcheck": "false"}),
    )
    template = LineField(label=localize_lazy("Start from", "从何开始"), required=False)
    source = LineField(label=localize_lazy("Pack", "卡包"), required=False)
    copy_of = LineField(label=localize_lazy("Card to copy", "要复制的卡牌"), required=False)
    text = forms.CharField(
        label=localize_lazy("Card JSON", "卡牌 JSON"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            {"class": "in mono", "rows": 8, "spellcheck": "false", "autocapitalize": "off", "wrap": "off", "lang": ""}
        ),
    )
    file = forms.FileField(
        label=localize_lazy("Or a file", "或选择文件"),
        required=False,
        widget=forms.FileInput({"accept": ".json,.jsonc,application/json"}),
    )


class ReleaseForm(PortalForm):
    """The number of the next release and what it says of itself."""

    version = LineField(label=localize_lazy("Version", "版本"), max_length=64)
    changelog_en = forms.CharField(label=localize_lazy("Changelog, English", "更新日志（英文）"), required=False)
    changelog_zh = forms.CharField(label=localize_lazy("Changelog, Chinese", "更新日志（中文）"), required=False)
    publish_at = forms.DateTimeField(
        label=localize_lazy("Publish at (UTC)", "发布时间（UTC）"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
    )
    override = forms.CharField(
        label=localize_lazy("Reason for publishing despite failed checks", "检查未通过仍要发布的原因"), required=False
    )
