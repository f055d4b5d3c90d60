"""Queries for Java, Kotlin, C#, Scala and Swift. What the captures mean is told in `grammars`."""

from __future__ import annotations

JAVA = """
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(compact_constructor_declaration name: (identifier) @name) @method
(annotation_type_element_declaration name: (identifier) @name) @method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @property
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @constant
(superclass [(type_identifier) (scoped_type_identifier) (generic_type . (_))] @base)
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier) (generic_type . (_))] @base))
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier) (generic_type . (_))] @base))
(type_identifier) @type
(method_invocation object: (_) @receiver name: (identifier) @ref)
(method_invocation !object name: (identifier) @ref)
(marker_annotation name: (_) @ref)
(annotation name: (_) @ref)
(import_declaration) @import
(string_literal) @string
(line_comment) @comment
(block_comment) @comment
"""

KOTLIN = """
(class_declaration "interface" name: (identifier) @name) @interface
(class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name) @enum
(class_declaration name: (identifier) @name) @class
(object_declaration name: (identifier) @name) @class
(companion_object name: (identifier) @name) @class
(function_declaration (user_type) @owner . name: (identifier) @name) @function
(function_declaration name: (identifier) @name) @function
(secondary_constructor "constructor" @name) @method
(type_alias type: (identifier) @name) @type_alias
(source_file (property_declaration (modifiers (property_modifier "const"))
  (variable_declaration . (identifier) @name)) @constant)
(source_file (property_declaration (variable_declaration . (identifier) @name)) @variable)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @property)
(class_parameter ["val" "var"] . (identifier) @name) @promoted
(delegation_specifier [(user_type . (identifier) @base)
  (constructor_invocation (user_type . (identifier) @base))
  (explicit_delegation (user_type . (identifier) @base))])
(user_type (identifier) @type)
(call_expression . [(identifier) (navigation_expression)] @ref)
(annotation (user_type (identifier) @ref))
(import) @import
(string_literal) @string
(multiline_string_literal) @string
(line_comment) @comment
(block_comment) @comment
"""

CSHARP = """
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(struct_declaration name: (identifier) @name) @struct
(enum_declaration name: (identifier) @name) @enum
(delegate_declaration name: (identifier) @name) @type_alias
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(local_function_statement name: (identifier) @name) @function
(property_declaration name: (identifier) @name) @property
(event_declaration name: (identifier) @name) @property
(field_declaration (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @name))) @constant
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @property
(base_list [(identifier) (qualified_name) (generic_name . (identifier))] @base)
(base_list (primary_constructor_base_type type: (_) @base))
(_ type: [(identifier) (qualified_name) (generic_name . (identifier)) (nullable_type (identifier))
  (array_type (identifier))] @type)
(_ returns: [(identifier) (qualified_name) (generic_name . (identifier)) (nullable_type (identifier))
  (array_type (identifier))] @type)
(type_argument_list [(identifier) (qualified_name) (generic_name . (identifier))] @type)
(attribute name: (_) @ref)
(invocation_expression function: [(identifier) (member_access_expression)] @ref)
(invocation_expression function: (generic_name . (identifier) @ref))
(invocation_expression function: (member_access_expression name: (generic_name . (identifier) @ref)))
(using_directive) @import
(string_literal) @string
(verbatim_string_literal) @string
(raw_string_literal) @string
(interpolated_string_expression) @string
(comment) @comment
"""

SCALA = """
(class_definition name: (_) @name) @class
(object_definition name: (_) @name) @class
(trait_definition name: (_) @name) @trait
(enum_definition name: (_) @name) @enum
(function_definition name: (_) @name) @function
(function_declaration name: (_) @name) @function
(type_definition name: (_) @name) @type_alias
(compilation_unit [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)
  (given_definition name: (_) @name)] @variable)
(template_body [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)
  (val_declaration name: (identifier) @name) (given_definition name: (_) @name)] @property)
(extends_clause [(type_identifier) (stable_type_identifier) (generic_type)] @base)
(type_identifier) @type
(call_expression function: [(identifier) (field_expression)] @ref)
(call_expression function: (generic_function function: (_) @ref))
(import_declaration) @import
(string) @string
(interpolated_string_expression) @string
(comment) @comment
(block_comment) @comment
"""

SWIFT = """
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @enum
(class_declaration declaration_kind: "extension" name: (_) @name) @impl
(class_declaration name: (type_identifier) @name) @class
(protocol_declaration name: (type_identifier) @name) @interface
(function_declaration name: (simple_identifier) @name) @function
(protocol_function_declaration name: (simple_identifier) @name) @method
(init_declaration "init" @name) @method
(deinit_declaration "deinit" @name) @method
(typealias_declaration name: (type_identifier) @name) @type_alias
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @variable)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property
(inheritance_specifier inherits_from: (user_type . (type_identifier) @base))
(type_identifier) @type
(call_expression . [(simple_identifier) (navigation_expression)] @ref)
(import_declaration) @import
(line_string_literal) @string
(multi_line_string_literal) @string
(comment) @comment
(multiline_comment) @comment
"""
