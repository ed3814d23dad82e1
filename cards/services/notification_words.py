"""What notifications say in both languages, and where they lead."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from cards.models import Notification, NotificationKind
from cards.models.fields import LANGUAGES
from cards.single_line import one_line

KIND_TITLES: Mapping[str, tuple[str, str]] = {
    NotificationKind.REVIEW_ASKED: ("I am asked to review", "有人请我审核"),
    NotificationKind.REVIEW_DECIDED: ("My review was decided", "我的审核有了结果"),
    NotificationKind.COMMENTED: ("Someone commented on my review", "有人评论了我的审核"),
    NotificationKind.MENTIONED: ("Someone mentioned me", "有人提到了我"),
    NotificationKind.PREVIEW_DONE: ("My preview has finished", "我的模拟已完成"),
    NotificationKind.RELEASED: ("A release was published", "有新的发布"),
    NotificationKind.YANKED: ("A release was yanked", "有发布被下架"),
    NotificationKind.PUBLISH_FAILED: ("A planned release was not published", "计划的发布未能进行"),
    NotificationKind.JOB_DONE: ("My job has ended", "我的任务已结束"),
}
"""The kinds as their switches name them: English, Chinese."""

SENTENCES: Mapping[str, tuple[str, str]] = {
    NotificationKind.REVIEW_ASKED: ("{by} asks you to review {card}.", "{by} 请你审核 {card}。"),
    NotificationKind.COMMENTED: ("{by} commented on {card}: {text}", "{by} 评论了 {card}：{text}"),
    NotificationKind.MENTIONED: ("{by} mentioned you on {card}: {text}", "{by} 在 {card} 中提到了你：{text}"),
    NotificationKind.PREVIEW_DONE: (
        "Preview {preview} of {card} has finished.",
        "{card} 的模拟 {preview} 已完成。",
    ),
    NotificationKind.RELEASED: ("{by} published {release}.", "{by} 发布了 {release}。"),
    NotificationKind.YANKED: ("{by} yanked {release}: {text}", "{by} 下架了 {release}：{text}"),
    NotificationKind.PUBLISH_FAILED: ("{release} was not published: {text}", "{release} 未能发布：{text}"),
    NotificationKind.JOB_DONE: (
        "Job {job} ({text}) has ended: see its result.",
        "任务 {job}（{text}）已结束：查看结果。",
    ),
}
SENTENCES_OF_DECISIONS: Mapping[str, tuple[str, str]] = {
    "approve": ("{by} approved {card}.", "{by} 批准了 {card}。"),
    "request_changes": ("{by} requested changes to {card}.", "{by} 要求修改 {card}。"),
}


def notification_sentence(row: Notification, language: str) -> str:
    """Return what a notification says in `en` or `zh`."""
    about = row.about
    sentence = SENTENCES_OF_DECISIONS.get(about.get("verdict", "")) or SENTENCES[row.kind]
    by = (row.by.name or row.by.email) if row.by else "Cardloom"
    text = about.get(f"text_{language}") or about.get("text", "")
    called = {"card": about.get(f"card_{language}") or about.get("card", "")}
    params = {name: one_line(str({**about, **called}.get(name, ""))) for name in ("card", "preview", "release", "job")}
    return sentence[LANGUAGES.index(language)].format(by=one_line(by), text=text, **params)


def notification_path(row: Notification) -> str:
    """Return the address, without the host, of what a notification is about."""
    about: Mapping[str, Any] = row.about
    pack = row.pack.slug
    if review := about.get("review"):
        thread = f"#t{about['thread']}" if about.get("thread") else ""
        return reverse("cards:review-detail", args=[pack, review]) + thread
    if match := about.get("match"):
        query = f"?step={about['step']}#t{about['thread']}"
        return reverse("cards:match-detail", args=[pack, match]) + query
    if preview := about.get("preview"):
        return reverse("cards:preview-detail", args=[pack, preview])
    if job := about.get("job"):
        return reverse("cards:job-detail", args=[pack, job])
    if row.kind == NotificationKind.PUBLISH_FAILED:
        return reverse("cards:release-new", args=[pack])
    if "release" not in about:
        return reverse("cards:card-detail", args=[pack, about["card"]])
    return reverse("cards:release-detail", args=[pack, about["release"]])
