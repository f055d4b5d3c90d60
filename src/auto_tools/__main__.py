"""`python -m auto_tools` is `auto-tools`."""

import sys

from auto_tools.cli import main

if __name__ == "__main__":
    sys.exit(main())
