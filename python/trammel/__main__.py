"""`python -m trammel ...` runs the program `trammel` that came with the package, or the one on the PATH."""
import os
import sys

from .show import program

found = program()
if not found:
    sys.exit("the program `trammel` is not installed")
os.execv(found, [found, *sys.argv[1:]])
