"""Puts the moment at which a trigger answers into words: what happens, to whom, for how long.

What a trigger's condition asks of its event is expressed in the event's sentence where possible: "whenever you defeat
a monster", "the next time another player plays a spell"; the rest of the condition follows it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from engine.language.planning.document_reader import Trigger
from engine.language.planning.templates import Place, lower_first, parts, places, select_phrase
from engine.language.planning.trigger_fields import counts_matches, name_of_player, phrased_fields, stated_limit
from engine.language.spec import Case, Deed, EventSpec, LocalizedText
from engine.language.text.clauses import clause_of
from engine.language.text.conditions import Condition, Leaf, join_terms, text_of
from engine.language.text.deeds import COMBO, is_combo, nth_time
from engine.language.text.discourse import MISSING, NO_FOCUS, SELF, YOU, Fact, FillPlace, Meaning, Phrase
from engine.language.text.english import ARTICLE
from engine.language.text.event_conditions import EventConditions
from engine.language.text.realizer import Realizer

COMMA = LocalizedText("{}, {}", "{}，{}")
COLON = LocalizedText("{}: {}", "{}：{}")
IF = LocalizedText("if {}", "若{}")
_UNKNOWN = EventSpec("", LocalizedText("something unknown happens", "未知的事件发生"))
_ITSELF = LocalizedText("itself", "自身")
_WHENEVER = LocalizedText("whenever {}", "每当{}时")
_WHEN = LocalizedText("when {}", "{}时")
_NEXT_TIME = LocalizedText("the next time {}", "下一次{}时")
_FIRST_TIME = LocalizedText("the first time {}", "{}时")
_FIRST_ZH = "首次"
_AFTER, _WHENEVER_NTH = LocalizedText("{}", "{}后"), LocalizedText("{}", "{}时")
_AND = LocalizedText("{} and {}", "{}且{}")
_CYCLE = LocalizedText("every {} time {}", "{1}时")
_EVERY_NTH = LocalizedText("every {}", "每第{}次")
_FORBIDDEN_IF = LocalizedText("{0} if {1}", "若{1}，{0}")
_AROUND = LocalizedText("{0} {1}", "{1}{0}")
_COUNTS_ALWAYS = LocalizedText("{} (which counts even where this does nothing)", "{}（即使没有效果也计次）")
_STAGES = {"before": LocalizedText("before {} {}", "{}{}前"), "after": LocalizedText("after {} {}", "{}{}后")}
_TURN_OF = re.compile(r"\{\w+(?:'s (?P<en>[^}]*)\} |\}的(?P<zh>.*))(?P<boundary>starts|ends|开始|结束)")
"""The sentence of something of a player's that starts or ends."""
_NEXT_OF_YOURS = LocalizedText("at the {0} of your next {1}", "你的下一{2}{1}{0}时")
_EACH_OF_YOURS = LocalizedText("at the {0} of each of your {1}s", "你的每{2}{1}{0}时")
_OTHER_THING = LocalizedText("another {}", "其他{}")
_EACH_TIME = LocalizedText("each time", "每次")
_THE_NEXT_TIME = LocalizedText("the next time", "下一次")
_PLAIN = {
    "int": LocalizedText("that number", "该数值"),
    "bool": LocalizedText("that is so", "确实如此"),
    "text": LocalizedText("that word", "该词"),
    "cardID": LocalizedText("that card", "该牌"),
}


def _counted(sentence: str, ordinal: str, known_fields: Container[str]) -> str:
    """Return a Chinese sentence of an event with the words for the first or every third time: behind a known subject, else before it."""
    first = next(iter(parts(sentence)), "")
    if not isinstance(first, Place):
        return f"{ordinal}{sentence}"
    subject, brace, rest = sentence.partition("}")
    if first.name in known_fields and not rest.startswith("的"):
        return f"{subject}{brace}{ordinal}{rest}"
    return f"{ordinal}{'' if rest.startswith('的') else '有'}{sentence}"


# ---------------------------------------------------------------------------------------------------- moments


