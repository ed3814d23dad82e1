"""Django's `for`, each turn of which is a named point of a request's budget (docs/adr/0096); every template has it."""

from django.template import Context, Library, Node
from django.template.base import Parser, Token
from django.template.defaulttags import ForNode, do_for

from cards.budget import checkpoint

register = Library()


class Point(Node):
    """Says nothing; a request whose budget is used up ends here."""

    def render(self, _context: Context) -> str:
        """Return nothing."""
        checkpoint()
        return ""


@register.tag("for")
def budgeted_for(parser: Parser, token: Token) -> ForNode:
    """Compile a loop as Django does, with a point at its beginning."""
    node = do_for(parser, token)
    node.nodelist_loop.insert(0, Point())  # type: ignore[arg-type]  # the stubs take a list of nodes for one of texts
    return node
