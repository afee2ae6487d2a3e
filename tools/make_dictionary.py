#!/usr/bin/env python3
"""make_dictionary.py - tokens of the model file for fuzz_model, from `trammel schema` and `trammel describe`.

    tools/make_dictionary.py OUT        writes them, as libFuzzer reads them
    tools/make_dictionary.py --check    fails where a word cannot be written so
"""
import json
import os
import pathlib
import re
import subprocess
import sys

PROGRAM = os.environ.get("TRAMMEL", str(pathlib.Path(__file__).resolve().parent.parent / "build/trammel"))
YAML = [": ", "{", "}", "[", "]", ", ", "\n", "\n  ", "- ", "&a ", "*a", "<<: ", "|\n", ">-\n", "---\n", "...\n", "!!str ", "!!float ", "? ",
        "#", "%YAML 1.2\n", '"', "'"]
NUMBERS = ["1e308", "1e-308", "-0", "0x1p3", ".inf", ".nan", "99999999999999999999", "true", "false", "null", "none", "auto"]
OPERATORS = ["+", "-", "*", "/", "^", "**", "<", "<=", "==", "!=", " and ", " or ", "not ", "(", ")", "%", "t", "pi"]


def ask(command):
    return json.loads(subprocess.run([PROGRAM, command], check=True, capture_output=True, text=True).stdout)


def keys_and_choices(schema):
    """Names of all properties, and all values to choose from."""
    if isinstance(schema, dict):
        yield from (key + ": " for key in schema.get("properties", {}))
        yield from (str(value) for value in schema.get("enum", []))
        schema = list(schema.values())
    for inner in schema if isinstance(schema, list) else []:
        yield from keys_and_choices(inner)


def words():
    described = ask("describe")
    found = list(keys_and_choices(ask("schema")))
    found += [function["name"] + "(" for function in described["functions"]]
    found += [" " + unit["name"] for unit in described["units"]]
    found += [" N*s/m", " kN/m", " m/s^2", " N*m/rad", " kg*m^2"]
    found += [re.sub(r".*?(\.?[^.]*)$", r"\1", "." + channel["name"]) for channel in described["channels"]]
    return dict.fromkeys(found + YAML + NUMBERS + OPERATORS)


def entry(word):
    return '"' + "".join(c if c.isascii() and c.isprintable() and c not in '"\\' else "".join(f"\\x{b:02X}" for b in c.encode())
                         for c in word) + '"'


def main():
    lines = [entry(word) for word in words() if word]
    if sys.argv[1:] == ["--check"]:
        return 0 if len(lines) > 200 and all(re.fullmatch(r'"(\\x[0-9A-F]{2}|[^"\\])+"', line) for line in lines) else 1
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
