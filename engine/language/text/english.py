"""English: articles, verbs, numbers, lists and sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.language.spec import Noun

Limit = int | str
"""A number of things, or the words for what yields it."""
LONGEST_OWNER = 3
"""Words of an owner that comes before the property; a longer one comes after it."""

_KNOWN_THING = re.compile(r"(?:that|this|the|player|monster|card) (?:\w+ )?\w+")
"""A thing that was named before."""
_SPOKEN_WITH_Y = ("unit", "use")
"""Beginnings that are written with a vowel and spoken with none."""
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go", "says": "say"}
_SIBILANT = re.compile(r"(?:ch|sh|ss|x|zz)es$")
_OF_A_SPAN = re.compile(r"\b(of|in|at) (the|your) (?!start |end of)")
"""Where the span of a moment begins: "at the start of your turn", "in the end phase"."""
_PROPERTY_OF_IT = re.compile(r"\bthe (\w+) of it\b", re.IGNORECASE)
_SIGNS = {">": "more than {}", ">=": "{} or more", "<": "less than {}", "<=": "at most {}", "=": "exactly {}"}
_POSSESSIVES = {"you": "your", "it": "its", "them": "their"}


def base(verb: str) -> str:
    """Return the plain form of a verb in the third person."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if _SIBILANT.search(verb):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def whole_word(word: str) -> re.Pattern[str]:
    """Return the pattern of a word, or of some words, that are no part of longer ones."""
    return re.compile(rf"\b{re.escape(word)}\b")