def trigger_lead(realizer: Realizer, trigger: Trigger) -> str:
    """Return the moment at which a trigger answers, and bind what its event brings."""
    realizer.unchanged.clear()
    sentence = EventSentence(realizer, trigger, trigger.event or _UNKNOWN)
    clause, rest = sentence.clause(), list(sentence.rest)
    combos = [
        term
        for term in rest
        if isinstance(term, Leaf) and not term.negative and is_combo(realizer, term.spec, term.node)
    ]
    rest = [term for term in rest if term not in combos]
    nth = sentence.nth_time(rest)
    rest = rest[1:] if nth else rest
    realizer.matches = counts_matches(realizer.vocabulary, trigger)
    condition = text_of(realizer, join_terms(rest)) if rest else ""
    if is_implied(realizer, trigger):
        realizer.nearby.clear()
        return realizer.say(IF, condition) if condition else ""
    once = trigger.once
    span = _span(realizer, trigger)
    text = nth or sentence.text(clause, condition, span)
    spans = [span if span and not sentence.is_spanned else "", *sentence.during]
    for span in filter(None, spans):
        text = realizer.say(COMMA, span, text)
    if condition and not once and not trigger.forbids:
        text += realizer.say(COMMA, "", realizer.say(IF, condition))
    if combos:
        text = realizer.say(COLON, realizer.translate(COMBO), text)
    if trigger.counts_always and (once or (_limits(realizer, trigger) and not realizer.chinese)):
        text = realizer.say(_COUNTS_ALWAYS, text)
    for number, period in () if realizer.chinese else _limits(realizer, trigger):
        text = realizer.say(COLON, realizer.grammar.frequency(number, period), text)
    return text


def limit_behind(realizer: Realizer, trigger: Trigger) -> str:
    """Return how often a trigger answers at most, in brackets behind what it does; empty in English, where that comes first."""
    limits = _limits(realizer, trigger) if realizer.chinese and not is_implied(realizer, trigger) else []
    words = [f"{period or '至多'}{number}次" for number, period in limits]
    if words and trigger.counts_always and not trigger.once:
        words.append(_COUNTS_ALWAYS.zh.removeprefix("{}（").removesuffix("）"))
    return f"（{'，'.join(words)}）" if words else ""


def _limits(realizer: Realizer, trigger: Trigger) -> list[tuple[int, str]]:
    """Return how often a trigger answers at most, each with the period in which it is counted."""
    limit = stated_limit(realizer.vocabulary, trigger)
    limits = [] if trigger.per_round is None else [trigger.per_round]
    limits += [] if limit is None else [(limit, trigger.period)]
    return [(number, realizer.translate(period)) for number, period in limits]


def _span(realizer: Realizer, trigger: Trigger) -> str:
    """Return how long a trigger waits; empty where that goes without saying: one that answers once and is never taken away."""
    life = trigger.lifetime
    if life is None or life.once or realizer.is_unstated(life):
        return ""
    if trigger.once and not (life.until or life.period or life.zones):
        return ""
    span = realizer.translate(life.phrase or life.title)
    now, later = realizer.grammar.LATER
    return later + span.removeprefix(now) if realizer.inside and span.startswith(now) else span


def is_implied(realizer: Realizer, trigger: Trigger) -> bool:
    """Return whether a trigger's event is what the kind of card does anyhow, so that only its effects are stated."""
    return realizer.kind is not None and realizer.kind.implied_event == trigger.event_name != ""


# ------------------------------------------------------------------------------------------------ event clauses


