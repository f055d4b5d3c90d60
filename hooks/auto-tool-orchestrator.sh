#!/bin/sh
# The kernel: payload on stdin, envelope JSON on stdout, exit code as the README lists them.
here=${0%/*}; [ "$here" = "$0" ] && here=.; [ -L "$0" ] && here=$(PATH=/usr/bin:/bin:$PATH; dirname "$(readlink -f "$0")")
entry=orchestrator; . "$here/../libexec/launch.sh"
