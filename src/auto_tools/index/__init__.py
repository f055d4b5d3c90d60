"""What tools and the hook know about the analysed repository, read from its files alone.

The modules:

    root        which directory is analysed
    facts       one pass: profile, state and rules together
    gitdir      where git is, the branch, the latest commits
    gitindex    git's own list of tracked files, and which of them were changed
    indexformat the bytes of that list
    project     languages, build files, test folders
    manifests   build files, and the names in them
    rules       what the repository demands of those who change it
    names       paths and texts of strangers, safe to print

and the search index, built by a process of its own:

    listing     which files belong to it
    gitcommand  git, run so that a repository cannot run anything
    history     commits as git tells them
    languages   which language a file is written in; kinds: what a file is for
    words       text -> terms; pathwords: paths -> terms
    syntax/     definitions, imports, uses and strings by tree-sitter
    analyse     what one content gives the index; workers: many of them, in processes that can be ended
    postings    the bytes of a posting list; keys: what it is stored under
    commits     what commit subjects say about files
    store       where an index lives and how it is opened
    build       brings it in step with the work tree; entries: what a file puts into the lists
    freshness   how far it is behind; refresh: starts the process that mends it
    scan        what can be had without an index
    rank/       query -> signals -> files and definitions
    snippets    the lines that show why
    graph       what surrounds a definition; neighbours: which files around the best ones are worth knowing
    program     what names mean: scopes, classes; bindings: imports; receivers: the types of expressions
    calls       who calls whom, resolved by both
    traces      stack traces and messages in a text; locate: the files they come from
    impact      what a change of a file touches
"""
