"""Of which type an expression is, and whether that may be used where it is."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import Problem
from engine.language.analysis.scope import Binding, Scope, joined
from engine.language.diagnostics.messages import replacement, report
from engine.language.diagnostics.suggestions import SUGGESTIONS, hint, nearest
from engine.language.spec import THING, LocalizedText, Number, Ref, Shape, Targets, Value, Vocabulary
from engine.language.spec.interpolation import Path, spell, split_path


def wanted_type(shape: Shape) -> str:
    """Return the type of value that a field of this shape takes."""
    match shape:
        case Number():
            return "int"
        case Targets("any"):
            return THING
        case Value(kind) | Ref(kind) | Targets(kind):
            return kind
        case _:
            return "text"


def fits(vocabulary: Vocabulary, actual: str, expected: str, *, is_list: bool = False) -> bool:
    """Return whether a value of one type may be used where another is wanted.

    A card may be used as a monster, since some cards are; at run time a wrong one is a counted no-op.
    Shapes: many allows a list where single things are wanted.
    """
    if "any" in (actual, expected):
        return True
    if actual.endswith("[]") != expected.endswith("[]") and not (is_list and actual.endswith("[]")):
        return False
    one, other = actual.removesuffix("[]"), expected.removesuffix("[]")
    return vocabulary.is_a(one, other) or vocabulary.is_a(other, one)


class Typing:
    """Looks references up in a scope and keeps their problems, and which effects' results were asked for."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.problems: list[Problem] = []
        self.suggestions = SUGGESTIONS
        self.read: set[str] = set()

    def reference(self, path: Path, scope: Scope, place: str, text: str) -> str | None:
        """Return the type of a reference, or None when nothing can bind it, which is reported."""
        self.joined_text(path.pieces, scope, place, text)
        head, tail = split_path(path)
        bindings = list(scope.lookup(head))
        self.read.update(site for binding in bindings for site in binding.sites)
        if bindings and bindings[0].later_in:
            later = bindings[0].later_in
            self.problems.append(report("reference-too-early", place, name=spell(path), found=text, later=later))
            return None
        if not bindings or tail is None:
            name, near = spell(path), self._near(path, scope)
            message = "reference-without-field" if bindings else "reference-unbound"
            fix = replacement(place, text, name, near)
            self.problems.append(report(message, place, name=name, found=text, nearest=near, fix=fix))
            return None
        binding = bindings[0] if len(bindings) == 1 else joined(bindings, any(b.sure for b in bindings))
        return self._field(binding, tail, scope, place, text, path)

    def _field(
        self, binding: Binding, tail: tuple[str | Path, ...], scope: Scope, place: str, text: str, path: Path
    ) -> str | None:
        if len(tail) > 1 or not isinstance(tail[0], str):
            return "any"
        kind = binding.type_of(tail[0])
        if kind is None:
            self.problems.append(_no_field(place, text, spell(path), tail[0], tuple(binding.fields)))
        elif not binding.sure:
            self.problems.append(report("reference-maybe-unbound", place, found=spell(path)))
        return kind

    def _inner(self, path: Path, scope: Scope, place: str, text: str) -> None:
        """Check a reference inside another: its value becomes part of a name."""
        kind = self.reference(path, scope, place, text)
        if kind is not None and kind.endswith("[]"):
            self.problems.append(report("list-in-text", place, found=spell(path)))

    def joined_text(self, pieces: Iterable[str | Path], scope: Scope, place: str, text: str) -> None:
        """Check the references inside a template or a name: each is joined as text."""
        for piece in pieces:
            if isinstance(piece, Path):
                self._inner(piece, scope, place, text)

    def _near(self, path: Path, scope: Scope) -> str | None:
        """Return the nearest plain name, as long as the document has not asked too often."""
        if self.suggestions == 0 or not all(isinstance(piece, str) for piece in path.pieces):
            return None
        self.suggestions -= 1
        return nearest(spell(path), scope.paths())


def _no_field(place: str, text: str, name: str, field: str, fields: tuple[str, ...]) -> Problem:
    """Return the problem of a reference to something that exists, and a field that it does not have."""
    near = nearest(field, fields)
    whole = None if near is None else f"{name.removesuffix(field)}{near}"
    names = LocalizedText(", ".join(fields) or "none", "、".join(fields) or "无")
    return report(
        "reference-to-no-field",
        place,
        name=name,
        field=field,
        field_hint=hint(near),
        has=names,
        found=text,
        wanted=list(fields),
        nearest=whole,
        fix=replacement(place, text, name, whole),
    )
