"""Effects by which things change hands: stolen, swapped, found in a deck, seen and put away. Source: SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.json_values import JsonObject
from engine.language.compiling.compile import Assembly
from engine.language.compiling.narrowing import narrowing
from engine.language.spec import (
    ABSENT,
    Enum,
    LocalizedText,
    Number,
    Ref,
    Targets,
    case,
    field,
    one_of,
    optional,
    options,
    result,
)
from engine.toolkit.nodes import ID, Amount, Entities, by_word, count_result, effect, filter_field
from engine.toolkit.nodes.exchange import pair_of, swap, swapped_values
from engine.toolkit.nodes.piles import scry as scry_effect
from engine.toolkit.rules import (
    EnvironmentId,
    Signal,
    State,
    answer,
    ask,
    bind,
    call,
    chance,
    flow,
    move,
    new_question,
    set_var,
)

from ..modifiers import limit_of
from ..nodes.attributes import SEARCH_ATTRIBUTES
from ..table import GOLD as GOLD_CHANGED
from ..table import front, is_monster, is_player, seat, show, shuffle_deck
from .cards import PLACES, bind_cards

LIMITS = {"gold": "goldCap", "mana": "manaCap", "freezing": "freezingCap"}
"""The numbers of a player that have a limit, with the name of that limit."""
GAIN_EVENTS = {"gold": "onGoldGained", "mana": "onManaGained"}
"""What is stolen, with the event of its gain."""
ZONES = frozenset(("hand", "deck", "discard"))
"""What is swapped that holds cards."""
Events = tuple[tuple[str, Entities], ...]


def steal(st: State, env_id: EnvironmentId, name: str, what: str, amount: Amount, owners: Entities) -> Signal | None:
    """Take from players what they have of something, as far as the acting player can hold it; of cards, random ones of a hand."""
    thief, count = st.environments[env_id].owner, max(amount or 0, 0)
    owners = tuple(player for player in owners if is_player(st, player) and player != thief)
    if what == "card":
        cards = tuple(card for player in owners for card in _random_cards(st, player, count))
        bind_cards(st, env_id, name, cards)
        return call(st, "wizards/move", {"cards": cards, "player": thief, "where": "hand"}) if cards else None
    total = 0
    events: Events = ()
    for player in owners:
        mine = st.entities[thief][what]
        share = min(count, st.entities[player][what], max(limit_of(st, thief, LIMITS[what]) - mine, 0))
        if share:
            events += (*_set_number(st, player, what, -share), *_set_number(st, thief, what, share))
            events += ((GAIN_EVENTS[what], (thief, share, 0)),)
        total += share
    bind(st, env_id, name, UUID=None, UUIDs=(), count=total)
    return call(st, "wizards/tell", {"told": events}) if events else None


def _random_cards(st: State, player: int, count: int) -> Entities:
    """Return random cards of a hand, as many as there are at most."""
    hand = list(st.zone(player, "hand"))
    return tuple(hand.pop(chance(st, f"steal/{seat(player)}", len(hand))) for _ in range(min(count, len(hand))))


def _set_number(st: State, player: int, what: str, delta: int) -> Events:
    """Change a number of a player, and return the events of that which any change of gold raises."""
    set_var(st, player, what, st.entities[player][what] + delta)
    is_heard = what == "gold" and delta and GOLD_CHANGED in st.listener_index
    return ((GOLD_CHANGED, (player, delta, st.entities[player]["gold"])),) if is_heard else ()


def swap_players(st: State, env_id: EnvironmentId, name: str, what: str, first: Entities, second: Entities) -> Any:
    """Give each of two players what the other has: all cards of a zone, which are neither drawn nor discarded, or a number."""
    pair = pair_of(first, second, lambda eid: is_player(st, eid))
    if not pair:
        return None
    if what in ZONES:
        hands = [st.zone(player, what) for player in pair]
        for cards, player in zip(hands, reversed(pair), strict=True):
            for card in cards:
                set_var(st, card, "own", player)
                move(st, card, player, what)
        return None
    events: Events = ()
    for player, number in swapped_values(st, pair, what):
        fits = min(number, limit_of(st, player, LIMITS[what])) if what in LIMITS else number
        events += _set_number(st, player, what, fits - st.entities[player][what])
    return call(st, "wizards/tell", {"told": events}) if events else None


def swap_monsters(st: State, env_id: EnvironmentId, name: str, what: str, first: Entities, second: Entities) -> Any:
    """Give each of two monsters a number of the other; of health no more than it may have."""
    pair = pair_of(first, second, lambda eid: is_monster(st, eid))
    if not pair:
        return
    bodies = tuple(monster if what == "reward" else front(st, monster) for monster in pair)
    if what == "health" and not all(st.entities[body]["health"] for body in bodies):
        return
    for body, number in swapped_values(st, bodies, what):
        set_var(st, body, what, min(number, st.entities[body]["maxHealth"]) if what == "health" else number)


def build_search(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Build `search`: a player looks through a deck, takes what is asked for, and the deck is shuffled."""
    unit, label, place = to.unit, to.label(node), node["to"]
    keeps = narrowing(unit, unit.vocabulary.family("effect")[node["type"]].fields, node, pointer)
    owner = unit.getter(node["playerUUID"], None, f"{pointer}/playerUUID") if "playerUUID" in node else None
    count = unit.getter(node.get("amount", 1), None, f"{pointer}/amount")

    def look_through(st: State, env_id: EnvironmentId) -> Signal | None:
        env = st.environments[env_id]
        player = env.owner if owner is None else owner(st, env)
        if not is_player(st, player or 0):
            st.writable_environment(env_id).answer = ()
            return None
        deck = st.zone(player, "deck")
        fitting = keeps(st, env) if keeps is not None else None
        cards = tuple(sorted(card for card in deck if fitting is None or fitting(card)))
        limit = min(max(count(st, env) or 0, 0), len(cards))
        if not limit:
            st.writable_environment(env_id).answer = ()
            return None
        return ask(st, env_id, new_question(seat(env.owner), "cards", "search", cards, 0, limit, env.source or 0))

    def take(st: State, env_id: EnvironmentId) -> Signal | None:
        env, cards = st.environments[env_id], answer(st, env_id)
        player = env.owner if owner is None else owner(st, env)
        if label is not None:
            bind_cards(st, env_id, str(label(st, env)), cards)
        if not is_player(st, player or 0):
            return None
        shuffle_deck(st, player)
        return call(st, "wizards/move", {"cards": cards, "player": player, "where": place}) if cards else None

    to.emit(look_through, pointer)
    to.emit(take, pointer)


