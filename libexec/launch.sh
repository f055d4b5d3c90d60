# Sourced by every entry after it has set $here (its own folder) and $entry (see launcher.py).
# Finds the product and an interpreter, then becomes the entry. Nothing is ever installed from here
# unless $setup names a lock file, which only bin/* does.
root=$here/..
python=$root/.venv/bin/python
ready=${setup:+$root/.venv/ready-$setup}
if ! [ -x "$python" ] || { [ -n "$ready" ] && ! [ "$ready" -nt "$root/$setup" ]; }; then
  found=$(/bin/sh "$root/libexec/find-python.sh")
  if [ -n "$found" ] && [ -n "$ready" ]; then
    "$found" -I "$root/src/auto_tools/install/environment.py" "$setup" || exit $?
  fi
  [ -x "$python" ] || python=$found
fi
if [ -n "$python" ]; then exec "$python" -I -S "$root/src/auto_tools/launcher.py" "$entry" "$@"; fi
printf '%s\n' '{"systemMessage": "[Limits] orchestrator unavailable: Python 3.11 or newer not found"}'
case "$entry $*" in "hook"*json*|"hook"*text*|orchestrator*|cli*|codex*) exit 10 ;; esac
