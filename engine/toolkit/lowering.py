"""Rules written as functions, lowered to blocks: a step ends where listeners may react or a player is asked.

A state is a value: it cannot hold a running function. So a rule's function is never called. Its source is split at each question
(`answer = yield t.ask(...)`) and at each call after which other code may run first (`t.emit(...)`), and the pieces become the ops of a
block, with the author's own lines. What the function calls its variables lives in the environment of the block's frame, between the
steps and in the digest. Source: ADR "Rules that ask are functions, lowered to steps".
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.kernel.state import Block
from engine.language.spec import LocalizedText
from engine.ruleset.faults import Place
from engine.toolkit.faults import Faults, place_of
from engine.toolkit.rules import RETURN
from engine.toolkit.table import unknown_method

ASKING = ("ask", "ask_several")
"""The questions of a table; their texts are written in both languages where they are put."""
_FOREIGN = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Global, ast.Nonlocal, ast.NamedExpr)


@dataclass
class RuleBlock:
    """What became of a function: its block, and the texts of its questions by prompt."""

    block: Block
    questions: dict[str, LocalizedText] = field(default_factory=dict)


def signal_of(value: Any) -> Any:
    """Return what a call reports to the machine, None for a result that is no signal."""
    return value if value.__class__ is int and value < 0 else None


def lower(
    function: Callable[..., Any], name: str, table: type, interrupts: Callable[[str], bool], faults: Faults
) -> RuleBlock:
    """Return a function as a block; its first parameter is the table, the others are names of the environment.

    Shapes: `interrupts` says of a method of the table whether other code may run before what follows it.
    """
    source = textwrap.dedent(inspect.getsource(function))
    tree = ast.parse(source)
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        faults.refuse(place_of(function), "a rule is a function", "规则须是函数")
        return RuleBlock(Block(name, ()))
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    work = _Lowering(function, definition, name, interrupts, faults)
    work.refuse_unknown(definition, table)
    ops = work.ops()
    module = ast.fix_missing_locations(ast.Module(ops, []))
    scope: dict[str, Any] = {
        **function.__globals__,
        **inspect.getclosurevars(function).nonlocals,
        "?table": table,
        "?signal": signal_of,
    }
    exec(compile(module, function.__code__.co_filename, "exec"), scope)  # noqa: S102 - the author's own code, in steps
    steps = tuple(scope[f"step{place}"] for place in range(len(ops)))
    return RuleBlock(Block(name, steps), work.questions)


class _Position(ast.Constant):
    """The number of a step that is known when all steps are."""


class _Lowering:
    """The lowering of one function."""

    def __init__(
        self,
        function: Callable[..., Any],
        definition: ast.FunctionDef,
        name: str,
        interrupts: Callable[[str], bool],
        faults: Faults,
    ) -> None:
        self.function, self.name, self.interrupts, self.faults = function, name, interrupts, faults
        self.table = definition.args.args[0].arg if definition.args.args else "t"
        self.body = definition.body
        self.questions: dict[str, LocalizedText] = {}
        self.locals = {argument.arg for argument in definition.args.args[1:]} | set(_variables(definition))
        self.steps: list[list[ast.stmt]] = [[]]
        self.loops: list[tuple[ast.Constant, ast.Constant]] = []
        self.hidden = 0

    def ops(self) -> list[ast.stmt]:
        """Return the steps as functions."""
        self.statements(self.body)
        return [self._function(place, body) for place, body in enumerate(self.steps)]

    def refuse(self, node: ast.AST, en: str, zh: str) -> None:
        """Note a fault at the line of a node."""
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        self.faults.refuse(Place(place_of(self.function).file, line), en, zh)

    def refuse_unknown(self, definition: ast.FunctionDef, table: type) -> None:
        """Note a fault for each method that the table does not have."""
        for node in ast.walk(definition):
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            if node.value.id == self.table and not hasattr(table, node.attr):
                self.refuse(node, *unknown_method(table, node.attr))

    # ------------------------------------------------------------------------------------------- statements

    def statements(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Add a statement to the steps: as it is, or split where it is interrupted."""
        foreign = next((part for part in ast.walk(node) if isinstance(part, _FOREIGN)), None)
        if foreign is not None:
            kind = type(foreign).__name__
            self.refuse(foreign, f"a rule has no {kind} inside", f"规则函数内不能有 {kind}")
        elif not self._is_split(node):
            self._put(node)
        elif isinstance(node, ast.If):
            self._if(node)
        elif isinstance(node, ast.While):
            self._while(node)
        elif isinstance(node, ast.For):
            self._for(node)
        elif isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign):
            self._interrupt(node)
        else:
            self.refuse(
                node,
                "a question stands alone: `answer = yield t.ask(…)`, and neither in `try` nor in `with` or `match`",
                "提问须单独成句：`answer = yield t.ask(…)`，且不能放在 `try`、`with` 或 `match` 中",
            )

    def _interrupt(self, node: ast.Expr | ast.Assign | ast.AnnAssign) -> None:
        """End a step with a call that may be interrupted; the next one takes the answer."""
        call = node.value.value if isinstance(node.value, ast.Yield) else node.value
        if call is None or not isinstance(call, ast.Call) or any(map(self._is_interrupt, ast.walk(_parts(call)))):
            return self.refuse(
                node,
                "a question stands alone: `answer = yield t.ask(…)`",
                "提问须单独成句：`answer = yield t.ask(…)`",
            )
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if method in ASKING:
            call = self._question(call)
        self._end(call, node)
        if not isinstance(node, ast.Expr):
            answer = ast.Call(
                ast.Attribute(_name(self.table), "answers" if method == ASKING[1] else "answer", ast.Load()), [], []
            )
            node.value = ast.copy_location(answer, node)
            ast.fix_missing_locations(node)
            self._put(node)
        return None

    def _question(self, call: ast.Call) -> ast.Call:
        """Put the prompt of a question in place of its texts."""
        texts = call.args[1:3]
        if len(texts) < 2 or not all(isinstance(text, ast.Constant) and isinstance(text.value, str) for text in texts):
            self.refuse(
                call,
                "a question has its text in English and Chinese: t.ask(options, en, zh)",
                "提问须写明中英文：t.ask(options, en, zh)",
            )
            return call
        prompt = f"{self.name}/{len(self.questions) + 1}"
        self.questions[prompt] = LocalizedText(*(str(text.value) for text in texts if isinstance(text, ast.Constant)))
        return ast.copy_location(
            ast.Call(call.func, [call.args[0], ast.Constant(prompt), *call.args[3:]], call.keywords), call
        )

    def _if(self, node: ast.If) -> None:
        otherwise, end = _Position(0), _Position(0)
        self._jump_unless(node.test, otherwise)
        self.statements(node.body)
        if node.orelse:
            self._jump(end, node)
        self._mark(otherwise)
        self.statements(node.orelse)
        self._mark(end)

    def _while(self, node: ast.While) -> None:
        start, end = _Position(0), _Position(0)
        self._mark(start)
        self._jump_unless(node.test, end)
        self._loop(node, start, end)

    def _for(self, node: ast.For) -> None:
        """Read the things once, and take one after the other."""
        self.hidden += 1
        things, place = f"?things{self.hidden}", f"?place{self.hidden}"
        start, end = _Position(0), _Position(0)
        listed = ast.Call(ast.Name("tuple", ast.Load()), [node.iter], [])
        self._put(_assign(things, listed, node))
        self._put(_assign(place, ast.Constant(0), node))
        self._mark(start)
        length = ast.Call(ast.Name("len", ast.Load()), [_name(things)], [])
        self._jump_unless(ast.Compare(_name(place), [ast.Lt()], [length]), end)
        item = ast.Subscript(_name(things), _name(place), ast.Load())
        self._put(ast.copy_location(ast.Assign([node.target], item), node))
        self._put(_assign(place, ast.BinOp(_name(place), ast.Add(), ast.Constant(1)), node))
        self._loop(node, start, end)

    def _loop(self, node: ast.For | ast.While, start: ast.Constant, end: ast.Constant) -> None:
        if node.orelse:
            self.refuse(node, "a loop with questions has no `else`", "含提问的循环不能有 `else`")
        self.loops.append((start, end))
        self.statements(node.body)
        self.loops.pop()
        self._jump(start, node)
        self._mark(end)

    # ------------------------------------------------------------------------------------------- steps

    def _put(self, node: ast.stmt) -> None:
        self.steps[-1].append(_Leaving(*self.loops[-1]).visit(node) if self.loops else node)

    def _end(self, value: ast.expr, node: ast.AST) -> None:
        """End the step by what a call reports."""
        report = ast.Call(ast.Name("?signal", ast.Load()), [value], [])
        self._put(ast.copy_location(_Report(report), node))
        self.steps.append([])

    def _jump(self, target: ast.Constant, node: ast.AST) -> None:
        self._put(ast.copy_location(_Report(target), node))
        self.steps.append([])

    def _jump_unless(self, test: ast.expr, target: ast.Constant) -> None:
        if any(map(self._is_interrupt, ast.walk(test))):
            self.refuse(
                test, "a question stands alone: `answer = yield t.ask(…)`", "提问须单独成句：`answer = yield t.ask(…)`"
            )
        self._put(ast.copy_location(ast.If(ast.UnaryOp(ast.Not(), test), [_Report(target)], []), test))

    def _mark(self, target: ast.Constant) -> None:
        """Begin a step that is jumped to."""
        if self.steps[-1]:
            self.steps.append([])
        target.value = len(self.steps) - 1

    def _function(self, place: int, body: list[ast.stmt]) -> ast.stmt:
        """Return a step as a function of state and environment."""
        names = ast.parse("v = st.writable_environment(env_id).names").body
        table = ast.Assign(
            [ast.Name(self.table, ast.Store())],
            ast.Call(ast.Name("?table", ast.Load()), [ast.Name("st", ast.Load()), ast.Name("env_id", ast.Load())], []),
        )
        (step,) = ast.parse(f"def step{place}(st, env_id): pass").body
        if isinstance(step, ast.FunctionDef):
            step.body = [*names, table, *_Rewriting(self.locals).body(body)]
        return step

    # ------------------------------------------------------------------------------------------- what interrupts

    def _is_split(self, node: ast.AST) -> bool:
        """Return whether a step ends inside a statement, or a jump to another step leaves it."""
        return any(map(self._is_interrupt, ast.walk(node)))

    def _is_interrupt(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Yield | ast.YieldFrom | ast.Await):
            return True
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        owner = node.func.value
        return isinstance(owner, ast.Name) and owner.id == self.table and self.interrupts(node.func.attr)