class EventSentence(EventConditions):
    """The sentence of an event with what a trigger asks of it; a `forbidden` event cannot happen."""

    def __init__(self, realizer: Realizer, trigger: Trigger, event: EventSpec) -> None:
        super().__init__(realizer, trigger, event)
        self.trigger, self.forbidden = trigger, trigger.forbids and not trigger.prevents
        title = LocalizedText(lower_first(event.title.en), event.title.zh.removesuffix("时"))
        cases = () if event.wording.each else event.wording.cases
        self.sentence = realizer.translate(select_phrase(cases, event.phrase or title, self.case))
        if trigger.every and event.wording.deed is not None and self.sentence in (event.phrase or title):
            self.sentence = self._deed(event.wording.deed) or self.sentence
        self.is_first = trigger.once and trigger.lifetime is None and not realizer.inside
        if realizer.chinese and (trigger.every or self.is_first):
            ordinal = realizer.say(_EVERY_NTH, realizer.grammar.ordinal(trigger.every))
            self.sentence = _counted(self.sentence, ordinal if trigger.every else _FIRST_ZH, self.known)
        self.places = tuple(place.name for place in places(self.sentence))
        self.subject = next(iter(self.places), "")
        self.referents: dict[str, Phrase] = {}
        self.is_spanned = False

    def _deed(self, deed: Deed) -> str:
        """Return the sentence of an event as what is counted; empty where its subject is what a player does it with."""
        grammar, first = self.realizer.grammar, next(iter(places(self.sentence)), Place(""))
        if deed.noun is not None and not self.realizer.is_player(self.event.fields.get(first.name, "")):
            return ""
        noun = grammar.indefinite(deed.noun) if deed.noun is not None else ""
        words = (deed.zh, noun) if self.realizer.chinese else ("", deed.verb, noun)
        return f"{{{first.name}}}{grammar.SPACE.join(words).rstrip()}"

    def text(self, clause: str, condition: str, span: str = "") -> str:
        """Return the event as a moment; one that is answered once includes the condition, which uses it up.

        A span that begins now ends its clause in English: "the next time you use a skill this round".
        """
        realizer, event, stage, once = self.realizer, self.event, self.trigger.stage, self.trigger.once
        if self.forbidden:
            clause = clause.removeprefix("有") if realizer.chinese else clause
            return realizer.say(_FORBIDDEN_IF, clause, condition) if condition else clause
        if once and condition:
            clause = realizer.say(_AND, clause, condition)
        recurring = self._recurring(condition) or self._turn(condition)
        if span.startswith("this ") and not recurring:
            clause, self.is_spanned = f"{clause} {span}", True
        if stage in ("before", "after") and stage != event.runtime.stage:
            return realizer.say(_STAGES[stage], realizer.translate(_THE_NEXT_TIME if once else _EACH_TIME), clause)
        if recurring:
            return recurring
        for words in self.around:
            clause = realizer.say(_AROUND, clause, words)
        known = self.known.items()
        is_single = any(referent.key == SELF and name in event.wording.single for name, referent in known)
        if self.trigger.every:
            text = realizer.say(_CYCLE, realizer.grammar.ordinal(self.trigger.every), clause)
        else:
            once_only = _FIRST_TIME if self.is_first else _NEXT_TIME
            text = realizer.say(_WHEN if is_single else once_only if once else _WHENEVER, clause)
        if not text.endswith(("后时", "时时")):
            return text
        is_standing = self.trigger.lifetime is None and not (realizer.inside or span) and text.endswith("后时")
        return (text.removeprefix("每当") if is_standing else text)[:-1]  # it ends as a moment already

    def nth_time(self, rest: Sequence[Condition]) -> str:
        """Return the moment of an event of which all that is asked is that it is the third of yours; empty for any other."""
        first, trigger = next(iter(rest), None), self.trigger
        if not isinstance(first, Leaf) or first.negative or len(rest) != 1 or not self.is_plain:
            return ""
        is_so = first.node.get("event") == trigger.event_name and not (trigger.once or trigger.every or trigger.forbids)
        text = nth_time(self.realizer, first.spec, first.node) if is_so and not trigger.stage else ""
        is_past = self.realizer.translate(self.event.title).endswith("后")
        return self.realizer.say(_AFTER if is_past else _WHENEVER_NTH, text) if text else ""

    def _recurring(self, condition: str) -> str:
        """Return the moment of an event that comes and goes by itself, empty for any other event."""
        wording, once = self.event.wording, self.trigger.once
        timing = wording.each or (wording.next if once else None)
        if timing is None:
            return ""
        phrase = select_phrase(wording.cases, timing, self.words)
        if once and not condition and wording.next is not None and phrase == timing:
            return self.realizer.translate(wording.next)
        moment = self.realizer.translate(phrase)
        if self.trigger.every:
            moment = self.realizer.grammar.every_moment(self.trigger.every, moment)
        return self.realizer.grammar.next_moment(moment, condition) if once else moment

    def _turn(self, condition: str) -> str:
        """Return the moment at which something of yours starts or ends, each time or the next; empty for any other event."""
        owner = self.known.get(self.subject)
        match = _TURN_OF.fullmatch(self.sentence)
        is_yours = owner is not None and owner.you and not self.trigger.every
        if match is None or not is_yours:
            return ""
        boundary, span, once = match["boundary"].removesuffix("s"), match["en"] or match["zh"], self.trigger.once
        if once and (condition or boundary in ("end", "结束")):  # of a turn that is going on, the next end is its own
            return ""
        counted = "个" if span.endswith("回合") else "次"
        return self.realizer.say(_NEXT_OF_YOURS if once else _EACH_OF_YOURS, boundary, span, counted)

    def clause(self) -> str:
        """Return what happens as a clause, and bind what it brings."""
        realizer, event = self.realizer, self.event
        referents = {name: self._referent(name, kind) for name, kind in event.fields.items()}
        realizer.others = False
        pairs = sorted(referents.items(), key=lambda pair: pair[0] not in self.places)
        self.referents = {name: referent for name, referent in pairs if referent is not None}
        self._distinguish()
        self.referents |= self._players_unsaid()
        clause = clause_of(realizer, self.sentence, self._fill(), forbidden=self.forbidden)
        if self.subject in self.known and self.known[self.subject].you:
            realizer.others = False
        fields: dict[str, Meaning] = {}
        for name, kind in event.fields.items():
            result = event.wording.result(name, {}) or Case({}, _PLAIN.get(kind, _PLAIN["text"]))
            fields[name] = self.referents.get(name) or Fact(result, self.referents)
        realizer.bind_event(event.name, fields)
        realizer.recent = tuple(fields.values())
        phrased = phrased_fields(event) | event.wording.results.keys()
        realizer.roles = {name: self._acting(item) for name, item in self.referents.items() if name in phrased}
        return clause

    def _referent(self, name: str, kind: str) -> Phrase | None:
        """Return the referent of a field of the event, None for a number or word."""
        realizer = self.realizer
        if name in self.known:
            return self.known[name]
        plain, plural = kind.removesuffix("[]"), kind.endswith("[]")
        if plain in _PLAIN:
            return None
        case = select_phrase(self.event.wording.cases, LocalizedText("", ""), self.case)
        form = next((place.form for place in places(realizer.translate(case)) if place.name == name), "")
        noun = self.event.wording.nouns.get(name)
        definite = (
            realizer.grammar.put("that", ARTICLE.sub("", form))
            if form
            else realizer.translate(noun.own)
            if noun and noun.own
            else ""
        )
        noun = self.owned_nouns.get(name) or self.noun(name)
        return realizer.new(plain, plural=plural, definite=definite or realizer.grammar.definite(noun, plural=plural))

    def _players_unsaid(self) -> dict[str, Phrase]:
        """Return the players of the event whom its sentence does not mention, by what the game calls them: "that unit's owner", or you."""
        realizer, fields = self.realizer, self.event.fields
        unsaid = [name for name in self.referents if realizer.is_player(fields[name]) and name not in self.places]
        names = {name: name_of_player(self.event, name, self.places) for name in unsaid if name not in self.known}
        return {name: self._person(fields[name], text) for name, text in names.items() if text is not None}

    def _person(self, kind: str, name: LocalizedText) -> Phrase:
        """Return a player by a name in which things of the event have places; the owner of this card is you."""
        realizer = self.realizer
        text, place = realizer.translate(name), next(iter(places(name.en)), None)
        if place is not None and self.referents[place.name].key == SELF:
            text = realizer.translate(YOU)
        elif place is not None:
            thing = self.referents[place.name].text
            text = realizer.fill(
                parts(text), lambda at: Phrase(realizer.grammar.own(thing, at.own) if at.own else thing)
            )
        return Phrase(text, text, kind, you=text in YOU)

    def _distinguish(self) -> None:
        """Give a second referent of one name another name, and earlier ones of that name one of something earlier."""
        names: set[str] = set()
        for name, referent in self.referents.items():
            if name in self.known:
                continue
            if referent.text in names:
                other = self.realizer.grammar.definite(self.realizer.noun(referent.type), place=2)
                self.referents[name] = Phrase(other, referent.key, referent.type, plural=referent.plural)
            else:
                self.realizer.rename_earlier(referent.text)
            names.add(self.referents[name].text)

    def _acting(self, referent: Phrase) -> Phrase:
        """Return the card itself as it acts in play, also where its event treats it as a card."""
        own = self.realizer.itself()
        if referent.key != SELF or referent.text == own.text:
            return referent
        self.realizer.focus = NO_FOCUS
        return own

    def _fill(self) -> FillPlace:
        """Return how the places of the sentence are filled: by what is known, else by an indefinite noun."""
        realizer = self.realizer

        def put(place: Place) -> Phrase:
            referent = self.referents.get(place.name)
            if place.name in self.texts:
                return Phrase(self.texts[place.name])
            if referent is None:
                return Phrase(MISSING)
            agent = self.known.get(self.subject) if place.name != self.subject and not place.own else None
            if agent is not None and agent.key == referent.key and not referent.you:
                return Phrase(realizer.translate(_ITSELF), referent=referent)
            if place.name in self.known:
                phrase = realizer.refer(referent, place)
            else:
                phrase = Phrase(self._indefinite(place), plural=referent.plural, referent=referent)
                realizer.introduce(referent)
            if not place.own:
                return phrase
            return Phrase(realizer.grammar.own(phrase.text, place.own), referent=referent)

        return put

    def _indefinite(self, place: Place) -> str:
        """Return a player or thing that is not yet known."""
        grammar, noun, name = self.realizer.grammar, self.noun(place.name), self.nouns.get(place.name)
        is_other, is_subject = place.name in self.others, place.name == self.subject
        if self.forbidden and is_subject and not name:
            return grammar.indefinite(noun, is_other=is_other, plural=True)
        if name and is_other:
            where, of, thing = name.rpartition("的" if self.realizer.chinese else "\0")
            text = where + of + self.realizer.say(_OTHER_THING, thing)
        else:
            text = grammar.article(name) if name else grammar.indefinite(noun, is_other=is_other)
        text = place.form if place.form and not name and not is_other else text
        return (
            grammar.put("owner" if place.after.startswith("的") else "subject", text, noun)
            if is_subject and not place.before
            else text
        )
