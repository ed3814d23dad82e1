"""Forms of the programs of a pack."""

from django import forms

from cards.localization import localize_lazy
from cards.web.forms import PortalForm, TokenForm
from cards.web.line_field import LineField

SERVICE_SCOPES = ("read", "write", "preview")
REVIEW = ("review", localize_lazy("review: request reviews, comment", "review：发起审核、评论"))


class _ProgramForm(PortalForm):
    """What every program is called."""

    handle = LineField(
        label=localize_lazy("Handle", "标识"),
        max_length=32,
        help_text=localize_lazy(
            "Its name in the audit: a to z, 0 to 9 and hyphens. It never changes.",
            "审计中的名字：小写字母 a–z、数字和连字符。设定后不能修改。",
        ),
        widget=forms.TextInput({"class": "in mono", "autocapitalize": "off", "spellcheck": "false"}),
    )
    name = LineField(
        label=localize_lazy("What it is for", "用途"),
        max_length=80,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class ServiceForm(_ProgramForm):
    """A new service account and its first token."""

    scopes = forms.MultipleChoiceField(label=localize_lazy("Scopes", "权限范围"), widget=forms.CheckboxSelectMultiple())
    days = forms.ChoiceField(label=localize_lazy("Token expires in", "令牌有效期"))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        usual = TokenForm.base_fields
        scopes, days = self.fields["scopes"], self.fields["days"]
        assert isinstance(scopes, forms.ChoiceField)  # noqa: S101  for the type checker
        assert isinstance(days, forms.ChoiceField)  # noqa: S101  for the type checker
        usual_scopes = usual["scopes"].choices  # type: ignore[attr-defined]  # a choice field
        scopes.choices = [each for each in usual_scopes if each[0] in SERVICE_SCOPES] + [REVIEW]
        days.choices = usual["days"].choices  # type: ignore[attr-defined]  # a choice field


class TrustForm(_ProgramForm):
    """A job elsewhere that may publish."""

    issuer = LineField(
        label=localize_lazy("Issuer", "签发者"),
        max_length=300,
        help_text=localize_lazy(
            "The address of the system that runs the job, which its tokens name as “iss”.",
            "运行该任务的系统的地址，与其令牌中的“iss”一致。",
        ),
        widget=forms.URLInput({"autocomplete": "off", "placeholder": "https://token.actions.githubusercontent.com"}),
    )
    subject = LineField(
        label=localize_lazy("Subject", "主体"),
        max_length=300,
        help_text=localize_lazy(
            "The “sub” of its tokens, compared letter by letter; * at the end stands for any rest.",
            "其令牌中的“sub”，逐字比较；末尾的 * 代表任意剩余部分。",
        ),
        widget=forms.TextInput({"class": "in mono", "placeholder": "repo:studio/cards:environment:release"}),
    )
    claims = forms.CharField(
        label=localize_lazy("Other claims", "其他声明"),
        max_length=2000,
        required=False,
        help_text=localize_lazy(
            "One in each line, as repository_id=12345; the token must have all of them.",
            "每行一项，如 repository_id=12345；令牌须全部具备。",
        ),
        widget=forms.Textarea({"class": "in mono", "rows": 2, "spellcheck": "false"}),
    )

    def claims_by_name(self) -> dict[str, str]:
        """Return the claims as they were typed; a line without `=` is a name without a value, which the service refuses."""
        lines = [line.partition("=") for line in self.cleaned_data["claims"].splitlines() if line.strip()]
        return {name.strip(): value.strip() for name, _, value in lines}
