"""The guard over lookups of templates, shown what it must notice."""

from dataclasses import dataclass

import pytest
from django.template import Context, Template

from tests import template_lookups


@dataclass
class Row:
    """An object with fields, as pages hand them to templates."""

    name: str
    words: dict[str, str]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("{{ row.title }}", ["Row.title in row.title"]),
        ("{% if row.is_new %}new{% endif %}", ["Row.is_new in row.is_new"]),
        ("{{ row.name }} {{ row.words.en }} {{ row.words.zh }} {{ other }}", []),
    ],
)
def test_a_field_that_an_object_lacks_is_recorded(text: str, missing: list[str]) -> None:
    Template(text).render(Context({"row": Row("Torch", {"en": "Torch"})}))
    lookups = list(template_lookups.MISSING)
    template_lookups.MISSING.clear()

    assert lookups == missing
