"""How English puts it: articles, verbs, numbers, lists, sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.language.spec.phrases import Noun

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("", "", "other ", "third ", "fourth ", "fifth ")
_LETTERS = "ABCDEFGH"
_SOMEBODY = re.compile(r"(?:that|this|the|player|monster|card) (?:\w+ )?\w+")
"""Somebody or something that was named before."""
_SPOKEN_WITH_Y = ("unit", "use")
"""Beginnings that are written with a vowel and spoken with none."""
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go", "says": "say"}
_BRACKETS = re.compile(r"\([^()]*\)")
_JOINED = re.compile(r", | (?:plus|minus|and) ")
_SIBILANT = re.compile(r"(?:ch|sh|ss|x|zz)es$")
_OF_IT = re.compile(r"\bthe (\w+) of it\b", re.IGNORECASE)
"""What a sentence calls the property of a thing that it has named already."""

LONGEST_OWNER = 3
"""Words of an owner who comes before what is owned; a longer one comes after it."""

INDEX = 0
SPACE = " "
NOTHING = "nothing happens"
PREVENTED = "prevent it"
ITSELF = "itself"
UNKNOWN = "something unknown happens"
UNKNOWN_CONDITION = "an unknown condition holds"
UNKNOWN_EVENT = "something unknown happens"
MISSING = "…"
DO_NOTHING = "do nothing"
FOLLOWING = "the following"
REST = "The rest of this card is too long to print."


def word(number: int) -> str:
    """Return a small number as a word."""
    return _NUMBERS[number] if 0 < number < len(_NUMBERS) else str(number)


def base(verb: str) -> str:
    """Return the plain form of a verb in the third person."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if _SIBILANT.search(verb):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def bent(run: str, *, third: bool, negated: bool = False, barred: bool = False) -> str:
    """Return the words after a subject with their verb, the first of them, as the subject asks."""
    if barred:
        run = run.removeprefix("is about to ").removeprefix("are about to ")
    verb, space, rest = run.partition(" ")
    if barred:
        return f"cannot {'be' if verb in ('is', 'was') else base(verb)}{space}{rest}"
    if negated and verb in ("is", "was"):
        return f"{verb if third else base(verb)} not{space}{rest}"
    if negated:
        return f"{'does' if third else 'do'} not {base(verb)}{space}{rest}"
    return f"{verb if third else base(verb)}{space}{rest}"


def article(text: str) -> str:
    """Return a noun with its indefinite article, unless it has a word that makes one needless."""
    if text.startswith("other "):
        return f"an{text}"
    is_vowel = text[:1].lower() in "aeiou" and not text.lower().startswith(_SPOKEN_WITH_Y)
    return f"{'an' if is_vowel else 'a'} {text}"


def indefinite(noun: Noun, *, other: bool = False) -> str:
    """Return somebody or something not yet known."""
    return f"another {noun.one}" if other else article(noun.one)


def described(noun: str, before: Sequence[str], behind: Sequence[str]) -> str:
    """Return a noun with the words that stand around it."""
    return " ".join([*before, noun, *behind[:1], *(f"and {one}" for one in behind[1:])])


def each_of(text: str, noun: Noun) -> str:
    """Return each of several, which are chosen or are all of some."""
    rest = text.removeprefix("all ")
    if rest == text or rest.startswith(("your ", "the ", "their ")):
        return f"each of {rest}"
    return f"each {rest.replace(noun.many, noun.one, 1)}"


def several_of(noun: Noun, *, other: bool) -> str:
    """Return all of a kind, of whom something is said."""
    return f"other {noun.many}" if other else noun.many


def that(form: str) -> str:
    """Return what was called something, now that it is known."""
    return f"that {re.sub('^(?:an?|the) ', '', form)}"


def effect_of(name: str) -> str:
    """Return what goes on under a name; without one, what the card itself set going."""
    return f"the lasting effects called {name}" if name else "this card's lasting effect"


def definite(noun: Noun, *, many: bool = False, place: int = 1) -> str:
    """Return what an event brought, the first or the second of its kind."""
    if place > 1:
        return f"the other {noun.one}"
    if " that " in noun.one:
        return f"the {noun.many if many else noun.one}"
    return f"those {noun.many}" if many else f"that {noun.one}"


