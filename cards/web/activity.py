"""The activity feed of a pack."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse

from cards.gateway import rulesets
from cards.localization import LocalizedText, data_language, localize
from cards.models import AuditEvent, Card, Pack
from cards.queries.home import last_events, news
from cards.queries.names import draft_name
from cards.values import frozen_dataclass

FEED_LENGTH = 8  # events beside the list of cards
OF_A_CARD = frozenset({"card", "draft", "version", "scenario", "art", "review", "thread"})
"""Acts whose target begins with the id of a card."""

WORDS: Mapping[str, LocalizedText] = {
    "pack.create": LocalizedText("created the pack", "创建了卡包"),
    "pack.edit": LocalizedText("changed the settings of", "修改了设置"),
    "import.mapping": LocalizedText("mapped the columns of files for", "设定了导入文件的列与字段的对应："),
    "import.forget": LocalizedText("removed a mapping of columns of", "删除了一份列与字段的对应："),
    "pack.import": LocalizedText("imported cards into", "导入卡牌到"),
    "card.create": LocalizedText("created the card", "新建了卡牌"),
    "card.trash": LocalizedText("trashed the card", "移入回收站"),
    "card.rename": LocalizedText("renamed a card to", "将卡牌重命名为"),
    "card.retire": LocalizedText("retired the card", "停用了卡牌"),
    "card.unretire": LocalizedText("reinstated the retired card", "恢复使用了卡牌"),
    "card.deprecate": LocalizedText("deprecated the card", "不再推荐卡牌"),
    "card.undeprecate": LocalizedText("removed the deprecation of", "恢复推荐："),
    "card.purge": LocalizedText("permanently deleted", "彻底删除了"),
    "trash.empty": LocalizedText("emptied the trash of", "清空了回收站："),
    "card.untrash": LocalizedText("restored the trashed card", "移出回收站"),
    "draft.restore": LocalizedText("restored the draft to", "恢复到"),
    "bulk.write": LocalizedText("changed many cards of", "批量修改了卡牌，卡包："),
    "bulk.undo": LocalizedText("undid a bulk edit of", "撤销了批量修改，卡包："),
    "version.create": LocalizedText("saved the version", "存下了版本"),
    "scenario.create": LocalizedText("added a scenario to", "添加了场景到"),
    "scenario.remove": LocalizedText("removed the scenario", "删除了场景"),
    "scenario.restore": LocalizedText("restored the scenario", "恢复了场景"),
    "texts.import": LocalizedText("imported texts into", "导入了文案到"),
    "glossary.add": LocalizedText("added the term", "添加了术语"),
    "glossary.edit": LocalizedText("changed the term", "修改了术语"),
    "glossary.remove": LocalizedText("removed the term", "删除了术语"),
    "glossary.seed": LocalizedText("added the game’s terms to the glossary of", "将游戏术语加入术语表："),
    "deck.create": LocalizedText("created the deck", "创建了牌组"),
    "deck.trash": LocalizedText("trashed the deck", "把牌组移到回收站："),
    "deck.untrash": LocalizedText("restored the trashed deck", "从回收站恢复了牌组"),
    "deck.restore": LocalizedText("restored the deck to", "把牌组恢复到"),
    "deck.references_set": LocalizedText("chose the reference decks of", "选择了参考牌组："),
    "preview.start": LocalizedText("started the preview", "开始了模拟"),
    "preview.cancel": LocalizedText("cancelled the preview", "取消了模拟"),
    "sweep.start": LocalizedText("started the sweep", "开始了数值扫描"),
    "sweep.cancel": LocalizedText("cancelled the sweep", "取消了数值扫描"),
    "job.queue": LocalizedText("queued the job", "提交了任务"),
    "job.cancel": LocalizedText("cancelled the job", "取消了任务"),
    "tune.take": LocalizedText("wrote into the draft a change of the search", "将搜索得到的改动写入了草稿："),
    "sweep.accept": LocalizedText("wrote into the draft the value of the sweep", "将扫描得到的值写入了草稿："),
    "health.start": LocalizedText("started previews of the pack", "为整个卡包开始了模拟"),
    "health.cancel": LocalizedText("cancelled the previews of the pack", "取消了整个卡包的模拟"),
    "release.plan_save": LocalizedText("changed the plan of the release", "修改了发布计划"),
    "release.publish": LocalizedText("published", "发布了"),
    "member.set": LocalizedText("gave a role to", "授予角色"),
    "member.remove": LocalizedText("removed", "移除"),
    "invitation.create": LocalizedText("invited", "邀请了"),
    "pack.archive": LocalizedText("archived the pack", "归档了卡包"),
    "pack.unarchive": LocalizedText("restored from the archive", "取消归档"),
    "match.start": LocalizedText("began the match", "开始了对局"),
    "match.invite": LocalizedText("made a link to a seat of the match", "生成了座位链接，对局"),
    "match.join": LocalizedText("took a seat of the match", "加入了对局"),
    "match.revoke": LocalizedText("revoked the link to a seat of the match", "撤销了座位链接，对局"),
    "match.remove": LocalizedText("removed the match", "删除了对局"),
    "preview.keep": LocalizedText("keeps the preview", "长期保留模拟"),
    "preview.let_go": LocalizedText("no longer keeps the preview", "不再长期保留模拟"),
    "release.yank": LocalizedText("yanked the release", "下架了版本"),
    "release.unyank": LocalizedText("reinstated the release", "重新上架了版本"),
    "invitation.accept": LocalizedText("accepted the invitation of", "接受了邀请"),
    "art.set": LocalizedText("set the image of", "设置了图片"),
    "art.remove": LocalizedText("removed the image of", "移除了图片"),
    "review.request": LocalizedText("requested a review of", "发起审核"),
    "review.ask": LocalizedText("invited a reviewer for", "邀请审核者："),
    "review.decide": LocalizedText("decided the review of", "审核了"),
    "review.withdraw": LocalizedText("withdrew the review of", "撤回了审核"),
    "thread.open": LocalizedText("commented on", "评论了"),
    "thread.comment": LocalizedText("answered a comment on", "回复了评论"),
    "thread.resolve": LocalizedText("resolved a comment on", "解决了评论"),
    "thread.reopen": LocalizedText("reopened a comment on", "重新打开了评论"),
    "release.schedule_failed": LocalizedText("could not publish because a check failed:", "因检查未通过而未能发布"),
    "member.hand_over": LocalizedText("handed the pack over to", "将卡包移交给"),
    "invitation.revoke": LocalizedText("cancelled the invitation of", "取消了邀请"),
    "snippet.add": LocalizedText("added the snippet", "添加了片段"),
    "snippet.rename": LocalizedText("renamed the snippet", "重命名了片段"),
    "snippet.remove": LocalizedText("removed the snippet", "移除了片段"),
    "program.create": LocalizedText("made the service account", "创建了服务账号"),
    "program.trust": LocalizedText("trusted to publish the job", "信任了用于发布的任务"),
    "program.exchange": LocalizedText("got a token to publish as", "取得了发布令牌，身份为"),
    "program.token_renew": LocalizedText("renewed the token of", "更换了令牌："),
    "program.take_over": LocalizedText("answers from now on for", "开始负责"),
    "program.remove": LocalizedText("removed the program", "移除了程序"),
    "webhook.create": LocalizedText("created the webhook", "创建了 webhook"),
    "webhook.edit": LocalizedText("changed the webhook", "修改了 webhook"),
    "webhook.redeliver": LocalizedText("delivered again to the webhook", "再次投递到 webhook"),
    "webhook.remove": LocalizedText("removed the webhook", "移除了 webhook"),
    "secrets.reseal": LocalizedText("sealed all secrets under the new key", "已用新密钥重新加密全部机密"),
    "webhook.secret_renew": LocalizedText("renewed the secret of the webhook", "更换了密钥的 webhook"),
}


@frozen_dataclass
class FeedEntry:
    """One line of the feed. Shapes: `source` is the target as the audit has it, with ids where `target` has names."""

    actor: Any
    what: str
    target: str
    source: str
    url: str
    at: datetime


def recent(pack: Pack) -> list[FeedEntry]:
    """Return the newest events of a pack that are news: who may do what is left to its audit."""
    events = news(AuditEvent.objects.filter(pack=pack)).select_related("actor").order_by("-id")[:FEED_LENGTH]
    return entries(events, {pack.pk: pack})


def entries_by_pack(packs: Sequence[Pack]) -> dict[int, FeedEntry]:
    """Return the newest news of each pack that has any, by the pack's key."""
    events = last_events(packs)
    lines = entries(events.values(), {pack.pk: pack for pack in packs})
    return dict(zip(events, lines, strict=True))


