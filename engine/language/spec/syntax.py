"""How a ruleset's documents write their nodes.

Source: 000 (flat nodes), 003§2.3 (`{type, target, params}`, `{op, args}`); docs/adr/0050.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.language.spec.fields import Field
    from engine.language.spec.nodes import NodeSpec

TYPE = "type"
"""The key under which the core form has the name of a node."""


@dataclass(frozen=True, slots=True)
class NodeSyntax:
    """How the nodes of one family are written."""

    key: str = TYPE
    """The key that holds the node's name."""
    bag: str = ""
    """The key of the object, or list, that holds its fields; without one they are keys like `key`."""
    positional: bool = False
    """The bag is a list of the fields in their order."""
    outside: tuple[str, ...] = ()
    """Fields outside the bag, next to `key`."""
    word: bool = False
    """A node is its name alone."""

    def parts(self, spec: NodeSpec) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
        """Return the fields of a node outside its bag, and those inside."""
        if not self.bag:
            return spec.fields, ()
        inside = tuple(key for key in spec.fields if key.name not in self.outside)
        return tuple(key for key in spec.fields if key.name in self.outside), inside

    def name_of(self, node: Any) -> Any:
        """Return what is written as the name of a node; None where nothing is."""
        if self.word:
            return node
        return node.get(self.key) if isinstance(node, dict) else None


FLAT = NodeSyntax()


def is_reference(value: Any) -> bool:
    """Return whether a family of words has a reference in the place of a word: `$a.target`."""
    return isinstance(value, str) and value.startswith("$")
