"""What a document may refer to at one place: in which words, of which type, and whether the field there takes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from engine.json_values import JsonObject
from engine.language.analysis.loop_bounds import is_counted
from engine.language.analysis.places import PathMap, PlaceInScope, Site, place_in_scope, sites
from engine.language.analysis.scope import Binding, Scope
from engine.language.analysis.typing import fits, wanted_type
from engine.language.diagnostics.expected import type_name
from engine.language.spec import (
    NOUNS,
    Case,
    Identifier,
    LocalizedText,
    NodeSpec,
    Number,
    Ref,
    Targets,
    TextLiteral,
    Value,
    Vocabulary,
)
from engine.language.spec.interpolation import Path, Template, parsed_text, paths, render, spell

Group = Literal["event", "play", "earlier", "loop", "card", "later"]
GROUPS: Final[tuple[Group, ...]] = ("event", "play", "earlier", "loop", "card", "later")
"""The groups in the order in which they are shown."""

NO_REFERENCE: Final = LocalizedText("This field takes no reference.", "此字段不接受引用。")
NOT_YET: Final = LocalizedText("It is bound after this place.", "在此处之后才绑定。")
SOME_PATHS: Final = LocalizedText("It has a value on some paths only.", "只在部分路径上有值。")
NO_BOUND: Final = LocalizedText(
    "Nothing bounds it; a number of passes must be bounded.", "没有上限，循环次数必须有上限。"
)
A_LIST: Final = LocalizedText("A list cannot become part of a text.", "列表不能拼入文本。")

_PLACE = re.compile(r"\{(\w+)(?:'s ([^}:]*))?(?::[^}]*)?\}")
_UNIQUE = re.compile(r"(?:UUIDs?|Ids?|IDs?)$")
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ROLES: Final = {
    "source": "来源",
    "target": "目标",
    "owner": "拥有者",
    "old": "换下的",
    "new": "新的",
    "kicker": "推人的",
    "kicked": "被推的",
}


@dataclass(frozen=True, slots=True)
class Reference:
    """Something that may be referred to.

    Shapes: insert is what the document has; `why` says why the field does not take it, or what to know where it does.
    """

    insert: str
    type: str
    title: LocalizedText
    group: Group
    fits: bool
    why: LocalizedText | None = None

    def to_json(self) -> JsonObject:
        """Return the reference as the API has it."""
        said = {} if self.why is None else {"why": self.why._asdict()}
        head = {"insert": self.insert, "type": self.type, "title": self.title._asdict()}
        return {**head, "group": self.group, "fits": self.fits, **said}


def references_at(vocabulary: Vocabulary, document: Any, pointer: str, places: PathMap) -> tuple[Reference, ...]:
    """Return what may be referred to at a place of a document in core form, what fits first.

    Shapes: pointer is the author's, `places` leads from a pointer of the document to it.
    """
    place = place_in_scope(vocabulary, document, pointer, places)
    if place is None:
        return ()
    kind = vocabulary.kind_of(document)
    listing = _Listing(vocabulary, place, None if kind is None else kind.title)
    listed = [*listing.bound(document), *listing.not_yet(document, pointer)]
    return tuple(sorted(listed, key=lambda one: (not one.fits, listing.prints(one), GROUPS.index(one.group))))


class _Listing:
    """The references of one place; `card` is what the kind of the document is called."""

    def __init__(self, vocabulary: Vocabulary, place: PlaceInScope, card: LocalizedText | None) -> None:
        self.vocabulary = vocabulary
        self.card = card
        self.place = place
        self.in_text = isinstance(place.shape, Identifier)

    def bound(self, document: Any) -> Iterator[Reference]:
        """Yield what has a value here."""
        for name, binding, effect in sites(self.place.scope, document):
            spec = self.vocabulary.spec("effect", effect)
            head = _in_scope(name, self.place.scope)
            if head is None:
                continue
            for field, kind in binding.fields.items():
                yield self._judged(self._reference(f"{head}.{field}", kind, name, field, spec), binding)

    def not_yet(self, document: Any, pointer: str) -> Iterator[Reference]:
        """Yield what gets its value only behind this place, in the same behaviour or ability."""
        names = {name for name, _, _ in sites(self.place.scope, document)}
        within = "/".join([*pointer.split("/")[:3], ""])
        for site in self.place.later:
            if site.label not in names and site.path.startswith(within):
                yield from self._later(site)

    def prints(self, one: Reference) -> bool:
        """Return whether a reference comes later because a name is made of numbers and words before all else."""
        return self.in_text and one.type not in ("int", "text", "cardID")

    def _later(self, site: Site) -> Iterator[Reference]:
        for field, kind in site.spec.output.results.items():
            made = self._reference(f"{site.label}.{field}", kind, site.label, field, site.spec)
            yield replace(made, group="later", fits=False, why=NOT_YET)

    def _reference(self, path: str, kind: str, name: str, field: str, spec: NodeSpec | None) -> Reference:
        group, title = self._described(name, field, kind, spec)
        braced = self.in_text or "{" in path
        return Reference(f"{{{path}}}" if braced else f"${path}", kind, title, group, fits=True)

    def _described(self, name: str, field: str, kind: str, spec: NodeSpec | None) -> tuple[Group, LocalizedText]:
        """Return to which group a name belongs, and what one of its fields is."""
        if spec is not None:
            result = next(iter(spec.wording.results.get(field, ())), None)
            group: Group = "loop" if "index" in spec.output.results else "earlier"
            things = {key.name: LocalizedText(key.title.en.lower(), key.title.zh) for key in spec.fields}
            return group, self._title(field, kind, result, spec.title, things)
        if (event := self.vocabulary.event(name)) is not None and field in event.fields:
            things = {key: self._noun(key, of) for key, of in event.fields.items()}
            return "event", self._title(field, kind, event.wording.result(field, {}), event.title, things)
        if (timing := self.vocabulary.timing(name)) is not None:
            return "play", self._title(field, kind, None, timing.title, {})
        givers = [record.title for record in self.vocabulary.records if name in record.gives]
        of = givers[0] if len(givers) == 1 else self.card or LocalizedText(name, name)
        return "card", self._title(field, kind, None, of, {})

    def _title(
        self, field: str, kind: str, result: Case | None, of: LocalizedText, things: Mapping[str, LocalizedText]
    ) -> LocalizedText:
        said = self._noun(field, kind) if result is None else _plain(result.phrase, things)
        return LocalizedText(f"{said.en} · {of.en}", f"{said.zh} · {of.zh}")

    def _noun(self, field: str, kind: str) -> LocalizedText:
        """Return what a field without words of its own holds: its name in English, its role and type in Chinese."""
        bare = kind.removesuffix("[]")
        noun = self.vocabulary.nouns.get(bare) or NOUNS.get(bare)
        words = _CAPITAL.sub(" ", _UNIQUE.sub("", field)).lower()
        thing = noun.zh if noun is not None else type_name(bare, self.vocabulary).zh
        return LocalizedText(
            words or (noun.one if noun is not None else field),
            f"{_ROLES.get(words.split()[0] if words else '', '')}{thing}",
        )

    def _judged(self, reference: Reference, binding: Binding) -> Reference:
        """Return a reference with whether the field takes it."""
        why = self._objection(reference)
        if why is not None:
            return replace(reference, fits=False, why=why)
        return reference if binding.sure else replace(reference, why=SOME_PATHS)

    def _objection(self, reference: Reference) -> LocalizedText | None:
        shape = self.place.shape
        if shape is None:
            return None
        if isinstance(shape, Identifier):
            return A_LIST if reference.type.endswith("[]") else None if shape.template else NO_REFERENCE
        if not isinstance(shape, Number | Value | Ref | Targets):
            return None if isinstance(shape, TextLiteral) and "{" in reference.insert else NO_REFERENCE
        wanted = self.place.compared or wanted_type(shape)
        if not fits(self.vocabulary, reference.type, wanted, is_list=isinstance(shape, Targets)):
            return self._mismatch(reference.type, wanted)
        parsed = parsed_text(reference.insert)
        if self.place.bounded and isinstance(parsed, Path) and not is_counted(parsed, self.place.scope):
            return NO_BOUND
        return None

    def _mismatch(self, found: str, wanted: str) -> LocalizedText:
        one, other = type_name(found, self.vocabulary), type_name(wanted, self.vocabulary)
        return LocalizedText(f"It is {one.en}; {other.en} is expected.", f"它是{one.zh}；此处需要{other.zh}。")


def _in_scope(name: str, scope: Scope) -> str | None:
    """Return a name as it can be said here: the counters inside it give way to the innermost one that is in scope."""
    template = parsed_text(name)
    if template is None or isinstance(template, str):
        return template and name
    counter = _counter(scope)
    pieces = template.pieces if isinstance(template, Template) else (template,)
    pieces_here = [
        piece if isinstance(piece, str) or all(spell(used) in set(scope.paths()) for used in paths(piece)) else counter
        for piece in pieces
    ]
    if any(piece is None for piece in pieces_here):
        return None
    return "".join(piece if isinstance(piece, str) else render(piece) for piece in pieces_here if piece is not None)


def _counter(scope: Scope) -> Path | None:
    """Return the counter of the innermost loop of this place."""
    counters = [path for path in scope.paths() if path.endswith(".index")]
    return Path((counters[-1],)) if counters else None


def _plain(phrase: LocalizedText, things: Mapping[str, LocalizedText]) -> LocalizedText:
    """Return a phrase with words in its places: `{monsterUUID's level}` is the level of the monster."""

    def english(match: re.Match[str]) -> str:
        thing = things[match.group(1)].en if match.group(1) in things else match.group(1)
        return f"the {thing}'s {match.group(2)}" if match.group(2) else f"the {thing}"

    def chinese(match: re.Match[str]) -> str:
        return things[match.group(1)].zh if match.group(1) in things else match.group(1)

    return LocalizedText(_PLACE.sub(english, phrase.en), _PLACE.sub(chinese, phrase.zh))
