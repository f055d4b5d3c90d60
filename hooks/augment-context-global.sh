#!/bin/sh
# Old name of the entry adapter, kept for those who call it.
here=${0%/*}; [ "$here" = "$0" ] && here=.; [ -L "$0" ] && here=$(PATH=/usr/bin:/bin:$PATH; dirname "$(readlink -f "$0")")
exec "$here/context-inject-global.sh" "$@"
