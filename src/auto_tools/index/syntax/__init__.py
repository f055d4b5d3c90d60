"""What a code index needs from one source file: definitions, imports, references, strings, comments.

The only folder that imports tree-sitter; a grammar is loaded when its language is first met.

    shape           the values handed out
    extract         source bytes -> Syntax
    reading         the matches of a query -> values
    nesting         which definition stands in which: qualified names, kinds, bases, signatures
    words           simple names, the text of a literal
    imports         the text of an import statement -> modules and names
    grammars        language -> wheel, query, reader of imports
    callsites       call sites with their receivers; complexity: how hard functions are to read
    queries_*       the tree-sitter queries, one module per family of languages
"""
