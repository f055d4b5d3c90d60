#!/bin/sh
# The kernel: payload on stdin, envelope JSON on stdout, exit code as the README lists them.
self=$0; [ -L "$self" ] && self=$(readlink -f "$self")
entry=orchestrator; . "${self%/*}/../libexec/launch.sh"
