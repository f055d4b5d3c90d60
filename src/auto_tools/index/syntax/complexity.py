"""How hard functions are to read: branches, nesting, parameters and length, counted on the syntax tree.

Cyclomatic complexity is one plus the decisions. Cognitive complexity counts a decision the more the deeper it
stands, an alternative and each change of logical operator once. A named function inside another counts by
itself; a nameless one belongs to what surrounds it.
"""

from __future__ import annotations

from auto_tools.index.syntax.callsites import Parsed
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


class Kinds(Record):
    """Which nodes of a grammar mean what."""

    functions: frozenset[str]
    """Named functions."""
    nameless: frozenset[str]
    """Functions without a name."""
    decisions: frozenset[str]
    """Branches and loops, each a decision that also nests."""
    choices: frozenset[str]
    """Switches: they nest, their cases decide."""
    cases: frozenset[str]
    """Decisions that do not nest further: cases, `elif`, filters of comprehensions."""
    alternatives: frozenset[str]
    """`else` and `elif`: one more each for the reader, without nesting."""
    logical: frozenset[str]
    """Expressions of two operands that may be logical."""


class Measure(Record):
    """What one function was measured to be."""

    name: str
    """Simple name as written."""
    line: int
    """Line of its name."""
    end: int
    """Last line."""
    cyclomatic: int
    """One plus its decisions."""
    cognitive: int
    """How hard it is to follow."""
    nesting: int
    """How deep its branches stand in one another."""
    parameters: int
    """How many it takes, without `self`."""
    lines: int
    """How long it is."""


def _kinds(*texts: str) -> Kinds:
    return Kinds(*(frozenset(text.split()) for text in texts))


_JAVASCRIPT = _kinds(
    "function_declaration method_definition generator_function_declaration",
    "arrow_function function_expression generator_function",
    "if_statement for_statement for_in_statement while_statement do_statement catch_clause "
    "ternary_expression",
    "switch_statement",
    "switch_case",
    "else_clause",
    "binary_expression",
)
_CPP = _kinds(
    "function_definition",
    "lambda_expression",
    "if_statement for_statement for_range_loop while_statement do_statement catch_clause "
    "conditional_expression",
    "switch_statement",
    "case_statement",
    "else_clause",
    "binary_expression",
)
KINDS: dict[str, Kinds] = {
    "python": _kinds(
        "function_definition",
        "lambda",
        "if_statement for_statement while_statement except_clause conditional_expression",
        "match_statement",
        "elif_clause case_clause for_in_clause if_clause",
        "elif_clause else_clause",
        "boolean_operator",
    ),
    "javascript": _JAVASCRIPT,
    "typescript": _JAVASCRIPT,
    "tsx": _JAVASCRIPT,
    "go": _kinds(
        "function_declaration method_declaration",
        "func_literal",
        "if_statement for_statement",
        "expression_switch_statement type_switch_statement select_statement",
        "expression_case type_case communication_case",
        "",
        "binary_expression",
    ),
    "rust": _kinds(
        "function_item",
        "closure_expression",
        "if_expression for_expression while_expression loop_expression",
        "match_expression",
        "match_arm",
        "else_clause",
        "binary_expression",
    ),
    "java": _kinds(
        "method_declaration constructor_declaration",
        "lambda_expression",
        "if_statement for_statement enhanced_for_statement while_statement do_statement catch_clause "
        "ternary_expression",
        "switch_expression switch_statement",
        "switch_label",
        "",
        "binary_expression",
    ),
    "c": _CPP,
    "cpp": _CPP,
    "ruby": _kinds(
        "method singleton_method",
        "lambda",
        "if unless while until for rescue conditional if_modifier unless_modifier while_modifier "
        "until_modifier",
        "case",
        "when elsif",
        "elsif else",
        "binary",
    ),
    "php": _kinds(
        "function_definition method_declaration",
        "anonymous_function anonymous_function_creation_expression arrow_function",
        "if_statement for_statement foreach_statement while_statement do_statement catch_clause "
        "conditional_expression",
        "switch_statement match_expression",
        "case_statement match_conditional_expression else_if_clause",
        "else_clause else_if_clause",
        "binary_expression",
    ),
}
"""Language -> what its nodes mean."""
_OPERATORS = frozenset(("&&", "||", "and", "or", "??"))
_SELF = frozenset((b"self", b"cls", b"&self", b"&mut self", b"self,", b"mut self"))
_DEFAULT_CASES = (b"default", b"_ ")


