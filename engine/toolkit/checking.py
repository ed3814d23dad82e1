"""What is looked at before a game is built, beside the checks of all games: what only a builder knows, each at its author's line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.face import ICONS
from engine.language.planning.templates import places
from engine.language.spec import LocalizedText, Vocabulary
from engine.ruleset.checking.names import refusal, wrong_decks, wrong_vocabulary
from engine.ruleset.checking.values import wrong_values
from engine.ruleset.faults import Place
from engine.toolkit.faults import no_such, place_of
from engine.toolkit.mentions import unknown_names
from engine.toolkit.rulebook import Action, Kind, Rulebook
from engine.toolkit.table import Table, seat_numbers
from engine.toolkit.values import MissingNumber, Values

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
Faulty = Iterator[tuple[Place, LocalizedText]]
Wrong = Iterator[LocalizedText]


def check(game: RulesetBuilder, vocabulary: Vocabulary) -> None:
    """Note every fault of a game."""
    for part in (_identity, _kinds, _rules, _nodes, _readers, _mentions, _stories, _files, _bots):
        for place, text in part(game):
            game.faults.refuse(place, *text)
    book, words = game.book, [LocalizedText(*pair) for pair in game.sample[1:]]
    game.faults.extend(wrong_values((game.title, words, game.leave, book, vocabulary)))
    game.faults.extend(wrong_vocabulary(vocabulary, game.groups))
    if game.decks is not None:
        game.faults.extend(wrong_decks(game.default_decks, game.folder, (book.seats,)))


def _faults_at(place: Place, texts: Iterable[LocalizedText]) -> Faulty:
    yield from ((place, text) for text in texts)


def _no_number(en: str, zh: str, names: Iterable[str]) -> LocalizedText:
    """Return that a number is missing, and which there are."""
    known_names = sorted(names)
    return LocalizedText(
        f"{en}; known are {', '.join(known_names) or 'none'}", f"{zh}；现有：{'、'.join(known_names) or '无'}"
    )


def _identity(game: RulesetBuilder) -> Faulty:
    book, place = game.book, game.place
    if not _NAME.fullmatch(book.name) or game.folder.name != book.name:
        folder = game.folder.name
        yield (
            place,
            LocalizedText(
                f"the game is called {book.name} and its folder {folder}; both are one name, in small letters",
                f"游戏名为 {book.name}，文件夹名为 {folder}；两者须相同且为小写字母",
            ),
        )
    for role in ("deck", "hand", "discard"):
        if not book.role(role):
            yield place, LocalizedText(f"no zone has the role {role}", f"没有承担 {role} 的区域")
    if book.life and book.life not in [var.name for var in book.seat]:
        yield (
            place,
            _no_number(
                f"seats have no number {book.life} to live by",
                f"座位没有作为生命的数值 {book.life}",
                [var.name for var in book.seat],
            ),
        )
    yield from _loses(game)


def _loses(game: RulesetBuilder) -> Faulty:
    """Yield why `loses` fails on a player as a match begins with: a number that players do not have."""
    book = game.book
    if book.loses is None:
        return
    place = place_of(book.loses) if hasattr(book.loses, "__code__") else game.place
    try:
        book.loses(Values({"seat": 0, "passed": 0, **seat_numbers(book, {})}))
    except Exception as error:  # noqa: BLE001  whatever the author's function raises here, it would raise in a match
        other = f"{type(error).__name__}: {error}"
        reason = error.text if isinstance(error, MissingNumber) else LocalizedText(other, other)
        yield (
            place,
            LocalizedText(
                f"`loses` reads the numbers of a player, as `loses=lambda player: player.health <= 0`; {reason.en}",
                f"`loses` 读取玩家的数值，如 `loses=lambda player: player.health <= 0`；{reason.zh}",
            ),
        )


def _kinds(game: RulesetBuilder) -> Faulty:
    if not game.book.kinds:
        yield game.place, LocalizedText("the game has no kind of card", "游戏没有任何种类的牌")
    templates = [template.kind for _, template in game.templates]
    for kind in game.book.kinds.values():
        yield from _faults_at(game.places[f"kind {kind.name}"], _kind(kind, game.book, templates))


def _kind(kind: Kind, book: Rulebook, templates: Sequence[str]) -> Wrong:
    """Yield what a kind of card names and what is not there."""
    if kind.pool and kind.pool not in [var.name for var in book.seat]:
        yield _no_number(
            f"seats have no number {kind.pool} to pay with",
            f"座位没有可用于支付的数值 {kind.pool}",
            [var.name for var in book.seat],
        )
    for zone in filter(None, (kind.plays_to, kind.starts_in)):
        if zone not in book.zones:
            yield no_such(zone, "zone", "区域", book.zones)
    if kind.life and kind.life not in [stat.name for stat in kind.stats]:
        yield _no_number(
            f"it lives by {kind.life}, which is none of its numbers",
            f"它没有作为生命的数值 {kind.life}",
            [stat.name for stat in kind.stats],
        )
    if kind.triggers and not kind.plays_to:
        yield LocalizedText(
            "its triggers work in play, where it never is: it has no `plays_to`",
            "其触发器在场上生效，但它从不入场：缺少 `plays_to`",
        )
    if kind.name not in templates:
        yield LocalizedText(
            f"no template begins a new {kind.noun[0]}: game.template(…)",
            f"没有用于新建{kind.noun[2]}的模板：game.template(…)",
        )


def _rules(game: RulesetBuilder) -> Faulty:
    book = game.book
    never = ("on_round_start", "on_round_end") if book.structure == "turns" else ("on_turn_start", "on_turn_end")
    for hook in never:
        if hook in book.hooks:
            place = place_of(game.functions[book.hooks[hook].partition("/")[2]])
            text = LocalizedText(
                f"a match in {book.structure} never runs {hook}", f"以 {book.structure} 进行的对局从不运行 {hook}"
            )
            yield place, text
    for action in book.actions.values():
        yield from _faults_at(game.places[f"action {action.name}"], _action(action, book))


def _action(action: Action, book: Rulebook) -> Wrong:
    if action.of and action.of not in book.zones:
        yield no_such(action.of, "zone", "区域", book.zones)
    expected = ("me",) if action.of else ()
    if book.parameters[action.block.partition("/")[2]] != expected:
        shown = ", ".join(("t", *expected))
        yield LocalizedText(f"the function of this action takes ({shown})", f"该行动的函数参数须为 ({shown})")


def _nodes(game: RulesetBuilder) -> Faulty:
    """Yield the nodes whose functions do not take their fields."""
    for node in game.nodes.values():
        fields = [field.name for field in node.spec.fields if field.name != "id"]
        parameters = game.book.parameters.get(node.rule)
        if len(parameters) != len(fields) if parameters is not None else refusal(node.function, range(len(fields) + 1)):
            signature = ", ".join(("t", *fields))
            yield (
                node.place,
                LocalizedText(
                    f"the function of {node.spec.name} takes ({signature})",
                    f"{node.spec.name} 的函数参数须为 ({signature})",
                ),
            )


def _readers(game: RulesetBuilder) -> Faulty:
    """Yield the functions that may only look at the table and ask a question, or let other code run."""
    interrupting = {name for name, method in vars(Table).items() if getattr(method, "interrupts", False)}
    for function in _reading(game):
        code = getattr(function, "__code__", None)
        if code is None or not (inspect.isgeneratorfunction(function) or interrupting.intersection(code.co_names)):
            continue
        yield (
            place_of(function),
            LocalizedText(
                "this function looks at the table: it returns what it finds, and neither asks nor raises events; an effect, an action or a rule may",
                "此函数只查看牌桌：返回所得结果，不能提问，也不能触发事件；效果、行动与规则才可以",
            ),
        )


def _reading(game: RulesetBuilder) -> Iterator[Callable[..., Any]]:
    """Yield the functions that only look at the table: those of nodes that are no effects, of `can`, of scores and of the end."""
    yield from (node.function for node in game.nodes.values() if node.spec.family != "effect")
    yield from (action.can for action in game.book.actions.values() if action.can is not None)
    yield from filter(None, (game.book.timeout, game.scorer))


def _mentions(game: RulesetBuilder) -> Faulty:
    functions = (*game.functions.values(), *_reading(game))
    yield from unknown_names(game, [setting.name for setting in game.settings], functions)


def _stories(game: RulesetBuilder) -> Faulty:
    """Yield the places of an event's story that are no fields of it."""
    for name, (place, spec) in game.events.items():
        for sentence in game.stories.get(name, ()):
            for field in [part for at in places(sentence) for part in at.name.split("-") if part not in spec.fields]:
                yield place, no_such(field, "field", "字段", spec.fields)


def _files(game: RulesetBuilder) -> Faulty:
    if not (game.folder / "styles.json").is_file():
        yield (
            game.place,
            LocalizedText(
                "there is no file styles.json, by which previews choose decks", "缺少 styles.json，模拟无法选择牌组"
            ),
        )


def _bots(game: RulesetBuilder) -> Faulty:
    book = game.book
    kinds = [(*kind.stats, *kind.variables) for kind in book.kinds.values()]
    numbers = {*book.zones, *(var.name for vars_of in (book.seat, *kinds) for var in vars_of)}
    numbers.update(*(kind.keywords for kind in book.kinds.values()))
    for name in game.weights:
        if name not in numbers:
            yield game.places["score"], no_such(name, "number", "数值", numbers)
    if not game.weights and game.scorer is None:
        yield game.place, LocalizedText("bots have no score: game.score(…)", "机器人没有评分：game.score(…)")
    for icon in game.fact_icons.values():
        if icon not in ICONS and icon not in game.icons:
            yield game.places["show"], no_such(icon, "icon", "图标", {*ICONS, *game.icons})
