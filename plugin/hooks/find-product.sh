#!/bin/sh
# The plugin's hook: becomes the hook of the product. The plugin is a folder of a checkout; where a client runs
# a copy of it, AUTO_TOOLS_HOME or the auto-tools on the PATH says where the checkout is.
here=${0%/*}; command=$(command -v auto-tools) && command=$(readlink -f "$command")
for product in "$here/../.." "$AUTO_TOOLS_HOME" "${command%/bin/auto-tools}"; do
  hook=$product/hooks/context-inject-global.sh
  [ -n "$product" ] && [ -x "$hook" ] && [ -r "$product/src/auto_tools/launcher.py" ] &&
    exec "$hook" --client claude-code "$@"
done
[ -t 0 ] || cat >/dev/null 2>&1
printf '%s\n' '{"systemMessage": "[Limits] orchestrator unavailable: the plugin does not find Auto Tools; set AUTO_TOOLS_HOME to its folder"}'
exit 0