def this(noun: Noun) -> str:
    """Return the thing that the text stands on."""
    return f"this {noun.one}"


def picked(noun: Noun, *, many: bool, place: int) -> str:
    """Return what was chosen, the first or a later of its kind."""
    order = _ORDINALS[place] if place < len(_ORDINALS) else ""
    return f"the {order}chosen {noun.many if many else noun.one}"


def lettered(noun: Noun, place: int) -> str:
    """Return what is at hand in a loop inside or around another of its kind, by the place of the loop."""
    return f"{noun.one} {_LETTERS[place % len(_LETTERS)]}"


def with_letter(text: str, noun: Noun, place: int) -> str:
    """Return the things of such a loop, with the letter of the one at hand behind their noun."""
    letter = f" ({_LETTERS[place % len(_LETTERS)]})"
    start = re.match(rf"(?:every|each) (?:other )?{re.escape(noun.one)}\b", text)
    return text + letter if start is None else start[0] + letter + text[start.end() :]


def earlier(definite: str) -> str:
    """Return what something is called once something nearer has its name."""
    noun = re.sub(r"^(?:that|those|the(?: other| earlier)?) ", "", definite)
    return f"the earlier {noun}"


def pronoun(before: str, after: str, *, many: bool) -> str:
    """Return the pronoun for what was spoken of last."""
    return "them" if many else "it"


def put_behind(text: str, more: str) -> str:
    """Return two pieces of a sentence put together."""
    return text + more


def subject(text: str) -> str:
    """Return somebody or something as what a verb is said of."""
    return "they" if text == "them" else text


def own(text: str, what: str) -> str:
    """Return what belongs to somebody or something."""
    if text in ("you", "it", "them"):
        what = what.removeprefix("the ")
        return {"you": "your", "it": "its", "them": "their"}[text] + f" {what}"
    if len(text.split()) > LONGEST_OWNER:
        return f"the {what.removeprefix('the ')} of {text}"
    what = what.removeprefix("the ")
    return f"{text}{chr(39) if text.endswith('s') else chr(39) + 's'} {what}"


def counted(number: int, form: str) -> str:
    """Return so many or so much of something."""
    one, _, many = form.partition("|")
    if form == "times":
        return {1: "once", 2: "twice"}.get(number, f"{number} times")
    if many and number == 1:
        return article(one)
    return f"{number} {many or one}".rstrip()


def equal_to(value: str, form: str) -> str:
    """Return as many or as much of something as a value says."""
    _, _, many = form.partition("|")
    if form in ("times", "equal"):
        return f"a number of times equal to {value}" if form == "times" else f"equal to {value}"
    if many:
        return f"a number of {many} equal to {value}"
    return f"{form} equal to {value}" if form else value


def bracketed(text: str) -> str:
    """Return a value that is made of several, so that it is heard as one."""
    return f"({text})" if _JOINED.search(_BRACKETS.sub("", text)) else text


def that_many(form: str) -> str:
    """Return as many or as much as the effect before."""
    _, _, many = form.partition("|")
    return "that many times" if form == "times" else f"that many {many}" if many else f"that much {form}"


def _count(low: int | str, high: int | str, one: str, many: str) -> str:
    """Return as many things as may be taken; a bound that is no number is what it equals."""
    if isinstance(low, str) or isinstance(high, str):
        least = f"at least as many {many} as {low}" if isinstance(low, str) and low != high else ""
        most = f"{'' if low == high or least else 'up to '}as many {many} as {high}" if isinstance(high, str) else ""
        if least:
            return f"{least} and at most {high}"
        return f"{most} and at least {word(low)}" if isinstance(low, int) and low > 1 else most
    if low == high == 1:
        return article(one)
    if low == high:
        return f"{word(low)} {many}"
    if low == 0:
        return f"up to {word(high)} {many if high != 1 else one}"
    few, most = (word(low), word(high)) if max(low, high) < len(_NUMBERS) else (str(low), str(high))
    return f"{few} {'or' if high == low + 1 else 'to'} {most} {many}"


