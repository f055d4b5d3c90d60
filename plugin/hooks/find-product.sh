#!/bin/sh
# The plugin's hook: becomes the hook of the product. The plugin is a folder of a checkout; where a client runs
# a copy of it, AUTO_TOOLS_HOME or the auto-tools on the PATH says where the checkout is.
set -f; IFS=:; folders=
for folder in $PATH; do
  case $folder in /*) folders=$folders${folders:+:}$folder ;; esac # others depend on where one stands
done
unset IFS; here=${0%/*}
command=$(PATH=${folders:-/usr/bin:/bin}; found=$(command -v auto-tools) && readlink -f "$found")
for product in "$here/../.." "$AUTO_TOOLS_HOME" "${command%/bin/auto-tools}"; do
  hook=$product/hooks/context-inject-global.sh
  [ -n "$product" ] && [ -x "$hook" ] && [ -r "$product/src/auto_tools/launcher.py" ] &&
    exec "$hook" --client claude-code "$@"
done
[ -t 0 ] || /bin/cat >/dev/null 2>&1
printf '%s\n' '{"systemMessage": "[Limits] orchestrator unavailable: the plugin does not find Auto Tools; set AUTO_TOOLS_HOME to its folder"}'
exit 0
