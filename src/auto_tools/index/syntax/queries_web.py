"""Queries for JavaScript, TypeScript and TSX. What the captures mean is told in `grammars`."""

from __future__ import annotations

_COMMON = """
(variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @function
(variable_declarator name: (identifier) @name value: (class)) @class
(assignment_expression left: [(identifier) (member_expression)] @name
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @function
(assignment_expression left: [(identifier) (member_expression)] @name right: (class)) @class
(function_declaration name: (identifier) @name body: (_) @body) @function
(generator_function_declaration name: (identifier) @name body: (_) @body) @function
(export_statement "default" @name value: [(arrow_function body: (_) @body)
  (function_expression body: (_) @body)]) @function
(export_statement "default" @name value: (class)) @class
(class_body (method_definition name: (_) @name body: (_) @body) @method)
(object (method_definition name: (_) @name body: (_) @body) @literal)
(pair key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @literal
(assignment_expression left: (member_expression
  object: (identifier) @f property: (property_identifier) @g) right: (object) @scope
  (#eq? @f "module") (#eq? @g "exports"))
(export_statement "default" value: (object) @scope)
(export_statement "default" value: (call_expression arguments: (arguments . (object) @scope)))
(program (lexical_declaration (variable_declarator name: (identifier) @name) @variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @variable))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @variable)))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @variable)))
(export_statement decorator: (_) declaration: (_) @wrapped) @wrap
(import_statement) @import
(export_statement source: (string)) @import
(variable_declarator name: [(identifier) (object_pattern)] value: (call_expression function: (identifier) @f
  arguments: (arguments . (string) .)) (#eq? @f "require")) @import
(call_expression function: (identifier) @f arguments: (arguments . (string) .) (#eq? @f "require")) @import
(call_expression function: (import) arguments: (arguments . (string))) @import
(call_expression function: [(identifier) (member_expression)] @ref)
(new_expression constructor: [(identifier) (member_expression)] @ref)
(decorator [(identifier) (member_expression)] @ref)
(string) @string
(template_string) @string
(comment) @comment
"""

_JSX = """
(jsx_opening_element name: [(identifier) (member_expression)] @ref (#match? @ref "^[A-Z]"))
(jsx_self_closing_element name: [(identifier) (member_expression)] @ref (#match? @ref "^[A-Z]"))
"""

JAVASCRIPT = (
    """
(class_declaration name: (identifier) @name) @class
(class_heritage [(identifier) (member_expression)] @base)
(class_heritage (call_expression arguments: (arguments [(identifier) (member_expression)] @base)))
(field_definition property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(field_definition property: (_) @name) @property
"""
    + _COMMON
    + _JSX
)

TYPESCRIPT = (
    """
(class_declaration name: (type_identifier) @name) @class
(abstract_class_declaration name: (type_identifier) @name) @class
(interface_declaration name: (type_identifier) @name) @interface
(type_alias_declaration name: (type_identifier) @name) @type_alias
(enum_declaration name: (identifier) @name) @enum
(internal_module name: (_) @name) @module
(module name: (identifier) @name) @module
(function_signature name: (identifier) @name) @function
(public_field_definition name: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(public_field_definition name: (_) @name) @property
(abstract_method_signature name: (_) @name) @method
(method_signature name: (property_identifier) @name) @prototype
(property_signature name: (property_identifier) @name) @member
(statement_block (export_statement (lexical_declaration
  (variable_declarator name: (identifier) @name) @variable)))
(ambient_declaration [(lexical_declaration (variable_declarator name: (identifier) @name) @variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @variable)])
(extends_clause value: [(identifier) (member_expression)] @base)
(implements_clause [(type_identifier) (nested_type_identifier)
  (generic_type name: [(type_identifier) (nested_type_identifier)])] @base)
(extends_type_clause type: [(type_identifier) (nested_type_identifier)
  (generic_type name: [(type_identifier) (nested_type_identifier)])] @base)
(type_identifier) @type
"""
    + _COMMON
)

TSX = TYPESCRIPT + _JSX
