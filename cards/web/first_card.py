"""The first card of a game in five steps: what each of them asks, where it is done, and whether it is behind."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from cards.drawing.faces import Face, draw
from cards.errors import NotFound
from cards.gateway import faces, rulesets
from cards.localization import data_language, localize
from cards.models import Account
from cards.queries.first_card import (
    CREATED,
    PREVIEWED,
    SENT,
    STEPS,
    TESTED,
    VALID,
    FirstCardProgress,
    first_card_progress,
)
from cards.values import frozen_dataclass


@frozen_dataclass
class Step:
    """One step: what to do, the address where it is done with what its button says, and whether it is behind or the next one.

    Shapes: without an address while the step before it is to be done.
    """

    id: str
    title: str
    text: str
    action: str
    url: str
    is_behind: bool
    is_next: bool


@frozen_dataclass
class FirstCardPage:
    """The steps of a game with what their pictures show: the card as it begins and as it ends, the phrase between them.

    Shapes: `example` is what the preview of the game's sample pack found, as `{"mean_pp", "interval_pp", "n"}`, empty where there is none;
            `without_pack` says that the account has no pack of the game to make a card in.
    """

    ruleset: str
    game: str
    opening: Face
    finished: Face
    phrase: str
    example: Mapping[str, Any]
    steps: tuple[Step, ...]
    count: int
    without_pack: bool


def first_cards() -> list[tuple[str, str, Face]]:
    """Return the games that declare a first card: name, title, and the face of the card."""
    games = [(info, rulesets.first_card(info.name)) for info in rulesets.rulesets()]
    language = data_language()
    return [
        (info.name, getattr(info.title, language), _face(info.name, first.finished, first.name))
        for info, first in games
        if first is not None
    ]


def first_card_page(ruleset: str, account: Account | None) -> FirstCardPage:
    """Return the page of a game's first card as an account sees it, or as who is not signed in sees it.

    Errors: NotFound for a game that declares none, or that there is not.
    """
    info = rulesets.ruleset_info(ruleset)
    first = rulesets.first_card(ruleset) if info else None
    if info is None or first is None:
        raise NotFound
    progress = FirstCardProgress() if account is None else first_card_progress(account=account, ruleset=ruleset)
    language = data_language()
    following = next((step for step in STEPS if step not in progress.steps), "") if account is not None else ""
    words = _words(first, language)
    urls = _addresses(first, language, progress)
    change = rulesets.sample_change(ruleset)
    steps = tuple(
        Step(step, *words[step], urls.get(step, ""), step in progress.steps, step == following) for step in STEPS
    )
    return FirstCardPage(
        ruleset,
        getattr(info.title, language),
        _face(ruleset, first.opening, first.name),
        _face(ruleset, first.finished, first.name),
        getattr(first.phrase, language),
        change.preview.result["estimate"] if change and change.preview else {},
        steps,
        len(progress.steps),
        account is not None and progress.pack is None,
    )


def _face(ruleset: str, document: Any, name: Any) -> Face:
    """Return a face in the language of the page, whose text is the generated one."""
    shown = faces.face(ruleset, document, {"zh": {"name": name.zh}})
    return draw(shown, data_language())


def _addresses(first: rulesets.FirstCard, language: str, progress: FirstCardProgress) -> Mapping[str, str]:
    """Return where each step is done; the editor opens with these steps beside it."""
    if progress.pack is None:
        return {}
    pack = progress.pack
    begin = urlencode({"template": first.template, "name": getattr(first.name, language), "steps": "1"})
    new = f"{reverse('cards:card-new', args=[pack])}?{begin}"
    if progress.card is None:
        return {CREATED: new}
    card = [pack, progress.card]
    steps = reverse("cards:first-card", args=[pack.ruleset])
    editor = f"{reverse('cards:card-detail', args=card)}#help={steps}"
    return {
        CREATED: new,
        VALID: editor,
        TESTED: reverse("cards:card-play", args=card),
        PREVIEWED: editor,
        SENT: editor,
    }


def _words(first: rulesets.FirstCard, language: str) -> Mapping[str, tuple[str, str, str]]:
    """Return what each step is called, what it asks, and what its button says."""
    return {
        CREATED: (
            localize("Make the card", "新建卡牌"),
            localize(
                "Name and template are filled in. Press “Create card”: a draft opens in the editor, and every change is saved by itself.",
                "名称和模板已填好。点按“创建卡牌”：草稿在编辑器中打开，之后每次改动自动保存。",
            ),
            localize("New card", "新建卡牌"),
        ),
        VALID: (
            localize("Write what it does", "写出效果"),
            localize(
                "Press “Effect” below the last block and type the phrase. The first row of the list shows the rules text that it will print; Enter puts it on the card.",
                "点按最后一个块下方的“效果”，输入这句话。列表第一行显示将印在牌上的规则文本，按 Enter 写入卡牌。",
            ),
            localize("Open the editor", "打开编辑器"),
        ),
        TESTED: (
            localize("Play it, and keep what you saw", "试玩，并保存所见"),
            getattr(first.watch, language)
            + localize(
                " Then press “Save as scenario”: from now on it runs after each change of the card.",
                "然后点按“存为场景”：此后每次改动卡牌都会运行它。",
            ),
            localize("Play a hand", "试玩一手"),
        ),
        PREVIEWED: (
            localize("Measure it", "测出强弱"),
            localize(
                "Press “Preview” in the editor. Bots play hundreds of pairs of matches, with the card and without it; the interval says what it is worth.",
                "在编辑器中点按“模拟”。机器人成对地进行数百局对战，一局用这张牌，一局不用；区间说明它值多少。",
            ),
            localize("Open the editor", "打开编辑器"),
        ),
        SENT: (
            localize("Send it to review", "发起审核"),
            localize(
                "Save a version, then press “Request review”. A reviewer sees the same card, the preview and the scenario, and approves exactly this version.",
                "先存为版本，再点按“发起审核”。审核者看到同一张牌、模拟结果和场景，批准的正是这个版本。",
            ),
            localize("Open the editor", "打开编辑器"),
        ),
    }
