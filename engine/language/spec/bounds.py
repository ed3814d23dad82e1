"""Bounds and patterns that schema and checker share, so that neither can be stricter than the other."""

from __future__ import annotations

from engine.language.spec.interpolation import LABEL, LABEL_TEMPLATE, MAX_LENGTH, REFERENCE, TEMPLATE

INTEGER_MAX = 2**53 - 1
"""The largest whole number that every JSON reader keeps (RFC 8785)."""

COUNT = r"^\$[1-9][0-9]{0,2}$"
COUNT_MAX = 999
TEXT_MAX = MAX_LENGTH
LABEL_MAX = 100
BLOCK_MAX = 200
"""So many effects may be in one list."""

PATTERNS = {
    "reference": REFERENCE,
    "template": TEMPLATE,
    "label": LABEL,
    "labelTemplate": LABEL_TEMPLATE,
    "perPlayer": COUNT,
}
