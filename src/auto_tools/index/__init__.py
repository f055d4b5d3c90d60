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
"""
