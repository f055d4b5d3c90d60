# Prints an absolute Python 3.11 or newer. A pyenv shim starts ten times slower than what it stands
# for, so what a shim stands for is asked once and printed instead.
set -f; IFS=:; folders=
for folder in $PATH; do
  case $folder in /*) folders=$folders${folders:+:}$folder ;; esac # others depend on where one stands
done
unset IFS; PATH=${folders:-/usr/bin:/bin}
for name in python3.14 python3.13 python3.12 python3.11 python3 /usr/bin/python3; do
  found=$(command -v "$name") || continue
  "$found" -I -c 'import sys; sys.version_info < (3, 11) and sys.exit(1); print(sys.executable)' 2>/dev/null && break
done