def pick(how: str, bounds: tuple[int | str, int | str], noun: Noun, by: str, which: str) -> str:
    """Return the things that are taken: how, how many, by whom, and which of them may be."""
    if how == "all":
        return f"every {noun.one}{which}"
    if how in ("first", "last"):
        high = bounds[1]
        return f"the {how} {noun.one if high == 1 else f'{high if isinstance(high, str) else word(high)} {noun.many}'}{which}"
    if how == "random":
        return _count(*bounds, f"random {noun.one}", f"random {noun.many}") + which
    return (
        f"{_count(*bounds, noun.one, noun.many)} of {own(by, 'choice')}{which}"
        if by
        else _count(*bounds, noun.one, noun.many) + which
    )


def which(condition: str, definite: str, *, many: bool, sorts: tuple[str, ...] = ()) -> str:
    """Return which of several are meant, behind them; sorts are named there like anything else."""
    if condition.startswith("its "):
        return f" whose {condition.removeprefix('its ')}".replace(" and its ", " and whose ").replace(
            " or its ", " or whose "
        )
    if condition.startswith("it "):
        said = condition.removeprefix("it ").replace(" and its ", " and whose ").replace(" or its ", " or whose ")
        return f" {'each of which' if many else 'that'} {said.replace(' and it ', ' and ').replace(' or it ', ' or ')}"
    if condition == f"{definite} is not you":
        return " other than you"
    if (named := condition.removeprefix(f"{definite} is not ")) != condition and _SOMEBODY.fullmatch(named):
        return f" other than {named}"
    owned, verb = condition.removeprefix(f"{definite}'s "), condition.removeprefix(f"{definite} ")
    if owned != condition:
        return f" whose {owned}"
    if verb != condition:
        return f" {'each of whom' if many else 'who'} {verb}"
    return f" for which {condition}"


def span(low: int | str | None, high: int | str | None, form: str) -> str:
    """Return from so much to so much of something; a bound that is no number is what it equals."""
    one, _, many = form.partition("|")
    noun = many or one
    if low is None or high is None:
        return f"at least {low} {noun}" if high is None else f"up to {high} {noun}"
    if low == high:
        return counted(low, form) if isinstance(low, int) else equal_to(low, form)
    if isinstance(low, str) or isinstance(high, str):
        some = f"a number of {noun}" if many else f"an amount of {noun}"
        return f"{some} up to {high}" if low in (0, 1) else f"{some} from {low} to {high}"
    return f"up to {counted(high, form)}" if low == 0 else f"{low} to {high} {noun}"


def bounded(sign: str, number: int, form: str) -> str:
    """Return a number of things of which only a bound is known."""
    one, _, many = form.partition("|")
    noun = many or one
    if (sign, number) in ((">", 0), (">=", 1)):
        return f"any {noun}"
    if (sign, number) in (("=", 0), ("<=", 0), ("<", 1)):
        return f"no {noun}"
    things = one if many and number == 1 and sign == "=" else noun
    words = {">": "more than {}", ">=": "{} or more", "<": "less than {}", "<=": "at most {}", "=": "exactly {}"}
    if many:
        words["<"] = "fewer than {}"
    return f"{words.get(sign, 'other than {}').format(number)} {things}"


def several(texts: Sequence[str], joint: str = "and") -> str:
    """Return a list of words."""
    if joint == "plus":
        return " plus ".join(texts)
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {joint} {texts[-1]}"


def in_a_row(clauses: Sequence[str], *, same: bool) -> str:
    """Return what is done one after the other in one sentence; `same` says that all of it has one subject, or none."""
    if not same:
        return "; ".join(clauses)
    if len(clauses) == 2 and any(" and " in clause or ", " in clause for clause in clauses):
        return ", then ".join(clauses)
    if any(" and " in clause or ", " in clause for clause in clauses):
        return "; ".join(clauses)
    return several(clauses)


def one_after_another(clauses: Sequence[str]) -> str:
    """Return what is done to one thing, in a sentence of its own."""
    return ", then ".join(clauses) if len(clauses) < 3 else several(clauses)