class English:
    """The grammar of English; that of another language overrides what differs there.

    Shapes: `INDEX` is its place in a `LocalizedText`, `SPACE` the text between two sentences.
    """

    INDEX = 0
    SPACE = " "
    NUMBERS: tuple[str, ...] = ("0", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    LETTERS = "ABCDEFGH"
    ORDINALS = {1: "", 2: "other ", 3: "third ", 4: "fourth ", 5: "fifth "}
    COMMA = ", "
    JOINTS = {"and": " and ", "or": " or ", "plus": " plus "}
    BRACKETS = "({})"
    IN_BRACKETS = re.compile(r"\([^()]*\)")
    JOINED_VALUES = re.compile(r", | (?:plus|minus|and) ")
    STOPS, COLON = " ,;:.", ":"
    LATER = ("this ", "that ")
    """The word of a span of time that begins now, and of one that begins later."""

    def word(self, number: int) -> str:
        """Return a small number as a word."""
        return self.NUMBERS[number] if 0 <= number < len(self.NUMBERS) else str(number)

    def ordinal(self, number: int) -> str:
        """Return the place of something in a row."""
        words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
        if 0 < number <= len(words):
            return words[number - 1]
        suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{number}{suffix}"

    def range_words(self, low: int, high: int) -> tuple[str, str]:
        """Return both ends of a range, as words where both have one."""
        is_small = max(low, high) < len(self.NUMBERS)
        return (self.word(low), self.word(high)) if is_small else (str(low), str(high))

    # ------------------------------------------------------------------------------------------------ nouns

    def form(self, noun: Noun, *, plural: bool = False) -> str:
        """Return a noun in the singular or plural."""
        return noun.many if plural else noun.one

    def article(self, text: str) -> str:
        """Return a noun with its indefinite article, unless it has a word that replaces one."""
        if text.startswith("other "):
            return f"an{text}"
        is_vowel = text[:1].lower() in "aeiou" and not text.lower().startswith(_SPOKEN_WITH_Y)
        return f"{'an' if is_vowel else 'a'} {text}"

    def indefinite(self, noun: Noun, *, is_other: bool = False, plural: bool = False) -> str:
        """Return a thing that is not yet known, or all of its kind."""
        if plural:
            return f"other {noun.many}" if is_other else noun.many
        return f"another {noun.one}" if is_other else self.article(noun.one)

    def subject_of_event(self, noun: Noun, text: str, after: str) -> str:
        """Return an unknown thing as the subject with which the sentence of an event begins."""
        return text

    def describe_noun(self, noun: str, before: Sequence[str], behind: Sequence[str]) -> str:
        """Return a noun with the words around it."""
        return " ".join([*before, noun, *behind[:1], *(f"and {words}" for words in behind[1:])])

    def each_of(self, text: str, noun: Noun) -> str:
        """Return each of several things that are chosen or are all of some."""
        rest = text.removeprefix("all ")
        if rest == text or rest.startswith(("your ", "the ", "their ")):
            return f"each of {rest}"
        return f"each {rest.replace(noun.many, noun.one, 1)}"

    def that(self, form: str) -> str:
        """Return an indefinite noun as a known one."""
        return f"that {re.sub('^(?:an?|the) ', '', form)}"

    def definite(self, noun: Noun, *, plural: bool = False, place: int = 1) -> str:
        """Return what an event brought, the first or the second of its kind."""
        if place > 1:
            return f"the other {noun.one}"
        if " that " in noun.one:
            return f"the {self.form(noun, plural=plural)}"
        return f"those {noun.many}" if plural else f"that {noun.one}"

    def chosen_noun(self, noun: Noun, *, plural: bool, place: int) -> str:
        """Return what was chosen, the first or a later of its kind."""
        return f"the {self.ORDINALS.get(place, '')}chosen {self.form(noun, plural=plural)}"

    def letter(self, place: int) -> str:
        """Return the letter of the current thing in a loop, by the depth of the loop."""
        return self.LETTERS[place % len(self.LETTERS)]

    def with_letter(self, text: str, noun: Noun, place: int) -> str:
        """Return the things of such a loop, with the letter behind their noun."""
        letter = f" ({self.letter(place)})"
        start = re.match(rf"(?:every|each) (?:other )?{re.escape(noun.one)}\b", text)
        return text + letter if start is None else start[0] + letter + text[start.end() :]

    def earlier(self, definite: str) -> str:
        """Return the name of a thing when a nearer one takes its old name."""
        return f"the earlier {re.sub('^(?:that|those|the(?: other| earlier)?) ', '', definite)}"

    def pronoun(self, before: str, after: str, *, plural: bool) -> str:
        """Return the pronoun for the current focus, empty where none can stand."""
        return "them" if plural else "it"

    def subject(self, text: str) -> str:
        """Return a thing as the subject of a verb."""
        return "they" if text == "them" else text

    def own(self, text: str, what: str) -> str:
        """Return a property of a thing."""
        what = what.removeprefix("the ")
        if text in _POSSESSIVES:
            return f"{_POSSESSIVES[text]} {what}"
        if len(text.split()) > LONGEST_OWNER:
            return f"the {what} of {text}"
        return f"{text}{chr(39) if text.endswith('s') else chr(39) + 's'} {what}"

    def put_behind(self, text: str, more: str) -> str:
        """Join two pieces of a sentence."""
        return text + more

    def conjugate(self, run: str, *, third: bool, negate: bool = False, forbidden: bool = False) -> str:
        """Return the words after a subject, with the verb that begins them as the subject asks."""
        if forbidden:
            run = run.removeprefix("is about to ").removeprefix("are about to ")
        verb, space, rest = run.partition(" ")
        plain = verb if third else base(verb)
        if forbidden:
            plain = f"cannot {'be' if verb in ('is', 'was') else base(verb)}"
        elif negate:
            plain = f"{plain} not" if verb in ("is", "was") else f"{'does' if third else 'do'} not {base(verb)}"
        return f"{plain}{space}{rest}"

    # ------------------------------------------------------------------------------------------------ numbers

    def quantity(self, number: int, form: str) -> str:
        """Return a number of things, or an amount."""
        singular, _, plural = form.partition("|")
        if form == "times":
            return {1: "once", 2: "twice"}.get(number, f"{number} times")
        return self.article(singular) if plural and number == 1 else f"{number} {plural or singular}".rstrip()

    def equal_to(self, value: str, form: str) -> str:
        """Return a number of things, or an amount, by the value that it equals."""
        _, _, plural = form.partition("|")
        if form == "equal":
            return f"equal to {value}"
        if form == "less":
            return f"less by {value}"
        plural = form if form == "times" else plural
        if plural:
            return f"a number of {plural} equal to {value}"
        return f"{form} equal to {value}" if form else value

    def bracket(self, text: str) -> str:
        """Return a value between brackets if it consists of several."""
        is_joined = self.JOINED_VALUES.search(self.IN_BRACKETS.sub("", text))
        return self.BRACKETS.format(text) if is_joined else text

    def that_many(self, form: str) -> str:
        """Return the same number or amount as the effect before; empty where it has to be spelled out."""
        _, _, plural = form.partition("|")
        plural = form if form == "times" else plural
        return f"that many {plural}" if plural else f"that much {form}"

    def _count(self, low: Limit, high: Limit, singular: str, plural: str) -> str:
        """Return how many things may be taken."""
        if isinstance(low, str) and low != high:
            return f"at least as many {plural} as {low} and at most {high}"
        if isinstance(high, str):
            floor = f" and at least {self.word(low)}" if isinstance(low, int) and low > 1 else ""
            return f"{'' if low == high else 'up to '}as many {plural} as {high}{floor}"
        if not isinstance(low, int):
            return ""
        if low == high:
            return self.article(singular) if high == 1 else f"{self.word(low)} {plural}"
        if low == 0:
            return f"up to {self.word(high)} {plural if high != 1 else singular}"
        few, most = self.range_words(low, high)
        return f"{few} {'or' if high == low + 1 else 'to'} {most} {plural}"

    def pick(self, how: str, bounds: tuple[Limit, Limit], noun: Noun, by: str, which: str) -> str:
        """Return the things that are taken: how, how many, by whom, and which of them may be."""
        high = bounds[1]
        if how == "all":
            return f"every {noun.one}{which}"
        if how in ("first", "last"):
            number = high if isinstance(high, str) else self.word(high)
            return f"the {how} {noun.one if high == 1 else f'{number} {noun.many}'}{which}"
        kind = "random " if how == "random" else ""
        by = f" of {self.own(by, 'choice')}" if by and not kind else ""
        return self._count(*bounds, kind + noun.one, kind + noun.many) + by + which

    def span(self, low: Limit | None, high: Limit | None, form: str) -> str:
        """Return a number of things, or an amount, between two bounds."""
        singular, _, plural = form.partition("|")
        noun = plural or singular
        if low is None or high is None:
            return f"at least {low} {noun}" if high is None else f"up to {high} {noun}"
        if low == high:
            return self.quantity(low, form) if isinstance(low, int) else self.equal_to(low, form)
        if isinstance(low, str) or isinstance(high, str):
            amount = f"a number of {noun}" if plural else f"an amount of {noun}"
            return f"{amount} up to {high}" if low == 0 else f"{amount} from {low} to {high}"
        return f"up to {self.quantity(high, form)}" if low == 0 else f"{low} to {high} {noun}"

    def bounded_count(self, sign: str, number: int, form: str) -> str:
        """Return a number of things by the comparison that bounds it."""
        singular, _, plural = form.partition("|")
        noun = plural or singular
        if (sign, number) in ((">", 0), (">=", 1)):
            return f"any {noun}"
        if (sign, number) in (("=", 0), ("<=", 0), ("<", 1)):
            return f"no {noun}"
        things = singular if plural and number == 1 and sign == "=" else noun
        words = "fewer than {}" if plural and sign == "<" else _SIGNS.get(sign, "other than {}")
        return f"{words.format(number)} {things}"

    def how_often(self, times: int) -> str:
        """Return how often something is done, in words."""
        return self.quantity(times, "times") if times < 3 else f"{self.word(times)} times"

    def frequency(self, times: int, period: str) -> str:
        """Return how often a trigger answers in a turn or round, or at all where no period is named."""
        return f"{self.how_often(times)} per {period}" if period else f"at most {self.quantity(times, 'times')}"

    # ------------------------------------------------------------------------------------------------ conditions

    def which(self, condition: str, definite: str, *, plural: bool, sorts: tuple[str, ...] = ()) -> str:
        """Return a condition as a relative clause; the words of `sorts` come before the noun in Chinese."""
        if condition.startswith(("its ", "it ")):
            condition = condition.replace(" and its ", " and whose ").replace(" or its ", " or whose ")
        if condition.startswith("its "):
            return f" whose {condition.removeprefix('its ').replace(' and it ', ' and that ')}"
        if condition.startswith("it "):
            rest = condition.removeprefix("it ").replace(" and it ", " and ").replace(" or it ", " or ")
            return f" {'each of which' if plural else 'that'} {rest}"
        name = condition.removeprefix(f"{definite} is not ")
        if name != condition and (name == "you" or _KNOWN_THING.fullmatch(name)):
            return f" other than {name}"
        owned, verb = condition.removeprefix(f"{definite}'s "), condition.removeprefix(f"{definite} ")
        if owned != condition:
            return f" whose {owned}"
        return f" {'each of whom' if plural else 'who'} {verb}" if verb != condition else f" for which {condition}"

    def join(self, texts: Sequence[str], joint: str, nested: Sequence[bool], depth: int) -> str:
        """Join conditions with "and" or "or", some of which are joined the other way themselves."""
        form = "({})" if depth > 1 else "either {}" if joint == "and" else ""
        if form:
            texts = [form.format(text) if inner else text for text, inner in zip(texts, nested, strict=True)]
        elif any(nested):
            return f"either {', or '.join(texts)}"
        return self.several(texts, joint)

    # ------------------------------------------------------------------------------------------------ sentences

    def several(self, texts: Sequence[str], joint: str = "and") -> str:
        """Return a list of words."""
        comma = self.JOINTS[joint] if joint == "plus" else self.COMMA
        return self.JOINTS[joint].join([*filter(None, [comma.join(texts[:-1])]), *texts[-1:]])

    def in_a_row(self, clauses: Sequence[str], *, same: bool) -> str:
        """Join clauses to one sentence; `same` if they share their subject, or have none."""
        if not same or any(" and " in clause or ", " in clause for clause in clauses):
            return (", then " if same and len(clauses) == 2 else "; ").join(clauses)
        return self.several(clauses)

    def one_after_another(self, clauses: Sequence[str]) -> str:
        """Join what is done to one thing to a sentence."""
        return ", then ".join(clauses) if len(clauses) < 3 else self.several(clauses)

    def next_moment(self, moment: str, condition: str) -> str:
        """Return the next of the recurring moments, at which a condition holds if there is one."""
        if not condition:
            is_event = moment.startswith("when ")
            return f"the next time {moment[5:]}" if is_event else _OF_A_SPAN.sub(r"\1 \2 next ", moment, count=1)
        return f"the next time {condition} {moment.replace(' each ', ' a ')}"

    def capital(self, text: str) -> str:
        """Return a sentence with its first letter as a capital."""
        return text[:1].upper() + text[1:]

    def sentence(self, text: str) -> str:
        """Return a clause as a sentence."""
        return self.capital(_PROPERTY_OF_IT.sub(r"its \1", text)) + "."

    def later_span(self, span: str) -> str:
        """Return a span of time as one that begins later."""
        now, later = self.LATER
        return later + span.removeprefix(now) if span.startswith(now) else span

    def above_list(self, text: str) -> str:
        """Return the line above a list."""
        return f"{self.capital(text.rstrip(self.STOPS))}{self.COLON}"
