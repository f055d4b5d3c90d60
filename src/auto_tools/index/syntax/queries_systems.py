"""Queries for Go, Rust, C and C++. What the captures mean is told in `grammars`."""

from __future__ import annotations

GO = """
(function_declaration name: (identifier) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type [(type_identifier) @owner (generic_type type: (type_identifier) @owner)])]))
  name: (field_identifier) @name) @method
(type_spec name: (type_identifier) @name type: (struct_type)) @struct
(type_spec name: (type_identifier) @name type: (interface_type)) @interface
(type_spec name: (type_identifier) @name) @type_alias
(type_alias name: (type_identifier) @name) @type_alias
(method_elem name: (field_identifier) @name) @method
(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name) @property)))
(field_declaration !name type: [(type_identifier) (qualified_type) (generic_type type: (_))] @base)
(interface_type (type_elem . [(type_identifier) (qualified_type)] @base .))
(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration [(var_spec name: (identifier) @name) @variable
  (var_spec_list (var_spec name: (identifier) @name) @variable)]))
(type_identifier) @type
(call_expression function: [(identifier) (selector_expression)] @ref)
(call_expression function: (index_expression operand: [(identifier) (selector_expression)] @ref))
(call_expression function: (type_instantiation_expression type: (_) @ref))
(import_spec) @import
(import_declaration) @covered
(interpreted_string_literal) @string
(raw_string_literal) @string
(comment) @comment
"""

RUST = """
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (type_identifier) @name) @struct
(union_item name: (type_identifier) @name) @struct
(enum_item name: (type_identifier) @name) @enum
(trait_item name: (type_identifier) @name) @trait
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier)
  (generic_type type: [(type_identifier) (scoped_type_identifier)])] @base))
(impl_item trait: [(type_identifier) (scoped_type_identifier) (generic_type)] @base)
(impl_item type: (_) @name) @impl
(mod_item name: (identifier) @name body: (_)) @module
(mod_item !body) @import
(macro_definition name: (identifier) @name) @macro
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @constant
(type_item name: (type_identifier) @name) @type_alias
(associated_type name: (type_identifier) @name) @type_alias
(field_declaration name: (field_identifier) @name) @member
(attribute_item) @attached
(type_identifier) @type
(call_expression function: [(identifier) (field_expression) (scoped_identifier)] @ref)
(call_expression function: (generic_function function: (_) @ref))
(macro_invocation macro: [(identifier) (scoped_identifier)] @ref)
(use_declaration) @import
(extern_crate_declaration) @import
(string_literal) @string
(raw_string_literal) @string
(line_comment) @comment
(block_comment) @comment
"""

_C_COMMON = """
(preproc_def name: (identifier) @name value: (_)) @macro
(preproc_function_def name: (identifier) @name) @macro
(type_definition type: (struct_specifier body: (_)) declarator: (type_identifier) @name) @struct
(type_definition type: (union_specifier body: (_)) declarator: (type_identifier) @name) @struct
(type_definition type: (enum_specifier body: (_)) declarator: (type_identifier) @name) @enum
(type_definition declarator: [(type_identifier) @name
  (pointer_declarator declarator: (type_identifier) @name)
  (array_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (type_identifier) @name)))]) @type_alias
(struct_specifier name: (type_identifier) @name body: (_)) @struct
(union_specifier name: (type_identifier) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)])) @variable)
(preproc_ifdef (declaration declarator: (init_declarator declarator: (identifier) @name)) @variable)
(type_identifier) @type
(call_expression function: [(identifier) (field_expression)] @ref)
(preproc_include) @import
(string_literal) @string
(comment) @comment
"""

C = (
    """
(function_definition declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name)))]) @function
(declaration declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name)))]) @prototype
"""
    + _C_COMMON
)

_CPP_NAMES = (
    "[(identifier) (qualified_identifier) (field_identifier) (destructor_name) (operator_name)] @name"
)

CPP = (
    f"""
(function_definition declarator: [
  (function_declarator declarator: {_CPP_NAMES})
  (pointer_declarator declarator: (function_declarator declarator: {_CPP_NAMES}))
  (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: {_CPP_NAMES})))
  (reference_declarator (function_declarator declarator: {_CPP_NAMES}))]) @function
(declaration declarator: [
  (function_declarator declarator: {_CPP_NAMES})
  (pointer_declarator declarator: (function_declarator declarator: {_CPP_NAMES}))
  (reference_declarator (function_declarator declarator: {_CPP_NAMES}))]) @prototype
(field_declaration declarator: [
  (function_declarator declarator: {_CPP_NAMES})
  (pointer_declarator declarator: (function_declarator declarator: {_CPP_NAMES}))
  (reference_declarator (function_declarator declarator: {_CPP_NAMES}))]) @method
(field_declaration declarator: [(field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (reference_declarator (field_identifier) @name)
  (array_declarator declarator: (field_identifier) @name)]) @member
(class_specifier name: (_) @name body: (_)) @class
(namespace_definition name: (_) @name) @module
(alias_declaration name: (type_identifier) @name) @type_alias
(concept_definition name: (identifier) @name) @type_alias
(namespace_definition body: (declaration_list (declaration declarator: (init_declarator
  declarator: (identifier) @name)) @variable))
(base_class_clause [(type_identifier) (qualified_identifier) (template_type name: (_))] @base)
(template_declaration (_) @wrapped .) @wrap
(call_expression function: (qualified_identifier) @ref)
(call_expression function: (template_function name: (identifier) @ref))
(call_expression function: (field_expression field: (template_method name: (_) @ref)))
(raw_string_literal) @string
"""
    + _C_COMMON
)
