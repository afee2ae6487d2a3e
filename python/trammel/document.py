"""Models as dictionaries: read from the text of a model file, and written as one, with the place of every element."""
import bisect
import json
import math
import re

from . import _trammel
from .errors import OK, fail, read_messages

PLAIN_KEY = re.compile(r"[A-Za-z_][\w.-]*\Z")
PLAIN_TEXT = re.compile(r"[A-Za-z_][\w.]*\Z")
WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
BLOCK_DEPTH = 2  # deeper levels stand on one line


def read(text, name):
    """The text of a model file as a dictionary."""
    status, document, raw = _trammel.document(text, name)
    if status != OK:
        fail(status, read_messages(raw))
    return json.loads(document)


def plain(value, path=""):
    """A copy of a value made of dictionaries, lists, texts, numbers and None (left empty) only; arrays become lists."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (str, bool, int)) or value is None:
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{path or 'a value'} is {value}: models hold finite numbers")
        return value
    if hasattr(value, "items"):
        return {str(k): plain(v, f"{path}.{k}" if path else str(k)) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, range)):
        return [plain(v, f"{path}[{i}]") for i, v in enumerate(value)]
    raise TypeError(f"{path or 'a value'} is a {type(value).__name__}: models hold dictionaries, lists, texts and numbers")


class Writer:
    """The text of a model file from a dictionary. `element(line, column)` is the path of what stands there."""

    def __init__(self, data):
        self.parts, self.line, self.column = [], 1, 1
        self.places, self.paths = [], []
        self._block(plain(data), "", 0)
        self.text = "".join(self.parts)

    def element(self, line, column):
        at = bisect.bisect_right(self.places, (line, column))
        return self.paths[at - 1] or None if at else None

    def _put(self, text):
        self.parts.append(text)
        lines = text.count("\n")
        self.line += lines
        self.column = len(text) - text.rfind("\n") if lines else self.column + len(text)

    def _mark(self, path):
        self.places.append((self.line, self.column))
        self.paths.append(path)

    def _block(self, value, path, depth):
        for key, item in value.items():
            inner = f"{path}.{key}" if path else key
            self._put("  " * depth)
            self._mark(inner)
            self._put((key if PLAIN_KEY.match(key) and key.lower() not in WORDS else json.dumps(key)) + ":")
            if isinstance(item, dict) and item and depth + 1 < BLOCK_DEPTH:
                self._put("\n")
                self._block(item, inner, depth + 1)
            elif isinstance(item, list) and any(isinstance(i, (dict, list)) for i in item) and depth == 0:
                self._list(item, inner)
            else:
                self._put(" ")
                self._flow(item, inner)
                self._put("\n")

    def _list(self, value, path):
        self._put("\n")
        for i, item in enumerate(value):
            self._put("  - ")
            self._mark(f"{path}[{i}]")
            self._flow(item, f"{path}[{i}]")
            self._put("\n")

    def _flow(self, value, path):
        if isinstance(value, dict):
            self._put("{")
            for i, (key, item) in enumerate(value.items()):
                self._put(", " if i else "")
                self._mark(f"{path}.{key}")
                self._put((key if PLAIN_KEY.match(key) and key.lower() not in WORDS else json.dumps(key)) + ": ")
                self._flow(item, f"{path}.{key}")
            self._put("}")
        elif isinstance(value, list):
            self._put("[")
            for i, item in enumerate(value):
                self._put(", " if i else "")
                self._mark(f"{path}[{i}]")
                self._flow(item, f"{path}[{i}]")
            self._put("]")
        elif isinstance(value, str) and PLAIN_TEXT.match(value) and value.lower() not in WORDS:
            self._put(value)
        else:
            self._put(json.dumps("" if value is None else value, ensure_ascii=False))
        self._mark(path.rpartition(".")[0] if isinstance(value, (dict, list)) else path)
