"""The one place where a card's markup becomes HTML.

The author's text is stored as typed and passes through here whenever it is shown.
"""

import nh3
from django.utils.safestring import SafeString, mark_safe

TAGS = frozenset({"b", "i", "em", "strong", "u", "br", "p", "span", "ul", "ol", "li"})
SPAN_CLASSES = frozenset({"keyword", "number", "flavour"})


def card_html(text: str) -> SafeString:
    """Return a card's rules text with only the markup that a card may hold.

    Source: 000's descriptions carry simple markup; links, images and styles are never let through.
    """
    clean = nh3.clean(
        text,
        tags=set(TAGS),
        clean_content_tags={"script", "style"},
        attributes={},
        allowed_classes={"span": set(SPAN_CLASSES)},
        url_schemes=set(),
        link_rel=None,
    )
    return mark_safe(clean)  # noqa: S308 - nh3 has just reduced it to the tags above
