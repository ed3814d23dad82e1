"""The sentences of halo's events: what happens, with source and target as far as a card asks for them.

Of several sentences the first one counts whose parts are known; `DONE` needs the source, `DONE_TO` source and target. Times of
the turn are phrased as times, with their player where a card asks whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language.spec import ABSENT, NOUNS, PRESENT, Case, Deed, LocalizedText, Noun, case

SOURCE, TARGET, SOURCE_PLAYER, TARGET_PLAYER, LANE = (
    "sourceEntityId",
    "targetEntityId",
    "sourcePlayerId",
    "targetPlayerId",
    "lane",
)
S, T, P = "{sourceEntityId}", "{targetEntityId}", "{sourcePlayerId}"
X, Y = "{targetEntityId:a target}", "{targetEntityId:目标}"
"""The target of an action where its kind is unknown."""

PLAY = Deed("plays", "played", "打出", NOUNS["card"], is_play=True)
CARD, VESSEL, CAPITAL = (
    NOUNS["card"],
    Noun("vessel", "vessels", "舰船", "艘"),
    Noun("capital ship", "capital ships", "旗舰", "艘"),
)
VEHICLE, TOKEN = Noun("vehicle", "vehicles", "载具", "辆"), Noun("token", "tokens", "衍生物")

Sentences = Mapping[str, Any]
"""What the `phrase` and `wording` of an event are made of: `says`, `each`, `cases`, `nouns`, `single`."""


def _by_source(en: str, zh: str, **more: Any) -> Case:
    """Return the sentence for a known source."""
    return case({SOURCE: PRESENT, **more}, en, zh)


def _by_source_to_target(en: str, zh: str, **more: Any) -> Case:
    """Return the sentence for a known source and target."""
    return case({SOURCE: PRESENT, TARGET: PRESENT, **more}, en, zh)


def _by_player(en: str, zh: str) -> Iterator[Case]:
    """Yield the sentences for a source that is a card of one player."""
    return (case({SOURCE: side}, f"{P} {en}", f"{P}{zh}") for side in ("own", "enemy"))


def _to_target(en: str, zh: str, **more: Any) -> Case:
    """Return the sentence for a known target."""
    return case({TARGET: PRESENT, **more}, en, zh)


def _sentence(en: str, zh: str, *cases: Case, **nouns: Any) -> Sentences:
    """Return a sentence with those that precede it; `by` and `to` name source and target, `single` those named once."""
    names = {SOURCE: nouns.get("by"), TARGET: nouns.get("to")}
    return {
        "phrase": LocalizedText(en, zh),
        "cases": cases,
        "nouns": {name: noun for name, noun in names.items() if noun is not None},
        "single": nouns.get("single", ()),
        "deed": nouns.get("deed"),
    }


def _time(en: str, zh: str, own: tuple[str, str] | None = None) -> Sentences:
    """Return a time of the turn; `own` is the form with a player, with `~` in their place."""
    players = {"own": ("your", "你的"), "enemy": ("your opponent's", "对手的")}
    cases = (
        ()
        if own is None
        else tuple(
            case({SOURCE_PLAYER: word}, own[0].replace("~", said[0]), own[1].replace("~", said[1]))
            for word, said in players.items()
        )
    )
    return {
        "each": LocalizedText(en, zh),
        "next": LocalizedText(en.replace(" each ", " the next "), zh.replace("每个", "下一个")),
        "cases": cases,
    }


def _phase(word: str, en: str, zh: str) -> Mapping[str, Sentences]:
    """Return the start and the end of a phase."""
    return {
        f"PHASE_{word}_{when}": _time(
            f"at the {seat} of each {en}", f"每个{zh}{sign}时", (f"at the {seat} of ~ {en}", f"~{zh}{sign}时")
        )
        for when, seat, sign in (("STARTED", "start", "开始"), ("ENDED", "end", "结束"))
    }


TIMES: Mapping[str, Sentences] = {
    "GAME_STARTED": _time("at the start of the match", "对局开始时"),
    "ROUND_STARTED": _time("at the start of each round", "每个大回合开始时"),
    "TURN_STARTED": _time("at the start of each turn", "每个回合开始时", ("at the start of ~ turn", "~回合开始时")),
    **_phase("DRAW_RECHARGE", "recharge phase", "充能阶段"),
    **_phase("DEPLOYMENT", "deployment phase", "部署阶段"),
    **_phase("SKIRMISH", "skirmish phase", "交战阶段"),
    **_phase("ENDSTEP", "end step", "结束阶段"),
    "TURN_ENDED": _time("at the end of each turn", "每个回合结束时", ("at the end of ~ turn", "~回合结束时")),
    "ROUND_ENDED": _time("at the end of each round", "每个大回合结束时"),
    "GAME_ENDED": _time("at the end of the match", "对局结束时"),
}
PLAYERS: Mapping[str, Sentences] = {
    "CARD_DRAWN": _sentence(f"{P} draws a card", f"{P}抽牌", deed=Deed("draws", "drawn", "抽到", NOUNS["card"])),
    "CARD_DISCARDED": _sentence(
        f"{P} discards a card", f"{P}弃牌", deed=Deed("discards", "discarded", "弃掉", NOUNS["card"])
    ),
    "SUPPLY_CAP_INCREASED": _sentence("{sourcePlayerId's supply cap} rises", f"{P}的补给上限提高"),
    "SUPPLY_REFILLED": _sentence("{sourcePlayerId's supply} is refilled", f"{P}的补给补满"),
    "BATTERY_GENERATED": _sentence(f"{P} turns a card into battery", f"{P}将手牌转化为电池"),
    "RESOURCE_SPENT": _sentence(f"{P} pays supply or battery", f"{P}支付补给或电池"),
    "RESOURCE_CHANGED": _sentence(f"{P} gains or loses a resource", f"{P}获得或失去资源"),
    "OBJECTIVE_PROGRESS_UPDATED": _sentence(f"{P} holds every lane", f"{P}控制所有战线"),
    "OBJECTIVE_COMPLETED": _sentence(f"{P} reaches the goal", f"{P}完成目标"),
    "PLAYER_ELIMINATED": _sentence("{targetPlayerId} is out", "{targetPlayerId}出局"),
    "WIN_CONDITION_MET": _sentence(f"{P} has won", f"{P}获胜"),
    "LANE_CONTROL_UPDATED": _sentence("control of a lane changes", "战线控制权改变"),
    "BASE_DAMAGED": _sentence(
        "{targetPlayerId's base} takes damage",
        "{targetPlayerId}的基地受损",
        _by_source(f"{S} damages a base", f"{S}对基地造成伤害"),
    ),
    "HIT_ROLL_RESOLVED": _sentence("it is settled whether an attack hits", "判定攻击是否命中"),
    "AA_FIRE_RESOLVED": _sentence("anti-air fire is settled", "防空射击结算"),
    "GALACTIC_EVENT_ROLLED": _sentence("a galactic event is rolled", "掷出星系事件"),
    "GALACTIC_EVENT": _sentence("a galactic event happens", "星系事件发生"),
}
CARDS: Mapping[str, Sentences] = {
    "CARD_PLAY_DECLARED": _sentence(
        f"{S} is about to be played",
        f"{S}即将被打出",
        *_by_player(f"is about to play {S}", f"即将打出{S}"),
        by=CARD,
    ),
    "CARD_PLAY_VALIDATED": _sentence(
        f"{S} is played",
        f"{S}被打出",
        *_by_player(f"plays {S}", f"打出{S}"),
        by=CARD,
        single=(SOURCE,),
        deed=PLAY,
    ),
    "CARD_PLAY_REJECTED": _sentence(f"{S} is cancelled", f"{S}被取消打出", by=CARD),
    "UNIT_DEPLOYED": _sentence(
        f"{S} is deployed",
        f"{S}部署",
        case({SOURCE: ABSENT, TARGET: PRESENT}, f"{T} is deployed", f"{T}部署"),
        single=(SOURCE, TARGET),
    ),
    "ARMORY_ATTACHED": _sentence(
        f"{S} is attached",
        f"{S}被装备",
        _by_source_to_target(f"{S} is attached to {T}", f"{S}装备到{T}上"),
        _to_target(f"an armory card is attached to {T}", f"{T}装备军械"),
        by=CARD,
        single=(SOURCE,),
    ),
    "FIELD_ACTIVATED": _sentence(f"{S} takes effect", f"{S}生效", by=CARD, single=(SOURCE,)),
    "UNIT_MOVED": _sentence(f"{T} moves", f"{T}移动", _by_source(f"{S} moves", f"{S}移动")),
    "UNIT_REPOSITIONED": _sentence(
        f"{T} is moved",
        f"{T}被移位",
        _by_source_to_target(f"{S} moves {T}", f"{S}使{T}移位"),
        _by_source(f"{S} moves a unit", f"{S}使单位移位"),
    ),
    "ORBITAL_LOAD_QUEUED": _sentence(
        f"{T} is loaded into a vessel",
        f"{T}装载到舰船",
        _by_source_to_target(f"{T} is loaded into {S}", f"{T}装载到{S}"),
        _by_source(f"a unit is loaded into {S}", f"单位装载到{S}"),
        by=VESSEL,
    ),
    "ORBITAL_DROP_RESOLVED": _sentence(
        f"{T} is dropped from orbit",
        f"{T}从轨道投送",
        _by_source_to_target(f"{S} drops {T}", f"{S}投送{T}"),
        _by_source(f"{S} drops a unit", f"{S}投送单位"),
        by=VESSEL,
        single=(TARGET,),
    ),
    "TOKEN_SUMMONED": _sentence(
        f"{T} is summoned",
        f"{T}被召唤",
        _by_source_to_target(f"{S} summons {T}", f"{S}召唤{T}"),
        _by_source(f"{S} summons a token", f"{S}召唤衍生物"),
        to=TOKEN,
    ),
    "TOKEN_DISCARDED": _sentence(
        "a token finds no room", "衍生物没有空位", _by_source(f"a token of {S} finds no room", f"{S}的衍生物没有空位")
    ),
}
BLOWS: Mapping[str, Sentences] = {
    "ATTACK_DECLARED": _sentence(
        f"{S} is about to attack",
        f"{S}即将攻击",
        _by_source_to_target(f"{S} is about to attack {X}", f"{S}即将攻击{Y}"),
        _to_target(f"{T} is about to be attacked", f"{T}即将受到攻击"),
        deed=Deed("attacks", "attacked", "攻击"),
    ),
    "TARGET_LOCKED": _sentence(
        f"{S} locks on to a target",
        f"{S}锁定目标",
        _by_source_to_target(f"{S} locks on to {X}", f"{S}锁定{Y}"),
        _to_target(f"{T} is locked on to", f"{T}被锁定"),
    ),
    "DAMAGE_CALC_STARTED": _sentence(
        f"{S} deals damage",
        f"{S}造成伤害",
        _by_source_to_target(f"{S} deals damage to {X}", f"{S}对{Y}造成伤害"),
        _to_target(f"{T} takes damage", f"{T}受到伤害"),
    ),
    "COVER_MITIGATED": _sentence(f"{T} is shielded by cover", f"{T}因掩护减免伤害"),
    "DAMAGE_MODIFIED": _sentence(
        f"damage to {T} is changed",
        f"对{T}的伤害被改变",
        _by_source_to_target(f"damage by {S} to {X} is changed", f"{S}对{Y}的伤害被改变"),
        _by_source(f"damage by {S} is changed", f"{S}造成的伤害被改变"),
    ),
    "SHIELD_DAMAGED": _sentence(
        "{targetEntityId's shield} takes damage",
        f"{T}的护盾受到伤害",
        _by_source_to_target(f"{S} damages {{targetEntityId's shield}}", f"{S}对{Y}的护盾造成伤害"),
        _by_source(f"{S} damages a shield", f"{S}对护盾造成伤害"),
    ),
    "HULL_OR_HEALTH_DAMAGED": _sentence(
        f"{T} loses health",
        f"{T}失去生命",
        _by_source_to_target(f"{S} takes health from {X}", f"{S}使{Y}失去生命"),
        _by_source(f"{S} deals damage to health", f"{S}对生命造成伤害"),
    ),
    "DAMAGE_DEALT": _sentence(
        f"{T} takes damage",
        f"{T}受到伤害后",
        _by_source_to_target(f"{S} deals damage to {X}", f"{S}对{Y}造成伤害后"),
        _by_source(f"{S} deals damage", f"{S}造成伤害后"),
    ),
    "LETHAL_CHECKED": _sentence(
        f"damage reaches the health of {T}",
        f"伤害触及{T}的生命",
        _by_source_to_target(f"{S} reaches the health of {X}", f"{S}的伤害触及{Y}的生命"),
        _by_source(f"{S} reaches the health of a target", f"{S}的伤害触及目标的生命"),
    ),
    "SHIELD_DAMAGE_STARTED": _sentence(
        f"{T}'s shield is about to lose points".replace("}'s shield", "'s shield}"),
        f"{T}的护盾即将受损",
        _by_source_to_target(f"{S} is about to damage {{targetEntityId's shield}}", f"{S}即将对{Y}的护盾造成伤害"),
        _by_source(f"{S} is about to damage a shield", f"{S}即将对护盾造成伤害"),
    ),
    "UNIT_WOULD_DIE": _sentence(f"{T} would die", f"{T}即将阵亡"),
    "UNIT_EXILED": _sentence(f"{T} is exiled", f"{T}被放逐", single=(TARGET,)),
    "KILL_OCCURRED": _sentence(
        f"{T} is killed",
        f"{T}被击杀",
        _by_source_to_target(f"{S} kills {T}", f"{S}击杀{T}"),
        _by_source(f"{S} makes a kill", f"{S}完成击杀"),
        deed=Deed("is killed", "been killed", "被击杀"),
        single=(TARGET,),
    ),
    "OVERKILL_APPLIED": _sentence(
        f"{T} takes excess damage",
        f"{T}受到溢出伤害",
        _by_source_to_target(f"{S} deals excess damage to {X}", f"{S}对{Y}造成溢出伤害"),
        _by_source(f"{S} deals excess damage", f"{S}造成溢出伤害"),
    ),
    "COMBAT_EXCHANGED": _sentence(
        f"{S} has attacked",
        f"{S}完成攻击",
        _by_source_to_target(f"{S} has attacked {X}", f"{S}对{Y}完成攻击"),
        _to_target(f"{T} has been attacked", f"{T}受到攻击并结算完毕"),
    ),
    "HEADSHOT_TRIGGERED": _sentence(
        f"{S} lands a headshot",
        f"{S}触发爆头",
        _by_source_to_target(f"{S} lands a headshot on {X}", f"{S}对{Y}触发爆头"),
        _to_target(f"{T} takes a headshot", f"{T}被爆头"),
    ),
    "INFECT_TRIGGERED": _sentence(
        f"{S} infects its kill",
        f"{S}触发感染",
        _by_source_to_target(f"{S} infects {T}", f"{S}感染{T}"),
        _to_target(f"{T} is infected", f"{T}被感染"),
    ),
    "PLASMA_TAG_APPLIED": _sentence(
        f"{T} is tagged with plasma",
        f"{T}被等离子附着",
        _by_source_to_target(f"{S} tags {X} with plasma", f"{S}以等离子附着{Y}"),
        _by_source(f"{S} tags a target with plasma", f"{S}以等离子附着目标"),
    ),
    "EMP_APPLIED": _sentence(
        f"{T} is disabled by EMP",
        f"{T}被电磁脉冲瘫痪",
        _by_source_to_target(f"{S} disables {T} with EMP", f"{S}以电磁脉冲瘫痪{T}"),
        _by_source(f"{S} disables a vehicle with EMP", f"{S}以电磁脉冲瘫痪载具"),
        to=VEHICLE,
    ),
    "CAMO_BROKEN": _sentence(
        f"{S} loses Camo by attacking",
        f"{S}因攻击失去隐身",
        case({SOURCE: ABSENT, TARGET: PRESENT}, f"{T} loses Camo by attacking", f"{T}因攻击失去隐身"),
    ),
    "HIJACK_EXECUTED": _sentence(
        f"{T} is hijacked",
        f"{T}被劫持",
        _by_source_to_target(f"{S} hijacks {T}", f"{S}劫持{T}"),
        _by_source(f"{S} hijacks a vehicle", f"{S}劫持载具"),
        to=VEHICLE,
    ),
}
_STATUS_SENTENCES = (
    ("MARKED", f"{S} marks {X}", f"{S}标记{Y}"),
    ("SUPPRESSED", f"{S} suppresses {X}", f"{S}压制{Y}"),
    ("DISABLED", f"{S} disables {X}", f"{S}瘫痪{Y}"),
    ("COVER", f"{S} gives {X} cover", f"{S}为{Y}提供掩护"),
)
STATES: Mapping[str, Sentences] = {
    "STATUS_APPLIED": _sentence(
        f"{T} gets a status",
        f"{T}进入某种状态",
        *(_by_source(en, zh, status=name) for name, en, zh in _STATUS_SENTENCES),
        _by_source_to_target(f"{S} lays a status on {X}", f"{S}对{Y}施加状态"),
        _by_source(f"{S} lays a status on a unit", f"{S}施加状态"),
        case({"status": "COVER"}, f"{T} gets cover", f"{T}获得掩护"),
        case({"status": PRESENT}, f"{T} becomes {{status}}", f"{T}进入{{status}}状态"),
    ),
    "STATUS_REFRESHED": _sentence(
        f"a status of {T} is refreshed",
        f"{T}的状态刷新",
        case({"status": PRESENT}, f"{T} is {{status}} again", f"{T}的{{status}}状态刷新"),
    ),
    "STATUS_STACKED": _sentence(
        f"a status of {T} grows",
        f"{T}的状态叠加",
        case({"status": PRESENT}, f"{T} is {{status}} further", f"{T}的{{status}}状态叠加"),
    ),
    "STATUS_EXPIRED": _sentence(
        f"a status of {T} ends",
        f"{T}的状态结束",
        case({"status": PRESENT}, f"{T} is no longer {{status}}", f"{T}的{{status}}状态结束"),
    ),
    "KEYWORD_GAINED": _sentence(
        f"{T} gains a keyword",
        f"{T}获得关键词",
        _by_source_to_target(f"{S} gives {X} a keyword", f"{S}赋予{Y}关键词"),
        _by_source(f"{S} gives a keyword", f"{S}赋予关键词"),
    ),
    "KEYWORD_LOST": _sentence(
        f"{T} loses a keyword",
        f"{T}失去关键词",
        _by_source_to_target(f"{S} takes a keyword from {X}", f"{S}移除{Y}的关键词"),
        _by_source(f"{S} takes a keyword away", f"{S}移除关键词"),
    ),
}
ORBIT: Mapping[str, Sentences] = {
    "ORBITAL_STRIKE_DECLARED": _sentence(
        f"{S} is about to make an orbital strike",
        f"{S}即将发动轨道打击",
        _by_source_to_target(f"{S} is about to strike {X} from orbit", f"{S}即将对{Y}发动轨道打击"),
        _to_target(f"{T} is about to be struck from orbit", f"{T}即将受到轨道打击"),
        by=VESSEL,
    ),
    "ORBITAL_STRIKE": _sentence(
        "{sourceEntityId's orbital strike} hits",
        f"{S}的轨道打击命中",
        _by_source_to_target(f"{{sourceEntityId's orbital strike}} hits {X}", f"{S}的轨道打击命中{Y}"),
        _to_target(f"{T} is hit by an orbital strike", f"{T}被轨道打击命中"),
        by=VESSEL,
    ),
    "ORBITAL_STRIKE_MISSED": _sentence(
        "{sourceEntityId's orbital strike} misses",
        f"{S}的轨道打击未命中",
        _by_source_to_target(f"{{sourceEntityId's orbital strike}} misses {X}", f"{S}的轨道打击未命中{Y}"),
        _to_target(f"an orbital strike misses {T}", f"轨道打击未命中{T}"),
        by=VESSEL,
    ),
    "POINT_DEFENSE_INTERCEPTED": _sentence(
        f"{S} intercepts a drop",
        f"{S}拦截投送",
        _by_source_to_target(f"{S} intercepts {T}", f"{S}拦截{T}"),
        _to_target(f"{T} is intercepted", f"{T}被拦截"),
        by=VESSEL,
    ),
    "TARGET_PAINTED": _sentence(
        f"{T} is painted",
        f"{T}被标定",
        _by_source_to_target(f"{S} paints {X}", f"{S}标定{Y}"),
        _by_source(f"{S} paints a target", f"{S}标定目标"),
        by=VESSEL,
    ),
    "CAPITAL_SHIP_DESTROYED": _sentence(
        f"{T} is destroyed",
        f"{T}被摧毁",
        _by_source_to_target(f"{S} destroys {T}", f"{S}摧毁{T}"),
        _by_source(f"{S} destroys a capital ship", f"{S}摧毁旗舰"),
        to=CAPITAL,
        single=(TARGET,),
    ),
    "CAPITAL_SHIP_CRASH_RESOLVED": _sentence(f"{S} has crashed", f"{S}坠毁", by=CAPITAL, single=(SOURCE,)),
}
SENTENCES: Mapping[str, Sentences] = {**TIMES, **PLAYERS, **CARDS, **BLOWS, **STATES, **ORBIT}