def mixed(texts: Sequence[str], joint: str, nested: Sequence[bool], depth: int) -> str:
    """Join conditions with "and" or "or", some of which are joined the other way themselves."""
    if depth > 1:
        texts = [f"({text})" if inner else text for text, inner in zip(texts, nested, strict=True)]
        return several(texts, joint)
    if joint == "and":
        texts = [f"either {text}" if inner else text for text, inner in zip(texts, nested, strict=True)]
        return several(texts, "and")
    if any(nested):
        return f"either {', or '.join(texts)}"
    return several(texts, "or")


def options(texts: Sequence[str]) -> str:
    """Return what somebody chooses one of."""
    return "; or ".join(texts)


def barred_if(clause: str, condition: str) -> str:
    """Return that something cannot happen as long as a condition holds."""
    return f"{clause} if {condition}"


def chance(so_many: int, of: int) -> str:
    """Return how likely an outcome is, in front of it."""
    return f"({so_many} in {of}) "


def whenever(clause: str) -> str:
    """Return each time that something happens."""
    return f"whenever {clause}"


def when(clause: str) -> str:
    """Return the time that something happens which happens but once."""
    return f"when {clause}"


def limited(times: int, lead: str, period: str) -> str:
    """Return a moment that is answered so often in a turn or in a round, or in all where no period is named."""
    often = counted(times, "times")
    if period:
        return f"{often if times < 3 else f'{word(times)} times'} per {period}: {lead}"
    return f"at most {often}: {lead}"


def counted_always(lead: str) -> str:
    """Return a moment that is counted each time it comes, whatever comes of it."""
    return f"{lead} (which counts even where this does nothing)"


def around(clause: str, said: str) -> str:
    """Return what happens with where or when it does."""
    return f"{clause} {said}"


def next_time(clause: str) -> str:
    """Return the one time that something happens next."""
    return f"the next time {clause}"


def next_moment(each: str, condition: str) -> str:
    """Return the next of the moments that come again and again at which something holds."""
    return f"the next time {condition} {each.replace(' each ', ' a ')}"


def both(clause: str, condition: str) -> str:
    """Return what happens while something holds."""
    return f"{clause} and {condition}"


def minus(text: str) -> str:
    """Return a number of the other sign."""
    return f"minus {text}"


def staged(stage: str, clause: str, *, once: bool) -> str:
    """Return the moment right before or after something happens."""
    return f"{stage} {'the next' if once else 'each'} time {clause}"


def lasting(span: str, lead: str) -> str:
    """Return a moment within a span of time."""
    return f"{span}, {lead}" if span else lead


def on_condition(condition: str) -> str:
    """Return what else is asked of a moment."""
    return f", if {condition}"


def only_if(condition: str) -> str:
    """Return what is asked where the moment goes without saying."""
    return f"if {condition}"


def led(lead: str, body: str, *, timing: bool = False) -> str:
    """Return what is done at a moment; `timing` says that it begins with another."""
    return f"{lead}: {body}" if timing else f"{lead}, {body}"


def then(plain: str, last: str) -> str:
    """Return plain effects, and one that holds others after them, in one sentence."""
    return f"{plain}; {last}" if plain else last


def chooses(subject: str, you: bool, thing: str) -> str:
    """Return that somebody chooses."""
    return f"choose {thing}" if you else f"{subject} chooses {thing}"


def quoted(text: str) -> str:
    """Return a word of the author's."""
    return text if text.isalnum() else f"“{text}”"


def counter(name: str) -> str:
    """Return a variable that the author named."""
    return f"{quoted(name)} counter"


def set_to(name: str, number: str) -> str:
    """Return a variable with the number that it has."""
    return f"{name} {number}"


def sentence(text: str) -> str:
    """Return a clause as a sentence."""
    text = _OF_IT.sub(r"its \1", text)
    return f"{text[:1].upper()}{text[1:]}."


def within(span: str) -> str:
    """Return a span of time that begins later."""
    return "that " + span.removeprefix("this ") if span.startswith("this ") else span


def headed(heading: str, text: str) -> str:
    """Return what is done at a moment of the card's own."""
    return f"{heading}: {text}" if text else f"{heading}:"


def opened(text: str) -> str:
    """Return the line above a list of what is done."""
    return f"{text[:1].upper()}{text[1:].rstrip(' ,;:.')}:"
