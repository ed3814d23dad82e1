"""What references may name at one place of a document, and of which type it is.

The environment is lexical: a behaviour's timing, the event of the trigger around, and whatever effects before bound under
their `id`. A trigger made inside sees a copy of what was bound before it; nothing bound inside is seen outside.

Source: 000 "优胜劣汰" (ids and indices), "Trigger.id 支持变量"; §2.3 of the language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.language.spec.interpolation import Path, Template

Glob = tuple[str, ...]
"""A pattern of names: its literals, with one character or more between any two; a plain name is one literal."""
Name = TypeVar("Name", str, Glob)


@dataclass(frozen=True, slots=True)
class Binding:
    """The fields that a name has.

    Shapes: sure means bound on every path that leads here; open, that its fields are not known because the effect is wrong;
            later_in is the field in which the name has a value, where it has none here yet;
            sites are the pointers of the effects whose id it is, none for events and timings; fixed are the fields that are
            the same in every pass of the loop that binds them.
    """

    fields: Mapping[str, str]
    sure: bool = True
    open: bool = False
    sites: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    later_in: str = ""

    def type_of(self, field_name: str) -> str | None:
        """Return the type of a field, or None when there is none."""
        return "any" if self.open else self.fields.get(field_name)


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of one place: plain ones, and those that a template such as `dc{loop1.index}` makes.

    Shapes: templates maps the pattern of a template's names to what they bind; ended says that nothing from here on is done.
    """

    names: Mapping[str, Binding] = field(default_factory=dict)
    templates: Mapping[Glob, Binding] = field(default_factory=dict)
    ended: bool = False

    def event(self, name: str, fields: Mapping[str, str]) -> Scope:
        """Return the scope inside something that gives these fields; they hide those of the same name outside."""
        outer = self.names.get(name)
        merged = {**(outer.fields if outer else {}), **fields}
        return replace(self, names={**self.names, name: Binding(merged, sites=outer.sites if outer else ())})

    def bind(self, label: str | Path | Template, binding: Binding) -> Scope:
        """Return the scope after an effect with this id."""
        if isinstance(label, str):
            return replace(self, names={**self.names, label: binding})
        return replace(self, templates={**self.templates, glob(label.pieces): binding})

    def lookup(self, head: tuple[str | Path, ...]) -> Iterator[Binding]:
        """Yield what a name, plain or with references in it, may mean."""
        pattern = glob(head)
        if len(head) == 1 and isinstance(head[0], str):
            if head[0] in self.names:
                yield self.names[head[0]]
                return
        else:
            yield from (binding for name, binding in self.names.items() if is_made(name, pattern))
        yield from (binding for other, binding in self.templates.items() if overlap(pattern, other))

    def paths(self) -> Iterator[str]:
        """Yield every plain dotted name that can be said here."""
        for name, binding in self.names.items():
            for field_name in binding.fields:
                yield f"{name}.{field_name}"


def glob(pieces: tuple[str | Path, ...]) -> Glob:
    """Return the pattern of all names that a template can make."""
    literals = [""]
    for piece in pieces:
        if isinstance(piece, str):
            literals[-1] += piece
        else:
            literals.append("")
    return tuple(literals)


def is_made(name: str, pattern: Glob) -> bool:
    """Return whether a template can make a name: its literals in their order, with something between any two."""
    head, *patterns = pattern
    if not patterns:
        return name == head
    if not name.startswith(head):
        return False
    index = len(head)
    for literal in patterns[:-1]:
        start = name.find(literal, index + 1)
        if start < 0:
            return False
        index = start + len(literal)
    return name.endswith(patterns[-1]) and len(name) - len(patterns[-1]) > index


def overlap(first: Glob, second: Glob) -> bool:
    """Return whether two patterns may name the same: where their plain beginnings and ends agree."""
    if first == second:
        return True
    if len(first) == 1 or len(second) == 1:
        return is_made(first[0], second) if len(first) == 1 else is_made(second[0], first)
    heads = first[0].startswith(second[0]) or second[0].startswith(first[0])
    return heads and (first[-1].endswith(second[-1]) or second[-1].endswith(first[-1]))


def merged(before: Scope, branches: tuple[Scope, ...]) -> Scope:
    """Return the scope after a fork: what all branches bound is sure, what only some did may be missing.

    A branch that ends the block around it leads nowhere, so it does not count unless all do.
    """
    live = tuple(branch for branch in branches if not branch.ended)
    count = live or branches
    return Scope(
        _merged(before.names, tuple(branch.names for branch in count)),
        _merged(before.templates, tuple(branch.templates for branch in count)),
        not live,
    )


def _merged(before: Mapping[Name, Binding], branches: tuple[Mapping[Name, Binding], ...]) -> Mapping[Name, Binding]:
    names = {
        name: None
        for branch in branches
        if branch is not before
        for name in branch
        if branch[name] is not before.get(name)
    }
    if not names:
        return before
    out = dict(before)
    for name in names:
        found = [branch[name] for branch in branches if name in branch]
        sure = len(found) == len(branches) and all(binding.sure for binding in found)
        out[name] = joined(found, sure)
    return out


def joined(result: list[Binding], sure: bool) -> Binding:
    """Return one binding for several that a name may have: a field on which they differ may be anything."""
    if result[0].sure == sure and all(binding is result[0] for binding in result):
        return result[0]
    fields: dict[str, str] = {}
    for binding in result:
        for name, kind in binding.fields.items():
            fields[name] = kind if fields.get(name, kind) == kind else "any"
    sites = tuple(dict.fromkeys(site for binding in result for site in binding.sites))
    return Binding(fields, sure, any(binding.open for binding in result), sites)
