#!/bin/sh
# Entry adapter of a client's hook: payload on stdin, context on stdout; --help says more.
self=$0; [ -L "$self" ] && self=$(readlink -f "$self")
entry=hook; . "${self%/*}/../libexec/launch.sh"
