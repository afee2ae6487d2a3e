"""client.py - a server under test, and a page that speaks to it: HTTP and WebSocket over plain sockets, by the standard library."""
import base64
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
HANGS = 1200  # seconds after which what is waited for has hung


class Server:
    """`trammel view` on a free port, with a state folder of its own."""

    def __init__(self, program, model=None, *options, state=None, browser=None):
        self.state = state or tempfile.mkdtemp(prefix="trammel-state-")
        self.own_state = not state
        environment = dict(os.environ, XDG_STATE_HOME=self.state)
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            environment.pop(name, None)
        environment.update(browser or {})
        command = [program, "view", *([model] if model else []), "--port", "0", *options]
        command += [] if browser else ["--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env=environment)
        line = self.process.stdout.readline()
        found = re.match(r"Trammel workbench: http://127\.0\.0\.1:(\d+)/#token=([A-Za-z0-9_-]{43})(\S*)  \(", line)
        if not found:
            raise AssertionError(f"the server says {line!r} {self.process.stderr.read()}")
        self.port, self.token, self.rest = int(found[1]), found[2], found[3]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if not self.process.stdout.closed:
            self.end()

    def end(self, with_signal=signal.SIGTERM, within=HANGS):
        """Sends the process a signal and waits until it has ended, without a word and with status 0."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        try:
            self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.errors = self.process.stderr.read()
            self.process.stdout.close()
            self.process.stderr.close()
            if self.own_state:
                shutil.rmtree(self.state, ignore_errors=True)
        if self.process.returncode != 0 or self.errors:
            raise AssertionError(f"the server ended with {self.process.returncode}: {self.errors}")

    def host(self):
        return f"127.0.0.1:{self.port}"

    def connect(self, timeout=HANGS):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, text):
        """All that is answered to these bytes."""
        with self.connect() as link:
            link.sendall(text if isinstance(text, bytes) else text.encode())
            parts = []
            while True:
                part = link.recv(65536)
                if not part:
                    return b"".join(parts)
                parts.append(part)

    def http(self, method="GET", path="/", host=None, **headers):
        """Status, headers (lower case) and body."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or self.host()}"]
        headers.setdefault("Accept_Encoding", "gzip")
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items() if value is not None]
        answer = self.raw("\r\n".join(lines) + "\r\n\r\n")
        head, _, body = answer.partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        found = {name.lower(): value for name, value in (line.split(": ", 1) for line in rest)}
        return int(first.split()[1]), found, body


class Closed(Exception):
    def __init__(self, code):
        super().__init__(f"closed with code {code}")
        self.code = code


class Refused(Exception):
    """An answer that is an error."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]


class Page:
    """A WebSocket to /engine."""

    def __init__(self, server, token=None, origin="own", host=None, timeout=HANGS):
        host = host or server.host()
        self.link = server.connect(timeout)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.next = 1
        lines = [f"GET /engine?token={server.token if token is None else token} HTTP/1.1", f"Host: {host}",
                 "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
        if origin:
            lines.append(f"Origin: {'http://' + host if origin == 'own' else origin}")
        self.link.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            part = self.link.recv(4096)
            if not part:
                break
            head += part
        head, _, self.buffer = head.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    # ---- frames ----

    def send_frame(self, data, kind=TEXT, last=True, length=None):
        data = data.encode() if isinstance(data, str) else data
        size = len(data) if length is None else length
        head = bytes([kind | (0x80 if last else 0)])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += struct.pack(">BH", 0x80 | 126, size)
        else:
            head += struct.pack(">BQ", 0x80 | 127, size)
        self.link.sendall(head + b"\0\0\0\0" + data)  # a mask of zeros

    def _take(self, count):
        parts, length = [self.buffer], len(self.buffer)
        while length < count:
            part = self.link.recv(1 << 20)
            if not part:
                raise Closed(None)
            parts.append(part)
            length += len(part)
        whole = b"".join(parts)
        self.buffer = whole[count:]
        return whole[:count]

    def frame(self):
        first, second = self._take(2)
        size = second & 127
        if size == 126:
            size, = struct.unpack(">H", self._take(2))
        elif size == 127:
            size, = struct.unpack(">Q", self._take(8))
        data = self._take(size)
        kind = first & 15
        if kind == CLOSE:
            raise Closed(struct.unpack(">H", data[:2])[0] if len(data) >= 2 else None)
        return kind, data

    # ---- messages ----

    def hear(self):
        kind, data = self.frame()
        if kind == TEXT:
            return json.loads(data)
        assert kind == BINARY, kind
        length, = struct.unpack_from("<I", data)
        head = json.loads(data[4:4 + length])
        at = (4 + length + 7) // 8 * 8
        for table in head["result"]["tables"]:
            table["columns"] = []
            for _ in table["channels"]:
                table["columns"].append(struct.unpack_from(f"<{table['rows']}d", data, at))
                at += 8 * table["rows"]
        assert at == len(data), (at, len(data))
        return head

    def ask(self, what, **fields):
        """Sends a question; its number."""
        number = self.next
        self.next += 1
        self.send_frame(json.dumps({"id": number, "do": what, **fields}))
        return number

    def answer(self, number, progress=None, parts=None):
        """Waits for the answer to a question; others are dropped."""
        while True:
            heard = self.hear()
            if heard["id"] != number:
                continue
            if "progress" in heard:
                if progress is not None:
                    progress.append((heard["progress"], heard["analysis"]))
            elif "part" in heard:
                if parts is not None:
                    parts.append(heard["part"])
            elif "error" in heard:
                raise Refused(heard["error"])
            else:
                return heard["result"]

    def do(self, what, progress=None, parts=None, **fields):
        return self.answer(self.ask(what, **fields), progress, parts)