class _Report(ast.Return):
    """What a step reports to the machine, beside what the author returns."""


class _Leaving(ast.NodeTransformer):
    """Turns what leaves a split loop, or goes on with it, into jumps; loops inside it keep theirs."""

    def __init__(self, start: ast.Constant, end: ast.Constant) -> None:
        self.start, self.end = start, end

    def visit_For(self, node: ast.For) -> ast.stmt:
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        return node

    def visit_Break(self, node: ast.Break) -> ast.stmt:
        return ast.copy_location(_Report(self.end), node)

    def visit_Continue(self, node: ast.Continue) -> ast.stmt:
        return ast.copy_location(_Report(self.start), node)


def _parts(call: ast.Call) -> ast.AST:
    """Return what a call is made of, without the call itself."""
    return ast.Tuple([*call.args, *(keyword.value for keyword in call.keywords)], ast.Load())


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _assign(name: str, value: ast.expr, node: ast.AST) -> ast.stmt:
    return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), node)


def _variables(node: ast.AST) -> Iterator[str]:
    """Yield the variables of a function: what is assigned in it, outside comprehensions and lambdas."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.id
        if not isinstance(child, ast.comprehension | ast.Lambda):
            yield from _variables(child)


class _Rewriting(ast.NodeTransformer):
    """Puts a function's variables into the environment, and turns its jumps and returns into what the machine knows."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.shadowed: list[set[str]] = []

    def body(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        return [self.visit(statement) for statement in statements]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        is_own = node.id in self.names or (node.id[0] == "?" and node.id not in ("?table", "?signal"))
        if not is_own or any(node.id in names for names in self.shadowed):
            return node
        return ast.copy_location(ast.Subscript(ast.Name("v", ast.Load()), ast.Constant(node.id), node.ctx), node)

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        value = self.visit(node.value) if isinstance(node, _Report) and node.value is not None else ast.Constant(RETURN)
        return ast.copy_location(ast.Return(value), node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return self._shadowing(node, {argument.arg for argument in node.args.args})

    def _comprehension(self, node: Any) -> ast.expr:
        targets = {
            part.id for inner in node.generators for part in ast.walk(inner.target) if isinstance(part, ast.Name)
        }
        return self._shadowing(node, targets)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815 - names of ast

    def _shadowing(self, node: Any, names: set[str]) -> ast.expr:
        self.shadowed.append(names)
        visited: ast.expr = self.generic_visit(node)  # type: ignore[assignment]  # an expression stays one
        self.shadowed.pop()
        return visited
