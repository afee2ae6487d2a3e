"""Messages of the engine, and the exceptions made of them."""
import warnings

from . import _trammel

__all__ = ["Error", "ModelError", "AnalysisError", "Interrupted", "Message", "TrammelWarning"]

OK, FAILED, WRONG, NO_MEMORY, STOPPED = range(5)
SEVERITIES = ("note", "warning", "error")


class Message:
    """One message: `severity`, `code`, `text`, its place (`file`, `line`, `column`, or None) and the `element` it is about, as
    "bodies.crank.mass", or None where that is not known."""

    __slots__ = ("severity", "code", "text", "file", "line", "column", "element")

    def __init__(self, severity, code, text, file=None, line=None, column=None, element=None):
        self.severity = SEVERITIES[severity] if isinstance(severity, int) else severity
        self.code, self.text, self.element = code, text, element
        self.file, self.line, self.column = (file, line, column) if file else (None, None, None)

    @property
    def title(self):
        """The meaning of the code in a few words."""
        found = _trammel.explain(self.code) if self.code else None
        return found[0] if found else ""

    @property
    def hint(self):
        """What messages of this code mean, and what to do; may be empty."""
        found = _trammel.explain(self.code) if self.code else None
        return found[1] if found else ""

    def __str__(self):
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.element}: " if self.element else ""
        return f"{place}{self.text}" + (f" [{self.code}]" if self.code else "")

    def __repr__(self):
        return f"<{self.severity}: {self}>"

    def __reduce__(self):
        return Message, tuple(getattr(self, name) for name in self.__slots__)


class Error(Exception):
    """What the engine refuses or cannot do.

    `messages` are all messages, in order. `code`, `element`, `file`, `line`, `column` and `hint` are those of the first error among
    them. `run` is what was computed before an analysis failed, or None.
    """

    def __init__(self, messages=(), run=None):
        self.messages, self.run = list(messages), run
        super().__init__(self.messages, run)

    @property
    def first(self):
        """The first error, else the first message, else None."""
        errors = [m for m in self.messages if m.severity == "error"] or self.messages
        return errors[0] if errors else None

    def __getattr__(self, name):
        if name in ("code", "element", "file", "line", "column", "hint"):
            return getattr(self.first, name, None)
        raise AttributeError(name)

    def __str__(self):
        return "\n".join(str(m) for m in self.messages) or "no reason was given"


class ModelError(Error, ValueError):
    """The model or the request is wrong; nothing was computed."""


class AnalysisError(Error, RuntimeError):
    """An analysis failed: it cannot be assembled, is singular, or did not converge. `run` holds the rows up to then."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped a run. `run` holds the rows up to then; so does `model.last_run`."""

    def __init__(self, run=None):
        super().__init__("stopped by Ctrl-C; the rows up to then are in .run of this exception, and in last_run of the model")
        self.run = run


class TrammelWarning(UserWarning):
    """A warning of the engine."""


def read_messages(raw, elements=None):
    """Messages from what the extension gives. `elements` finds the element at a place of a text that the package wrote: then the
    place itself means nothing to the user."""
    found = []
    for severity, code, text, file, line, column in raw:
        if elements and file:
            found.append(Message(severity, code, text, element=elements(line, column)))
        else:
            found.append(Message(severity, code, text, file, line, column))
    return found


def fail(status, messages, run=None):
    """Raise what a status other than OK means."""
    if status == NO_MEMORY:
        raise MemoryError("out of memory")
    raise (ModelError if status == WRONG else AnalysisError)(messages, run)


def warn(messages, stacklevel=3):
    for message in messages:
        if message.severity == "warning":
            warnings.warn(str(message), TrammelWarning, stacklevel=stacklevel + 1)


_trammel.set_raise(lambda status, raw: fail(status, read_messages(raw)))
