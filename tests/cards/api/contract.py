"""The description as tests read it: made once, with a checker for any part of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from cards.api.description import description

DOCUMENT = description()
ADDRESS = "urn:description"
REGISTRY: Registry[Any] = (
    Registry().with_resource(ADDRESS, Resource.from_contents(DOCUMENT, default_specification=DRAFT202012)).crawl()
)


@cache
def checker(*way: str) -> jsonschema.Draft202012Validator:
    """Return the checker of the schema at a place of the document."""
    pointer = "".join(f"/{part.replace('~', '~0').replace('/', '~1')}" for part in way)
    return jsonschema.Draft202012Validator({"$ref": f"{ADDRESS}#{pointer}"}, registry=REGISTRY)
