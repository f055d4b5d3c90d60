#!/bin/sh
# Old name of the entry adapter, kept for those who call it.
self=$0; [ -L "$self" ] && self=$(readlink -f "$self")
exec "${self%/*}/context-inject-global.sh" "$@"