def measure_functions(parsed: Parsed) -> list[Measure]:
    """Return the measures of every named function of a source, in the order of the text."""
    kinds = KINDS.get(parsed.language)
    if kinds is None:
        return []
    found: list[Measure] = []
    waiting = [parsed.tree.root_node]
    while waiting:
        node = waiting.pop()
        if node.type in kinds.functions:
            found.append(_measure(parsed, kinds, node, waiting))
        else:
            waiting.extend(node.named_children)
    return sorted(found, key=lambda one: (one.line, one.name))


def _measure(parsed: Parsed, kinds: Kinds, function: Node, waiting: list[Node]) -> Measure:
    """Measure one function; named functions inside it are put aside for later."""
    decisions = cognitive = deepest = 0
    body = function.child_by_field_name("body") or function
    pending: list[tuple[Node, int, str]] = [(child, 0, "") for child in body.named_children]
    while pending:
        node, depth, operator = pending.pop()
        kind = node.type
        inner, joined = depth, ""
        if kind in kinds.functions:
            waiting.append(node)
            continue
        if kind in kinds.decisions:
            decisions += 1
            is_else_if = _is_else_if(parsed, node)
            cognitive += 1 if is_else_if else 1 + depth
            inner = depth if is_else_if else depth + 1
        elif kind in kinds.choices:
            cognitive += 1 + depth
            inner = depth + 1
        elif kind in kinds.nameless:
            inner = depth + 1
        elif kind in kinds.logical:
            joined = _operator(node)
            decisions += bool(joined)
            cognitive += bool(joined) and joined != operator
        if kind in kinds.cases and not _is_default(parsed, node):
            decisions += 1
        if kind in kinds.alternatives and not _leads_to_if(kinds, node):
            cognitive += 1
        deepest = max(deepest, inner)
        pending.extend((child, inner, joined) for child in node.named_children)
    name = _name_of(function)
    start, end = parsed.line(function.start_byte), parsed.line(max(function.end_byte - 1, 0))
    return Measure(
        parsed.source[name.start_byte : name.end_byte].decode("utf-8", "replace") if name else "",
        parsed.line(name.start_byte) if name else start,
        end,
        1 + decisions,
        cognitive,
        deepest,
        _parameters(parsed, function),
        end - start + 1,
    )


def _operator(node: Node) -> str:
    field = node.child_by_field_name("operator")
    kind = field.type if field else ""
    return kind if kind in _OPERATORS else ""


def _is_else_if(parsed: Parsed, node: Node) -> bool:
    """Tell whether an `if` directly follows an `else`."""
    before = parsed.source[max(node.start_byte - 12, 0) : node.start_byte].rstrip()
    return node.type.startswith("if") and before.endswith(b"else")


def _leads_to_if(kinds: Kinds, node: Node) -> bool:
    children = node.named_children
    return node.type == "else_clause" and len(children) == 1 and children[0].type.startswith("if_")


def _is_default(parsed: Parsed, node: Node) -> bool:
    text = parsed.source[node.start_byte : node.start_byte + 8]
    return text.startswith(_DEFAULT_CASES)


def _name_of(function: Node) -> Node | None:
    node: Node | None = function
    for _step in range(6):
        if node is None:
            return None
        name = node.child_by_field_name("name")
        if name is not None:
            return name
        inner = node.child_by_field_name("declarator")
        if inner is None:
            return node if node is not function else None
        node = inner
    return node


def _parameters(parsed: Parsed, function: Node) -> int:
    node: Node | None = function
    listed = None
    for _step in range(6):
        if node is None:
            break
        listed = node.child_by_field_name("parameters")
        if listed is not None:
            break
        node = node.child_by_field_name("declarator")
    if listed is None:
        return 0
    texts = [
        parsed.source[one.start_byte : one.end_byte]
        for one in listed.named_children
        if "comment" not in one.type
    ]
    return sum(text.strip() not in _SELF and text not in (b"void", b"*", b"/") for text in texts)