def scry(st: State, env_id: EnvironmentId, name: str, amount: Amount) -> Signal | None:
    """Show the top of the acting player's deck to that player alone, who puts any of it under the deck."""
    env = st.environments[env_id]
    cards = st.zone(env.owner, "deck")[: max(amount or 0, 0)] if is_player(st, env.owner) else ()
    bind(st, env_id, name, count=0)
    if not cards:
        return None
    show(st, cards, 1 << seat(env.owner))
    job = {"player": env.owner, "cards": cards, "to": env_id, "name": name}
    return call(st, "wizards/scry", job, source=env.source or 0)


def ask_bottom(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt for the cards that go under the deck."""
    env = st.environments[env_id]
    cards = env.names["cards"]
    return ask(
        st, env_id, new_question(seat(env.names["player"]), "cards", "scry", cards, 0, len(cards), env.source or 0)
    )


def put_under(st: State, env_id: EnvironmentId) -> None:
    """Put the cards that were chosen under the deck, in the order of the answer."""
    job, cards = st.environments[env_id].names, answer(st, env_id)
    for card in cards:
        move(st, card, job["player"], "deck")
    bind(st, job["to"], job["name"], count=len(cards))


FILTER = filter_field("card")
STEAL = effect(
    "steal",
    "numbers",
    "Steal",
    "偷取",
    (
        ID,
        field(
            "what",
            one_of(
                ("gold", "gold", "金币"), ("mana", "mana", "法力"), ("card", "a random card of the hand", "随机手牌")
            ),
            "What",
            "偷什么",
        ),
        field("amount", Number(0, 20), "Amount", "数值"),
        field("from", Targets("player"), "From", "从谁处"),
    ),
    "What others lose the acting player gains: as much as they have, and as the acting player can hold. Cards are taken at random from the hand.",
    "其他玩家失去的即为当前玩家获得的：不超过对方所有，也不超过当前玩家的上限。牌从手牌中随机取得。",
    "Steal {amount:gold} from {from}.",
    "从{from}处偷取{amount:枚金币}。",
    steal,
    ("steal, take from, rob, drain, siphon, pickpocket, steal a card", "偷、偷取、抢夺、夺取、吸取、偷牌"),
    "coins",
    ("onGoldGained", "onManaGained", GOLD_CHANGED, "onLastHandCard"),
    cases=(
        case({"what": "mana"}, "Steal {amount:mana} from {from}.", "从{from}处偷取{amount:点法力}。"),
        case(
            {"what": "card"},
            "Steal {amount:random card|random cards} from {from}.",
            "从{from}处随机偷取{amount:张手牌}。",
        ),
    ),
    yields={
        "UUID": ("card", result("the stolen card", "偷取的牌")),
        "UUIDs": ("card[]", result("the stolen cards", "偷取的牌")),
        "count": (
            "int",
            result(
                "the mana stolen",
                "偷取的法力",
                "{n:mana} was stolen",
                "偷取了{n:点法力}",
                that=True,
                when={"what": "mana"},
            ),
            result(
                "the number of cards stolen",
                "偷取的牌数",
                "{n:card|cards} was stolen",
                "偷取了{n:张牌}",
                that=True,
                when={"what": "card"},
            ),
            result("the gold stolen", "偷取的金币", "{n:gold} was stolen", "偷取了{n:枚金币}", that=True),
        ),
    },
    keys=("steal|take", "偷|夺|抢"),
    is_self_limiting=True,
    draws_chance=True,
    extension=True,
)
_HANDS = options(
    ("hand", "hands", "手牌"),
    ("deck", "decks", "牌堆"),
    ("discard", "discard piles", "弃牌堆"),
    ("gold", "gold", "金币"),
    ("mana", "mana", "法力"),
    ("freezing", "freezing", "冻结"),
    ("pos", "places on the wheel", "时间轮上的位置"),
)
_STATS = options(
    ("health", "health", "生命值"), ("maxHealth", "maximum health", "生命值上限"), ("reward", "bounty", "赏金")
)
SWAP = swap(
    "swap",
    "player",
    _HANDS,
    swap_players,
    LocalizedText(
        "Each of two players gets what the other has: both sides are read before either changes. Cards that are swapped are neither drawn nor discarded; of a number each holds no more than the limit.",
        "两名玩家互换所有：先读取双方，再改变任何一方。交换的牌不视为抽到或弃掉；数值不超过各自的上限。",
    ),
    by_word("what", _HANDS, "{first} swaps ~ with {second}.", "{first}与{second}交换~。"),
    group="cards",
    emits=(GOLD_CHANGED,),
)
SWAP_STATS = swap(
    "swapStats",
    "monster",
    _STATS,
    swap_monsters,
    LocalizedText(
        "Each of two monsters gets a number of the other: both are read before either changes. Health stays within what each may have.",
        "两个怪物互换一项数值：先读取双方，再改变任何一方。生命值不超过各自的上限。",
    ),
    group="numbers",
)
SEARCH = effect(
    "search",
    "cards",
    "Search a deck",
    "检索牌堆",
    (
        ID,
        *SEARCH_ATTRIBUTES,
        FILTER,
        optional("amount", Number(1, 20), "At most", "至多", "How many may be taken.", "至多取几张。", default=1),
        optional(
            "playerUUID",
            Ref("player"),
            "Player",
            "玩家",
            "Whose deck; the acting player's when absent.",
            "谁的牌堆；缺省时为当前玩家。",
        ),
        field(
            "to",
            Enum(tuple(place for place in PLACES if place.name in ("hand", "discard", "deckTop", "aside"))),
            "To",
            "移到",
        ),
    ),
    "The acting player looks through a deck, may take cards that fit, and the deck is shuffled; a card on top of it is put there afterwards.",
    "当前玩家查看牌堆，可取出符合条件的牌，然后洗匀牌堆；置于牌堆顶的牌在洗匀之后放上。",
    "Search {playerUUID's deck} for up to {amount} {filter:things}{filter:which}, put them into {playerUUID's to} and shuffle.",
    "从{playerUUID}的牌堆中检索至多{amount:张}{filter:which}{filter:things}，置入{playerUUID}的{to}，然后洗牌。",
    None,
    ("tutor, search library, find a card, fetch, look through", "检索、搜索牌库、找牌、拿取"),
    "search",
    ("onLastHandCard",),
    cases=(
        case(
            {"amount": ABSENT, "to": "deckTop"},
            "Search {playerUUID's deck} for {filter:one}, shuffle and put that card on top.",
            "从{playerUUID}的牌堆中检索{filter:one}，洗牌后将其置于牌堆顶。",
        ),
        case(
            {"to": "deckTop"},
            "Search {playerUUID's deck} for up to {amount} {filter:things}{filter:which}, shuffle and put those cards on top.",
            "从{playerUUID}的牌堆中检索至多{amount:张}{filter:which}{filter:things}，洗牌后将其置于牌堆顶。",
        ),
        case(
            {"amount": ABSENT, "to": "aside"},
            "Search {playerUUID's deck} for {filter:one}, set it aside and shuffle.",
            "从{playerUUID}的牌堆中检索{filter:one}并搁置，然后洗牌。",
        ),
        case(
            {"to": "aside"},
            "Search {playerUUID's deck} for up to {amount} {filter:things}{filter:which}, set them aside and shuffle.",
            "从{playerUUID}的牌堆中检索至多{amount:张}{filter:which}{filter:things}并搁置，然后洗牌。",
        ),
        case(
            {"amount": ABSENT},
            "Search {playerUUID's deck} for {filter:one}, put it into {playerUUID's to} and shuffle.",
            "从{playerUUID}的牌堆中检索{filter:one}，置入{playerUUID}的{to}，然后洗牌。",
        ),
    ),
    yields={
        "UUID": ("card", result("the card found", "检索到的牌", that=True)),
        "UUIDs": ("card[]", result("the cards found", "检索到的牌")),
        **count_result("the number of cards found", "检索到的牌数", "this finds {n:card|cards}", "检索到{n:张牌}"),
    },
    keys=("search|find|look", "检索|搜|找"),
    build=build_search,
    suspends=True,
    draws_chance=True,
    is_self_limiting=True,
    extension=True,
)
SCRY = scry_effect("scry", "牌堆", scry)
EXCHANGES = (STEAL, SWAP, SWAP_STATS, SEARCH, SCRY)
BLOCKS = (flow("wizards/scry", ask_bottom, put_under),)
