"""English: articles, verbs, numbers, lists and sentences; what a language puts by a pattern is in its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.language.spec import Noun

Limit = int | str
"""A number of things, or the words for what yields it."""
MAX_OWNER_WORDS = 3
"""Words of an owner that comes before the property; a longer one comes after it."""

_KNOWN_THING = re.compile(r"(?:that|this|the|player|monster|card) (?:\w+ )?\w+")
"""A thing that was named before."""
_OF_YOURS = " of yours"
"""The end of a noun behind which "of your choice" cannot stand."""
_SPOKEN_WITH_Y = ("unit", "use")
"""Beginnings that are written with a vowel and spoken with none."""
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go", "says": "say"}
_SIBILANT = re.compile(r"(?:ch|sh|ss|x|zz)es$")
ARTICLE = re.compile("^(?:an?|the) ")
_COMPARATIVE = re.compile("^(?:more|fewer|less) ")
"""What a number stands before, and no article: "1 fewer card"."""
_OF_A_SPAN = re.compile(r"\b(of|in|at) (the|your) (?!start |end of)")
"""Where the span of a moment begins: "at the start of your turn", "in the end phase"."""
_SPAN_OF = re.compile(r"\b(of|in) (?:each|the|(your)|(your opponent)'s) (?!start of|end of|match)")
"""How the span of a recurring moment begins, with whose it is."""
_PROPERTY_OF_IT = re.compile(r"\bthe (\w+) of it\b", re.IGNORECASE)
_OPEN_BOUND = re.compile(r"(, but at (?:least|most) \d+)(?= (?:to|for|until|this|instead)\b)")
"""A bound behind a computed number, before what goes on about something else."""
_EXCESS = re.compile(r"\b(deals?) damage( to [^,;:.]+?)? equal to (the excess damage)( to)?", re.IGNORECASE)
"""Excess damage that is dealt again."""
_POSSESSIVES = {"you": "your", "it": "its", "them": "their"}
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


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


def _whole_excess(match: re.Match[str]) -> str:
    """Return that excess damage is dealt itself."""
    verb, to, excess, behind = match.groups(default="")
    return f"{verb} {excess}{to}{behind}"


class English:
    """The grammar of English; that of another language overrides the tables and what has to be computed there.

    Shapes: `INDEX` is its place in a `LocalizedText`, `SPACE` the text between two sentences; `PATTERNS` are the amounts of
            all sorts, and those of one sort behind its name: `{n}` of something, `{value}` that it equals, between bounds or by
            a comparison; `IDIOMS` are numbers of a form with a word of their own.
    """

    INDEX = 0
    NOUN, RELATIVE = ("one", "many"), " that "
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
    WHOLE_HANDS: tuple[str, ...] = ("the number of cards in your hand",)
    """Numbers that bound nothing: as many cards as there are."""
    LATER = ("this ", "that ")
    """The word of a span of time that begins now, and of one that begins later."""
    PATTERNS: Mapping[str, str] = {
        "plain": "{n} {noun}",
        "equal": "a number of {noun} equal to {value}",
        "mass equal": "{noun} equal to {value}",
        "equal equal": "equal to {value}",
        "less equal": "less by {value}",
        "number equal": "{value}",
        "same": "that many {noun}",
        "mass same": "that much {noun}",
        "between": "an amount of {noun}",
        "counted between": "a number of {noun}",
        "floor": "at least {low} {noun}",
        "ceiling": "up to {high} {noun}",
        "open": "{between} up to {high}",
        "any": "any number of {noun}",
        "computed": "{between} from {low} to {high}",
        "most": "up to {most}",
        "range": "{low} to {high} {noun}",
        ">0": "any {noun}",
        "=0": "no {noun}",
        "=1": "exactly 1 {one}",
        ">1": "more than 1 {one}",
        "<=1": "at most 1 {one}",
        ">": "more than {n} {noun}",
        ">=": "{n} or more {noun}",
        "<": "less than {n} {noun}",
        "counted <": "fewer than {n} {noun}",
        "<=": "at most {n} {noun}",
        "=": "exactly {n} {noun}",
        "!": "other than {n} {noun}",
        "often": "{} times",
        "frequency": "{often} per {period}",
        "frequency of all": "at most {quantity}",
        "chosen": "the {}chosen {}",
        "that": "that {}",
        "letter": " ({})",
        "noun": "{}",
        "other": "other {}",
        "second": "the other {0.one}",
        "described": "the {}",
        "those": "those {}",
        "subject": "{}",
        "owner": "{}",
    }
    IDIOMS: Mapping[tuple[str, int], str] = {("times", 1): "once", ("times", 2): "twice"}

    def put(self, way: str, *words: object, **named: object) -> str:
        """Return the pattern of a name with words in its places."""
        return self.PATTERNS[way].format(*words, **named)

    def pattern(self, way: str, form: str, **words: object) -> str:
        """Return an amount of a form by the pattern for its sort, else by that for all sorts."""
        sort, nouns = self.measure(form)
        pattern = self.PATTERNS.get(f"{sort} {way}", self.PATTERNS[way])
        return pattern.format(**nouns, form=form, **words)

    def word(self, number: int) -> str:
        """Return a small number as a word."""
        return self.NUMBERS[number] if 0 <= number < len(self.NUMBERS) else str(number)

    def ordinal(self, number: int) -> str:
        """Return the place of something in a row."""
        if 0 < number <= len(_PLACES):
            return _PLACES[number - 1]
        suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{number}{suffix}"

    # ------------------------------------------------------------------------------------------------ nouns

    def form(self, noun: Noun, *, plural: bool = False) -> str:
        """Return a noun in the singular or plural."""
        return str(getattr(noun, self.NOUN[plural]))

    def article(self, text: str) -> str:
        """Return a noun with its indefinite article, unless it has a word that replaces one."""
        if text.startswith("other "):
            return f"an{text}"
        if _COMPARATIVE.match(text):
            return f"1 {text}"
        is_vowel = text[:1].lower() in "aeiou" and not text.lower().startswith(_SPOKEN_WITH_Y)
        return f"{'an' if is_vowel else 'a'} {text}"

    def indefinite(self, noun: Noun, *, is_other: bool = False, plural: bool = False) -> str:
        """Return a thing that is not yet known, or all of its kind."""
        text = self.put("other" if is_other else "noun", self.form(noun, plural=plural))
        return text if plural else self.article(text)

    def describe_noun(self, noun: str, before: Sequence[str], behind: Sequence[str]) -> str:
        """Return a noun with the words around it."""
        return " ".join([*before, noun, *behind[:1], *(f"and {words}" for words in behind[1:])])

    def each_of(self, text: str, noun: Noun) -> str:
        """Return each of several things that are chosen or are all of some."""
        rest = text.removeprefix("all ")
        if rest == text or rest.startswith(("your ", "the ", "their ")):
            return f"each of {rest}"
        return f"each {rest.replace(noun.many, noun.one, 1)}"

    def definite(self, noun: Noun, *, plural: bool = False, place: int = 1) -> str:
        """Return what an event brought, the first or the second of its kind."""
        if place > 1:
            return self.put("second", noun)
        way = "described" if self.RELATIVE in self.form(noun) else "those" if plural else "that"
        return self.put(way, self.form(noun, plural=plural))

    def letter(self, place: int) -> str:
        """Return the letter of the current thing in a loop, by the depth of the loop."""
        return self.LETTERS[place % len(self.LETTERS)]

    def with_letter(self, text: str, noun: Noun, place: int) -> str:
        """Return the things of such a loop, with the letter behind their noun."""
        letter = self.put("letter", self.letter(place))
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
        if len(text.split()) > MAX_OWNER_WORDS:
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

    def measure(self, form: str) -> tuple[str, dict[str, str]]:
        """Return the sort of a form of amounts, and the words for what they are of."""
        one, _, many = form.partition("|")
        sort = "counted" if many else {"": "number", "equal": form, "less": form, "times": form}.get(form, "mass")
        return sort, {"noun": many or one, "one": one}

    def quantity(self, number: int, form: str) -> str:
        """Return a number of things, or an amount."""
        one, counted, _ = form.partition("|")
        single = self.article(one) if counted and number == 1 else self.IDIOMS.get((form, number))
        return single or self.pattern("plain", form, n=number).rstrip()

    def bracket(self, text: str) -> str:
        """Return a value between brackets if it consists of several."""
        is_joined = self.JOINED_VALUES.search(self.IN_BRACKETS.sub("", text))
        return self.BRACKETS.format(text) if is_joined else text

    def count(self, bounds: tuple[Limit, Limit], singular: str, plural: str) -> str:
        """Return how many things may be taken."""
        low, high = bounds
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
        words = self.word if max(low, high) < len(self.NUMBERS) else str
        return f"{words(low)} {'or' if high == low + 1 else 'to'} {words(high)} {plural}"

    def pick(self, how: str, bounds: tuple[Limit, Limit], noun: Noun, by: str, which: str) -> str:
        """Return the things that are taken: how, how many, by whom, and which of them may be."""
        high = bounds[1]
        if how == "all":
            return f"every {noun.one}{which}"
        if how in ("first", "last"):
            number = high if isinstance(high, str) else self.word(high)
            return f"the {how} {noun.one if high == 1 else f'{number} {noun.many}'}{which}"
        kind = "random " if how == "random" else ""
        if by == "you" and noun.one.endswith(_OF_YOURS):
            kind, by = "chosen ", ""
        by = f" of {self.own(by, 'choice')}" if by and not kind else ""
        return self.count(bounds, kind + noun.one, kind + noun.many) + by + which

    def span(self, low: Limit | None, high: Limit | None, form: str) -> str:
        """Return a number of things, or an amount, between two bounds, of which one may be absent."""
        if low == high:
            return self.quantity(low, form) if isinstance(low, int) else self.pattern("equal", form, value=low)
        is_computed = isinstance(low, str) or isinstance(high, str)
        way = ("open" if low == 0 else "computed") if is_computed else "most" if low == 0 else "range"
        way = "floor" if high is None else "ceiling" if low is None else way
        way = "any" if way == "open" and high in self.WHOLE_HANDS else way
        between, most = self.pattern("between", form), self.quantity(high, form) if isinstance(high, int) else ""
        return self.pattern(way, form, low=low, high=high, between=between, most=most)

    def bounded_count(self, sign: str, number: int, form: str) -> str:
        """Return a number of things by the comparison that bounds it."""
        exact = {(">", 0): ">0", (">=", 1): ">0", ("<=", 0): "=0", ("<", 1): "=0"}.get(
            (sign, number), f"{sign}{number}"
        )
        return self.pattern(exact if exact in self.PATTERNS else sign, form, n=number)

    def how_often(self, times: int) -> str:
        """Return how often something is done, in words."""
        return self.IDIOMS.get(("times", times)) or self.put("often", self.word(times))

    def frequency(self, times: int, period: str) -> str:
        """Return how often a trigger answers in a turn or round, or at all where no period is named."""
        often, quantity = self.how_often(times), self.quantity(times, "times")
        way = "frequency" if period else "frequency of all"
        return self.put(way, often=often, quantity=quantity, period=period)

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
        if len(clauses) == 2 and clauses[1].startswith("it "):
            return f"{clauses[0]}. {self.capital(clauses[1])}"
        return ", then ".join(clauses) if len(clauses) < 3 else self.several(clauses)

    def next_moment(self, moment: str, condition: str) -> str:
        """Return the next of the recurring moments, at which a condition holds if there is one."""
        if not condition:
            is_event = moment.startswith("when ")
            return f"the next time {moment[5:]}" if is_event else _OF_A_SPAN.sub(r"\1 \2 next ", moment, count=1)
        return f"the next time {condition} {moment.replace(' each ', ' a ')}"

    def every_moment(self, number: int, moment: str) -> str:
        """Return every second, or later, of the recurring moments: "at the start of every second turn of yours"."""
        ordinal, span = self.ordinal(number), _SPAN_OF.search(moment)
        if span is None:
            return f"every {ordinal} time {moment.removeprefix('when ')}"
        owner = " of yours" if span[2] else f" of {span[3]}" if span[3] else ""
        return f"{moment[: span.start()]}{span[1]} every {ordinal} {moment[span.end() :]}{owner}"

    def capital(self, text: str) -> str:
        """Return a sentence with its first letter as a capital."""
        return text[:1].upper() + text[1:]

    def sentence(self, text: str) -> str:
        """Return a clause as a sentence."""
        text = _OPEN_BOUND.sub(r"\1,", _PROPERTY_OF_IT.sub(r"its \1", text))
        return self.capital(_EXCESS.sub(_whole_excess, text)) + self.STOPS[-1]

    def above_list(self, text: str) -> str:
        """Return the line above a list."""
        return f"{self.capital(text.rstrip(self.STOPS))}{self.COLON}"