def entries(events: Iterable[AuditEvent], packs: Mapping[int, Pack]) -> list[FeedEntry]:
    """Return the lines of events in the activity of their packs, by the packs' keys; cards are called by their names."""
    rows = list(events)
    ids = {_card_id(event) for event in rows} - {""}
    readable = [key for key, pack in packs.items() if rulesets.has_ruleset(pack.ruleset)]
    cards = Card.objects.filter(pack__in=readable, written_id__in=ids).select_related("draft") if ids else ()
    names = {(card.pack_id, card.written_id): draft_name(packs[card.pack_id], card) for card in cards}
    return [_entry(event, packs[event.pack_id or 0], names) for event in rows]


def _entry(event: AuditEvent, pack: Pack, names: Mapping[tuple[int, str], Mapping[str, str]]) -> FeedEntry:
    words = localize(*WORDS[event.action]) if event.action in WORDS else event.action
    source = event.target.removeprefix(f"{event.action.split('.')[0]} ")
    card_id = _card_id(event)
    name = names.get((pack.pk, card_id), {}).get(data_language(), "")
    target = name + source.removeprefix(card_id) if name else source
    return FeedEntry(event.actor, words, target, source, _url(event, pack), event.at)


def _card_id(event: AuditEvent) -> str:
    """Return the id of the card with which the target of an event begins; empty where it is about something else."""
    return event.target.split(" ", 1)[0] if event.action.split(".")[0] in OF_A_CARD else ""


def _url(event: AuditEvent, pack: Pack) -> str:
    """Return the address of an event's subject, empty where it has no page."""
    noun = event.action.split(".")[0]
    if noun == "bulk":
        return reverse("cards:bulk-history", args=[pack])
    words = event.target.split()
    if noun in {"review", "thread"} and words and words[-1].startswith("#"):
        return reverse("cards:review-detail", args=[pack, int(words[-1].removeprefix("#"))])
    if noun in OF_A_CARD and words:
        return reverse("cards:card-detail", args=[pack, words[0]])
    if noun == "release" and event.action == "release.publish" and words:
        return reverse("cards:release-detail", args=[pack, words[-1]])
    if noun in {"preview", "job", "match"} and event.action != "match.remove" and words and words[-1].isdigit():
        return reverse(f"cards:{noun}-detail", args=[pack, int(words[-1])])
    return ""
