"""Queries for Python, Ruby, PHP, Bash and Lua. What the captures mean is told in `grammars`."""

from __future__ import annotations

PYTHON = """
(function_definition name: (identifier) @name body: (_) @body) @function
(class_definition name: (identifier) @name body: (_) @body) @class
(class_definition superclasses: (argument_list [
  (identifier) @base (attribute) @base (subscript value: [(identifier) (attribute)] @base)]))
(module (expression_statement (assignment left: (identifier) @name) @variable))
(module (type_alias_statement left: (type (identifier) @name)) @type_alias)
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @property)))
(decorated_definition definition: (_) @wrapped) @wrap
(call function: [(identifier) (attribute)] @ref)
(decorator [(identifier) (attribute)] @ref)
(type) @types
(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
(expression_statement . (string) @comment .)
(string) @string
(comment) @comment
"""

RUBY = """
(module body: (body_statement [(method name: (_) @name) (singleton_method name: (_) @name)] @method))
(module name: (_) @name) @module
(class name: (_) @name) @class
(class superclass: (superclass (_) @base))
(method name: (_) @name body: (_)? @body) @function
(singleton_method name: (_) @name body: (_)? @body) @function
(assignment left: (constant) @name) @constant
(call !receiver method: (identifier) @f arguments: (argument_list (simple_symbol) @name @property)
  (#any-of? @f "attr_accessor" "attr_reader" "attr_writer"))
(call !receiver method: (identifier) @f arguments: (argument_list [(constant) (scope_resolution)] @base)
  (#any-of? @f "include" "extend" "prepend"))
(call !receiver method: (identifier) @f arguments: (argument_list (string))
  (#any-of? @f "require" "require_relative" "load")) @import
(call receiver: (_) @receiver method: [(identifier) (constant)] @ref)
(call !receiver method: [(identifier) (constant)] @ref)
(call receiver: [(constant) @ref (scope_resolution) @ref] method: (identifier) @f (#eq? @f "new"))
(string) @string
(heredoc_body) @string
(comment) @comment
"""

PHP = """
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(const_declaration (const_element (name) @name) @constant)
(property_declaration (property_element name: (variable_name (name) @name))) @property
(property_promotion_parameter name: (variable_name (name) @name)) @promoted
(function_call_expression function: (name) @f
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @f "define")) @constant
(base_clause [(name) (qualified_name)] @base)
(class_interface_clause [(name) (qualified_name)] @base)
(declaration_list (use_declaration [(name) (qualified_name)] @base))
(named_type [(name) (qualified_name)] @type)
(attribute [(name) (qualified_name)] @ref)
(function_call_expression function: [(name) (qualified_name)] @ref)
(member_call_expression object: (_) @receiver name: (name) @ref)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @ref)
(scoped_call_expression scope: (_) @receiver name: (name) @ref)
(scoped_call_expression scope: [(name) (qualified_name)] @ref)
(class_constant_access_expression . [(name) (qualified_name)] @ref)
(object_creation_expression [(name) (qualified_name)] @ref)
(namespace_use_declaration) @import
(expression_statement [(require_expression) (require_once_expression) (include_expression)
  (include_once_expression)]) @import
(string) @string
(encapsed_string) @string
(heredoc) @string
(comment) @comment
"""

BASH = """
(function_definition name: (word) @name) @function
(program (variable_assignment name: (variable_name) @name) @variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @variable)
(command name: (command_name (word) @f) . argument: (_) (#any-of? @f "source" ".")) @import
(command name: (command_name (word) @ref))
(string) @string
(raw_string) @string
(heredoc_body) @string
(comment) @comment
"""

LUA = """
(function_declaration name: (_) @name body: (_)? @body) @function
(assignment_statement (variable_list . name: (_) @name)
  (expression_list . value: (function_definition))) @function
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)) @variable))
(chunk (assignment_statement (variable_list . name: (identifier) @name)) @variable)
(field name: (identifier) @name value: (function_definition)) @literal
(function_call name: (identifier) @f arguments: (arguments . (string)) (#eq? @f "require")) @import
(function_call name: [(identifier) (dot_index_expression) (method_index_expression)] @ref)
(string) @string
(comment) @comment
"""
