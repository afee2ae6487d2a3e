#!/usr/bin/env python3
"""server.py PROGRAM - the server of the workbench: what it serves, whom it refuses, what it answers, and that nothing ends it."""
import base64
import concurrent.futures
import contextlib
import contextlib
import csv
import gzip
import json
import math
import os
import pathlib
import random
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from client import BINARY, CLOSE, HANGS, PING, PONG, TEXT, Closed, Page, Refused, Server

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = "trammel"
FOURBAR = (ROOT / "models/fourbar/fourbar.yaml").read_text()
LONG = FOURBAR.replace("end: 5, output: 0.025", "end: 1e7, output: 1e5")
BROKEN = FOURBAR.replace("[crank, coupler]", "[crank, couple]").replace("revolute: [ground, crank]", "revolut: [ground, crank]")
TABLE = """trammel: 1
tables: {push: PATH}
bodies:
  ground: {points: {O: [0, 0]}}
  bob: {points: {O: [0, 0]}, com: [1, 0], mass: 1, inertia: 1}
joints:
  O: {revolute: [ground, bob]}
forces:
  motor: {torque: bob, value: "table(t, push)"}
analyses:
  - dynamics: {end: 1, output: 0.5}
"""

RANGE = """trammel: 1
parameters: {base: 3}
points: {O: [0, 0], A: [0, 1], B: [3, 2], C: [base, 0]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
  rocker: {points: [B, C], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
"""


def unclosable(count):
    """A row of four-bars whose couplers are too long: it takes seconds to see that nothing closes it."""
    at = range(count + 1)
    bodies = [f"  v{i}: {{points: {{A: [0, 0], B: [1, 0]}}, mass: 1, position: [{i}, 0], angle: 90 deg}}" for i in at]
    bodies += [f"  h{i}: {{points: {{A: [0, 0], B: [1.2, 0]}}, mass: 1, position: [{i}, 1]}}" for i in at[1:]]
    joints = [f"  o{i}: {{revolute: [ground.P{i}, v{i}.A]}}" for i in at]
    joints += [f"  a{i}: {{revolute: [v{i - 1}.B, h{i}.A]}}\n  b{i}: {{revolute: [h{i}.B, v{i}.B]}}" for i in at[1:]]
    points = ", ".join(f"P{i}: [{i}, 0]" for i in at)
    return "\n".join(["trammel: 1", "bodies:", f"  ground: {{points: {{{points}}}}}", *bodies, "joints:", *joints,
                      "analyses:", "  - assembly: {}", ""])


def command(*words, folder=None):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=folder)


class Case(unittest.TestCase):
    """One server for all tests of a class, in a folder with a copy of the four-bar."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="trammel-folder-"))
        shutil.copy(ROOT / "models/fourbar/fourbar.yaml", cls.folder)
        cls.server = Server(PROGRAM, str(cls.folder / "fourbar.yaml"), *cls.options)

    @classmethod
    def tearDownClass(cls):
        try:
            cls.server.end()
        finally:
            shutil.rmtree(cls.folder)

    def page(self, **options):
        page = Page(self.server, **options)
        self.addCleanup(page.link.close)
        return page

    def refused(self, code, page, what, **fields):
        with self.assertRaises(Refused) as caught:
            page.do(what, **fields)
        self.assertEqual(caught.exception.code, code)
        return str(caught.exception)

    def closed(self, code, page):
        with self.assertRaises(Closed) as caught:
            while True:
                page.frame()
        self.assertEqual(caught.exception.code, code)


class Pages(Case):
    def assets(self):
        text = gzip.decompress(self.server.http()[2]).decode()
        paths = [part.split('"')[0] for part in text.split('="')[1:]]
        return [path.lstrip(".") for path in paths if "assets/" in path]

    def test_page_is_served(self):
        status, head, body = self.server.http()
        text = gzip.decompress(body).decode()
        self.assertEqual(status, 200)
        self.assertIn("text/html", head["content-type"])
        self.assertEqual(head["cache-control"], "no-cache")
        self.assertIn('<div id="app"', text)
        self.assertTrue(self.assets())
        for path in self.assets():
            status, head, body = self.server.http(path=path)
            self.assertEqual(status, 200, path)
            self.assertIn("immutable", head["cache-control"])
            self.assertTrue(gzip.decompress(body))

    def test_tags(self):
        _, head, _ = self.server.http()
        status, again, body = self.server.http(If_None_Match=head["etag"])
        self.assertEqual((status, body, again["etag"]), (304, b"", head["etag"]))
        status, _, _ = self.server.http(If_None_Match='"other"')
        self.assertEqual(status, 200)

    def test_head(self):
        _, head, _ = self.server.http()
        status, again, body = self.server.http("HEAD")
        self.assertEqual((status, body, again["content-length"]), (200, b"", head["content-length"]))

    def test_unpacked_for_those_without_gzip(self):
        for path in ["/", *self.assets()]:
            _, _, packed = self.server.http(path=path)
            status, head, body = self.server.http(path=path, Accept_Encoding=None)
            self.assertEqual(status, 200)
            self.assertTrue(body == gzip.decompress(packed), path)
            self.assertNotIn("content-encoding", head)

    def test_headers(self):
        for path in ("/", "/none"):
            _, head, _ = self.server.http(path=path)
            policy = head["content-security-policy"]
            for part in ("default-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
                self.assertIn(part, policy)
            self.assertNotIn("unsafe-eval", policy)
            self.assertEqual(head["x-content-type-options"], "nosniff")
            self.assertEqual(head["referrer-policy"], "no-referrer")
            self.assertEqual(head["cross-origin-resource-policy"], "same-origin")
            self.assertNotIn("access-control-allow-origin", head)

    def test_nothing_else(self):
        for path in ("/none", "/../fourbar.yaml", "/fourbar.yaml", "/%2e%2e/etc/passwd", "/etc/passwd", "/assets", "/assets/"):
            self.assertEqual(self.server.http(path=path)[0], 404, path)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND"):
            status, head, _ = self.server.http(method, Origin="http://evil.example", Access_Control_Request_Method="POST")
            self.assertEqual(status, 405, method)
            self.assertNotIn("access-control-allow-origin", head)
        self.assertEqual(self.server.http(path="/engine")[0], 426)

    def test_foreign_names(self):
        port = self.server.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"0.0.0.0:{port}",
                     f"[::1]:{port}", f"127.0.0.1:{port}.evil.example", f"localhost.evil.example:{port}"):
            self.assertEqual(self.server.http(host=host)[0], 403, host)
            self.assertEqual(self.page(host=host).status, 403, host)
        self.assertEqual(self.server.http(host=f"localhost:{port}")[0], 200)
        self.assertIn(b" 4", self.server.raw("GET / HTTP/1.1\r\n\r\n")[:13])  # no name at all

    def test_this_machine_only(self):
        addresses = {"127.0.0.2"}
        with contextlib.suppress(socket.gaierror):  # a machine need not know its own name
            addresses |= {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
        for address in addresses - {"127.0.0.1"}:
            with self.assertRaises(OSError, msg=address):
                socket.create_connection((address, self.server.port), 2)

    def test_no_function_of_libc_is_replaced(self):
        listed = subprocess.run(["nm", "-D", "--defined-only", PROGRAM], capture_output=True, text=True, check=True).stdout
        self.assertEqual([line for line in listed.splitlines() if " T " in line and " T tml_" not in line], [])


class Doors(Case):
    def test_foreign_pages(self):
        for origin in (None, "null", "http://evil.example", f"https://{self.server.host()}", "http://127.0.0.1",
                       f"http://localhost:{self.server.port}", f"http://{self.server.host()}/",
                       f"http://{self.server.host()}.evil.example"):
            self.assertEqual(self.page(origin=origin).status, 403, origin)
        page = self.page(host=f"localhost:{self.server.port}")
        self.assertEqual((page.status, page.do("welcome")["file"]), (101, "fourbar.yaml"))

    def test_wrong_tokens(self):
        token = self.server.token
        for wrong in ("", "x", token[:-1], token + "x", token[:-1] + ("a" if token[-1] != "a" else "b"), "%00" + token):
            page = self.page(token=wrong)
            self.assertEqual(page.status, 101)
            try:
                page.ask("welcome")
            except OSError:
                pass
            self.closed(4403, page)

    def test_token_is_kept(self):
        path = pathlib.Path(self.server.state) / "trammel/token"
        self.assertEqual(path.read_text(), self.server.token + "\n")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(path.parent.stat().st_mode), 0o700)
        with Server(PROGRAM, None, state=self.server.state) as again:
            self.assertEqual(again.token, self.server.token)

    def test_token_that_others_can_read_is_made_anew(self):
        with tempfile.TemporaryDirectory() as state:
            with Server(PROGRAM, None, state=state) as first:
                pass
            path = pathlib.Path(state) / "trammel/token"
            path.chmod(0o644)
            with Server(PROGRAM, None, state=state) as second:
                self.assertNotEqual(first.token, second.token)
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)

    def test_too_many_connections(self):
        pages = [self.page() for _ in range(16)]
        for page in pages:
            self.assertEqual(page.do("welcome")["version"], pages[0].do("welcome")["version"])
        self.closed(1013, self.page())
        self.assertEqual(self.server.http()[0], 200)
        for page in pages:
            page.link.close()
        until = time.monotonic() + HANGS
        while time.monotonic() < until:
            try:
                self.page().do("welcome")
                return
            except (Closed, OSError):
                time.sleep(0.1)
        self.fail("the places of those who left are not given to others")


class Messages(Case):
    def test_frames(self):
        page = self.page()
        page.send_frame('{"id": 1, ', last=False)
        page.send_frame("hello", kind=PING)
        self.assertEqual(page.frame(), (PONG, b"hello"))
        page.send_frame('"do": ', kind=0, last=False)
        page.send_frame('"welcome"}', kind=0)
        self.assertEqual(page.answer(1)["file"], "fourbar.yaml")
        page.send_frame(b"\x03\xe8", kind=CLOSE)
        self.closed(1000, page)

    def test_wrong_frames(self):
        for kind, last, data, code in ((BINARY, True, "{}", 1003), (0, True, "{}", 1002), (3, True, "{}", 1002),
                                       (PING, False, "", 1002), (PING, True, "x" * 126, 1002), (TEXT | 0x40, True, "{}", 1002)):
            page = self.page()
            page.send_frame(data, kind=kind, last=last)
            self.closed(code, page)

    def test_frames_without_a_mask(self):
        """RFC 6455, 5.1: a server closes a connection whose client does not mask."""
        for data in (b'{"id": 1, "do": "welcome"}', b"x" * 300, b""):
            page = self.page()
            page.link.sendall(bytes([0x81]) + (bytes([len(data)]) if len(data) < 126 else struct.pack(">BH", 126, len(data))) + data)
            self.closed(1002, page)
        page = self.page()
        data, mask = b'{"id": 1, "do": "welcome"}', b"\x37\xfa\x21\x3d"
        page.link.sendall(bytes([0x81, 0x80 | len(data)]) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))
        self.assertEqual(page.answer(1)["file"], "fourbar.yaml")

    def test_too_large(self):
        page = self.page()
        page.send_frame(b" " * (16 << 20) + b"{}")
        self.closed(1009, page)
        page = self.page()
        try:
            for index in range(20):
                page.send_frame(b" " * (1 << 20), kind=TEXT if index == 0 else 0, last=False)
        except OSError:
            pass  # closed while we were sending
        with self.assertRaises((Closed, OSError)):
            page.frame()
        self.assertEqual(self.page().do("welcome")["file"], "fourbar.yaml")

    def test_broken_messages(self):
        page = self.page()
        for text in ("", "{", "[]", "null", '{"id": 1}', '{"id": 1, "do": 7}', '{"do": "welcome", }', '{"id": 1} x', "\x00",
                     '{"id": 1, "do": "' + "[" * 100 + '"}', "[" * 100000, '{"a":' * 1000, '{"id": "1", "do": "what"}',
                     "{" + ", ".join(f'"a{i}": 1' for i in range(100)) + "}", '{"id": 1, "do": "check", "text": "a\\u0000b"}',
                     '{"id": 1, "do": "check", "text": "a\\ud800b"}', '{"id": 1, "do": "check", "text": "\\udc00"}'):
            page.send_frame(text)
            heard = page.hear()
            self.assertIn(heard["error"]["code"], ("broken", "unknown"), text)
        self.assertEqual(page.do("welcome")["file"], "fourbar.yaml")

    def test_unknown(self):
        self.refused("unknown", self.page(), "erase", drive="c")

    def test_missing_members(self):
        page = self.page()
        for what in ("check", "run", "verify", "drag", "save"):
            self.refused("wrong", page, what)
        self.refused("wrong", page, "run", text=FOURBAR, set=[1])
        self.refused("wrong", page, "run", text=FOURBAR, set={"torque": 1})
        for wrong in ({"formulation": "jiont"}, {"integrator": "euler9"}, {"tolerance": -1e-6}, {"tolerance": 2},
                      {"stiffness": -1}, {"rows": -5}):
            answer = page.do("run", text=FOURBAR, **wrong)
            self.assertEqual(answer["status"], "wrong", wrong)
            self.assertIn("options of the run", answer["messages"][0]["text"])
        self.refused("gone", page, "move", drag=1, body=1, point=[0, 0, 0], target=[0, 0, 0])
        page.do("release", drag=5)
        page.do("stop", of=99)
        page.do("stop")

    def test_large_text(self):
        text = FOURBAR + "# filling \u00e9\u20ac\U0001f642 \"quoted\"\n" * 250_000
        answer = self.page().do("check", text=text, name="large.yaml")
        self.assertEqual(answer["messages"], [])


def mutated(chance, data):
    """Some bytes changed, put in, taken out or repeated."""
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(data) or 1)
        how = chance.randrange(4)
        if how == 0 and data:
            data[at] = chance.randrange(256)
        elif how == 1:
            data[at:at] = bytes(chance.choices(b'{}[]",:\\0eE-+ntf\xff\x00\r\n/% ', k=chance.randrange(1, 5)))
        elif how == 2:
            del data[at:at + chance.randrange(1, 30)]
        else:
            data[at:at] = data[chance.randrange(len(data) or 1):][:20]
    return bytes(data)


class Noise(Case):
    """Whatever is sent, the server stays, and answers the next page. ROUNDS=100 in the environment: a hundred times as much."""

    rounds = int(os.environ.get("ROUNDS", "1"))

    def tearDown(self):
        self.assertEqual(self.page().do("welcome")["file"], "fourbar.yaml")
        self.assertEqual(self.server.http()[0], 200)

    def test_messages(self):
        chance = random.Random(7)
        seeds = [json.dumps(m).encode() for m in (
            {"id": 1, "do": "run", "text": FOURBAR, "name": "a.yaml", "set": {"torque": "3"}, "only": "dynamics", "tolerance": 1e-6},
            {"id": 2, "do": "check", "text": BROKEN, "name": "b.yaml"},
            {"id": 3, "do": "drag", "text": FOURBAR, "name": "c.yaml", "set": None},
            {"id": 4, "do": "move", "drag": 1, "body": 1, "point": [0, 1e300, -0.0], "target": [1, 2, 3]},
            {"id": 5, "do": "open", "name": "fourbar.yaml"},
            {"id": 6, "do": "stop", "of": 1}, {"id": 7, "do": "files"}, {"id": 8, "do": "release", "drag": 1})]
        page, sent = self.page(), 0
        page.next = 1000
        while sent < 2000 * self.rounds:
            try:
                page.send_frame(mutated(chance, chance.choice(seeds)))
                sent += 1
                if sent % 20 == 0:  # what was refused or answered is read, so that nothing piles up
                    page.do("welcome")
            except (Closed, OSError):
                page = self.page()
                page.next = 1000

    def test_requests(self):
        chance = random.Random(8)
        host = self.server.host()
        seeds = [text.replace("HOST", host).encode() for text in (
            "GET / HTTP/1.1\r\nHost: HOST\r\nAccept-Encoding: gzip, br\r\nIf-None-Match: \"a\"\r\n\r\n",
            "HEAD /index.html?x=1 HTTP/1.1\r\nHost: HOST\r\nConnection: keep-alive\r\n\r\n",
            "GET /open/abc HTTP/1.0\r\nHost: HOST\r\nRange: bytes=0-5\r\n\r\n",
            "POST /%2e%2e/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            f"GET /engine?token={self.server.token} HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")]
        for _ in range(200 * self.rounds):
            with self.server.connect() as link, contextlib.suppress(OSError):
                link.sendall(mutated(chance, chance.choice(seeds)))
                link.shutdown(socket.SHUT_WR)
                while link.recv(65536):
                    pass

    def test_frames(self):
        """Frames of a page that may speak, from a wrong one on to be closed, or cut off."""
        chance = random.Random(9)
        welcome = b'{"id": 1, "do": "welcome"}'
        seeds = [bytes([0x81, 0x80 | len(welcome), 0, 0, 0, 0]) + welcome, b"\x89\x85abcdhello", b"\x88\x82\0\0\0\0\x03\xe8",
                 b"\x01\x83\1\2\3\4abc\x00\x83\1\2\3\4abc\x80\x80\1\2\3\4", b"\x81\xfe\x01\x00\0\0\0\0" + b" " * 256,
                 b"\x81\xff\0\0\0\0\0\1\0\0\1\2\3\4" + b"x" * 65536, b"\x82\x81\0\0\0\0x"]
        for _ in range(60 * self.rounds):
            page = self.page()
            with contextlib.suppress(OSError):
                for _ in range(chance.randrange(1, 6)):
                    page.link.sendall(mutated(chance, chance.choice(seeds)))
                page.link.shutdown(socket.SHUT_WR)
                while page.link.recv(65536):
                    pass
            page.link.close()


class Answers(Case):
    def test_welcome(self):
        welcome = self.page().do("welcome")
        self.assertEqual(welcome["version"], command("--version").stdout.split()[1])
        self.assertEqual((welcome["file"], welcome["folder"]), ("fourbar.yaml", self.folder.name))

    def test_folders_of_one_name_are_told_apart(self):
        with tempfile.TemporaryDirectory() as top:
            places = [pathlib.Path(top, part, "models") for part in "ab"]
            for place in places:
                place.mkdir(parents=True)
            pathlib.Path(top, "link").symlink_to(places[0])
            a, b, again = [self.welcome_in(place) for place in (*places, pathlib.Path(top, "link"))]
        self.assertEqual((a["folder"], b["folder"]), ("models", "models"))
        self.assertNotEqual(a["folderId"], b["folderId"])
        self.assertEqual(a["folderId"], again["folderId"])  # one folder, whatever the way to it
        self.assertNotIn("/", a["folderId"])

    def test_a_folder_that_is_named_is_listed(self):
        self.assertFalse(self.page().do("welcome")["lists"])
        self.assertTrue(self.welcome_in(self.folder)["lists"])

    def test_a_changed_file_is_seen(self):
        page, file = self.page(), self.folder / "watched.yaml"
        self.assertEqual(page.do("look", name=file.name), {"mark": None})
        file.write_text("trammel: 1\n")
        first = page.do("look", name=file.name)
        self.assertEqual(first["stamp"], page.do("open", name=file.name)["stamp"])
        self.assertEqual(page.do("look", name=file.name, mark=first["mark"]), {"mark": first["mark"]})
        file.write_text("trammel: 2\n")  # of the same length
        then = page.do("look", name=file.name, mark=first["mark"])
        self.assertNotEqual(then["stamp"], first["stamp"])
        file.unlink()
        self.assertEqual(page.do("look", name=file.name, mark=then["mark"]), {"mark": None})
        self.refused("name", page, "look", name="../x.yaml")

    def test_a_picture_beside_the_model_is_given(self):
        page, bytes_ = self.page(), bytes(range(256)) * 100
        (self.folder / "photo.JPG").write_bytes(bytes_)
        found = page.do("picture", name="photo.JPG")
        self.assertEqual((found["type"], base64.b64decode(found["data"])), ("image/jpeg", bytes_))
        (self.folder / "trick.png").symlink_to("/etc/passwd")
        self.refused("file", page, "picture", name="trick.png")
        self.refused("absent", page, "picture", name="none.svg")
        for name in ("../photo.png", "/etc/passwd", ".x.png", "photo.yaml", ""):
            self.refused("name", page, "picture", name=name)

    def test_a_mesh_below_the_folder_is_given(self):
        page, bytes_ = self.page(), bytes(range(256)) * 100
        (self.folder / "meshes" / "arm").mkdir(parents=True)
        (self.folder / "meshes" / "arm" / "a.STL").write_bytes(bytes_)
        self.assertEqual(base64.b64decode(page.do("mesh", file="meshes/arm/a.STL")["data"]), bytes_)
        (self.folder / "out").symlink_to("/etc")
        (self.folder / "trick.stl").symlink_to("/etc/passwd")
        for file in ("trick.stl", "out/passwd.stl", "meshes/a.stl"):
            with self.assertRaises(Refused):
                page.do("mesh", file=file)
        for file in ("../a.stl", "meshes/../a.stl", "/etc/passwd", "meshes/.a.stl", "m.yaml", "meshes//a.stl", ""):
            self.refused("name", page, "mesh", file=file)

    @staticmethod
    def welcome_in(folder):
        with Server(PROGRAM, str(folder)) as server, Page(server) as page:
            return page.do("welcome")

    def test_schema(self):
        self.assertEqual(self.page().do("schema"), json.loads(command("schema").stdout))
        self.assertEqual(self.page().do("describe"), json.loads(command("describe").stdout))

    def test_explain(self):
        found = self.page().do("explain", code="E402")
        told = command("explain", "E402").stdout
        self.assertIn(f"{found['code']} ({found['severity']}): {found['title']}", told)
        self.assertIn("end: -1", found["wrong"])
        self.assertIn("end: 1", found["cured"])
        self.assertIsNone(self.page().do("explain", code="E400")["wrong"])
        with self.assertRaises(Refused):
            self.page().do("explain", code="E9999")
        self.refused("wrong", self.page(), "explain")

    def test_check(self):
        answer = self.page().do("check", text=FOURBAR, name="fourbar.yaml")
        self.assertEqual(answer["messages"], [])
        self.assertEqual([body["name"] for body in answer["scene"]["bodies"]], ["ground", "crank", "coupler", "follower"])
        self.assertEqual(answer["report"], command("check", str(self.folder / "fourbar.yaml")).stdout)

    def test_answers_do_not_depend_on_what_was_asked_before(self):
        noted = FOURBAR.replace("forces:", "forces:\n  s: {spring: [ground, coupler.A], stiffness: 1, length: 1}")
        page, anew = self.page(), [self.page() for _ in range(3)]
        first = page.do("check", text=noted, name="f.yaml")
        self.assertGreaterEqual(len(first["messages"]), 1)
        self.assertEqual(page.do("check", text=noted, name="f.yaml"), first)
        run = page.do("run", text=noted, name="f.yaml")
        other = anew[0].do("run", text=noted, name="f.yaml")
        self.assertEqual(run["messages"], other["messages"])
        self.assertEqual([t["columns"] for t in run["tables"]], [t["columns"] for t in other["tables"]])
        set_ = {"torque": "3"}
        self.assertEqual(page.do("check", text=noted, name="f.yaml", set=set_),
                         anew[1].do("check", text=noted, name="f.yaml", set=set_))
        drag = page.do("drag", text=noted, name="f.yaml")["drag"]
        self.assertEqual(page.do("check", text=noted, name="f.yaml"), first)
        page.do("release", drag=drag)
        self.assertEqual(page.do("check", text=noted, name="g.yaml")["scene"], first["scene"])
        self.assertEqual(page.do("check", text=noted, name="f.yaml"), first)

    def test_tables_are_read_again(self):
        page, table = self.page(), self.folder / "again.csv"
        last = []
        for push in (1, 5):
            table.write_text(f"0,{push}\n1,{push}\n")
            answer = page.do("run", text=TABLE.replace("PATH", "again.csv"), name="t.yaml")
            self.assertEqual(answer["status"], "ok")
            last.append(answer["tables"][0]["columns"])
        self.assertNotEqual(last[0], last[1])

    def test_messages_are_those_of_the_command_line(self):
        (self.folder / "broken.yaml").write_text(BROKEN)
        printed = command("check", "broken.yaml", folder=self.folder).stderr.splitlines()
        answer = self.page().do("check", text=BROKEN, name="broken.yaml")
        told = [f"broken.yaml:{m['line']}:{m['column']}: {m['text']} [{m['code']}]" for m in answer["messages"]]
        self.assertGreaterEqual(len(told), 2)
        self.assertEqual(told, printed)
        self.assertIsNone(answer["scene"])
        run = self.page().do("run", text=BROKEN, name="broken.yaml")
        self.assertEqual((run["status"], run["messages"], run["tables"]), ("wrong", answer["messages"], []))

    def test_wrong_parameters_are_told(self):
        answer = self.page().do("check", text=FOURBAR, name="f.yaml", set={"torqe": "1", "torque": "1 kg +"})
        self.assertEqual(len(answer["messages"]), 2)
        self.assertIn('did you mean "torque"', answer["messages"][0]["text"])

    def test_run_gives_the_bits_of_the_command_line(self):
        for model in ("fourbar/fourbar.yaml", "andrews/andrews.yaml", "fourbar-motor/fourbar-motor.yaml"):
            path = ROOT / "models" / model
            written = self.folder / "result.csv"
            self.assertEqual(command("run", str(path), "-q", "-o", str(written)).returncode, 0)
            lines = written.read_text().splitlines()
            rows = [row for row in csv.reader(lines) if row and not row[0].startswith("#")]
            answer = self.page().do("run", text=path.read_text(), name=path.name)
            self.assertEqual(answer["status"], "ok")
            table = answer["tables"][-1]
            heads = [head.split(" [")[0] for head in rows[0]]
            self.assertEqual([channel["name"] for channel in table["channels"]], heads)
            values = [[float(cell) for cell in row] for row in rows[1:]]
            self.assertEqual(len(values), table["rows"])
            for index, column in enumerate(table["columns"]):
                self.assertEqual([row[index] for row in values], list(column), heads[index])

    def test_set_and_only(self):
        page = self.page()
        plain = page.do("run", text=FOURBAR, name="f.yaml")["tables"][-1]
        other = page.do("run", text=FOURBAR, name="f.yaml", set={"torque": "50"}, only="dynamics")["tables"][-1]
        self.assertNotEqual(plain["columns"], other["columns"])
        self.assertEqual(page.do("run", text=FOURBAR, name="f.yaml", only="modes")["status"], "wrong")

    def test_a_study_sends_each_point_once_and_they_are_those_of_runs(self):
        page, parts = self.page(), []
        answer = page.do("study", parts=parts, text=FOURBAR, name="f.yaml", vary=["torque=38:42:5"],
                         keep=["angle = crank.angle", "max(abs(B.fx))"])
        self.assertEqual((answer["status"], answer["points"], answer["done"]), ("ok", 5, 5))
        self.assertEqual([one["name"] for one in parts[0]["columns"]], ["torque", "angle", "max(abs(B.fx))"])
        self.assertEqual([one["unit"] for one in parts[0]["columns"]], ["", "rad", "N"])  # nothing says what the number 39.75 measures
        rows = sorted(row for part in parts for row in part["rows"])
        self.assertEqual([row[:2] for row in rows], [[0, 38], [1, 39], [2, 40], [3, 41], [4, 42]])
        table = page.do("run", text=FOURBAR, name="f.yaml", set={"torque": "41"})["tables"][-1]
        column = [channel["name"] for channel in table["channels"]].index("crank.angle")
        self.assertEqual(rows[3][2], table["columns"][column][-1])

    def test_points_of_a_study_that_fail_say_why(self):
        page, parts = self.page(), []
        text = FOURBAR.replace("torque: 39.75", "torque: 39.75\n  b: 4").replace("B: [4, 0]}, com: [2, 0], mass: 2.25",
                                                                               "B: [b, 0]}, com: [2, 0], mass: 2.25")
        page.do("study", parts=parts, text=text, name="f.yaml", vary=["b=4,90"], keep=["crank.angle"])
        rows = sorted(row for part in parts for row in part["rows"])
        reasons = {key: why for part in parts for key, why in part["reasons"].items()}
        self.assertIsNotNone(rows[0][2])
        self.assertEqual(rows[1], [1, 90, None])
        self.assertEqual(list(reasons), ["1"])
        self.assertTrue(reasons["1"].startswith("E"), reasons)

    def test_a_study_is_stopped_and_goes_on(self):
        page, parts = self.page(), []
        wish = {"text": FOURBAR, "name": "f.yaml", "vary": ["torque=38:42"], "keep": ["crank.angle"], "sample": "sobol",
                "count": 20000, "tolerance": 1e-9}
        number = page.ask("study", **wish)
        while not parts or parts[-1]["done"] == 0:
            heard = page.hear()
            if heard["id"] == number and "part" in heard:
                parts.append(heard["part"])
        page.ask("stop", of=number)
        stopped = page.answer(number)
        self.assertEqual(stopped["status"], "stopped")
        self.assertTrue(0 < stopped["done"] < 20000, stopped["done"])
        again = []
        number = page.ask("study", **wish)
        first = page.hear()
        while "part" not in first or first["id"] != number:
            first = page.hear()
        self.assertEqual(len(first["part"]["rows"]), stopped["done"])  # what was there is not computed again
        page.ask("stop", of=number)
        self.assertGreaterEqual(page.answer(number, parts=again)["done"], stopped["done"])

    def test_influence_is_the_derivative_of_the_closed_form(self):
        # A mass on a spring, x = cos(w t), w^2 = k/m: at t = 2 with k = 4, m = 1, dx/dk = -sin(4)/2 and dx/dm = 2 sin(4).
        text = """trammel: 1
gravity: none
parameters: {k: 4, m: 1}
bodies:
  ground: {points: {O: [0, 0]}}
  block: {points: {O: [0, 0]}, mass: m, inertia: 1}
joints: {O: {prismatic: [ground, block], axis: x}}
forces: {s: {motor: O, force: -k*O.displacement}}
initial: {O.displacement: 1, O.speed: 0}
analyses: [dynamics: {end: 2, tolerance: 1e-11}]
"""
        page = self.page()
        answer = page.do("influence", text=text, name="s.yaml", vary=["k=4", "m=1"], keep=["final(O.displacement)"])
        found = answer["answers"][0]
        self.assertEqual((answer["status"], found["unit"], answer["reason"]), ("ok", "m", None))
        self.assertAlmostEqual(found["value"], math.cos(4), delta=1e-9)
        self.assertAlmostEqual(found["derivatives"][0], -math.sin(4) / 2, delta=1e-6)
        self.assertAlmostEqual(found["derivatives"][1], 2 * math.sin(4), delta=1e-6)
        wrong = page.do("influence", text=text, name="s.yaml", vary=["q=4"], keep=["final(O.displacement)"])
        self.assertEqual((wrong["status"], wrong["answers"]), ("wrong", []))

    def test_what_cannot_be_a_study_is_told(self):
        page = self.page()
        answer = page.do("study", text=FOURBAR, name="f.yaml", vary=["length=1:2:3"], keep=["crank.angle"])
        self.assertEqual(answer["status"], "wrong")
        self.assertIn('no parameter "length"', answer["messages"][0]["text"])
        for wrong in ({"vary": "torque=1:2:3"}, {"vary": [7]}, {"vary": ["torque=1:2:200000"], "keep": ["crank.angle"]}):
            with self.assertRaises(Refused):
                page.do("study", text=FOURBAR, name="f.yaml", **wrong)

    def test_progress_and_stop(self):
        page = self.page()
        progress = []
        number = page.ask("run", text=LONG, name="long.yaml")
        for _ in range(5):
            heard = page.hear()
            self.assertEqual((heard["id"], heard["analysis"]), (number, "dynamics"))
            progress.append(heard["progress"])
        self.assertEqual(sorted(progress), progress)
        page.ask("stop", of=number)
        answer = page.answer(number)
        self.assertEqual(answer["status"], "stopped")
        self.assertGreater(answer["tables"][0]["rows"], 0)

    def test_an_assembly_is_stopped(self):
        page, slow = self.page(), unclosable(1500)
        for what in ("check", "drag"):
            number = page.ask(what, text=slow, name="slow.yaml")
            time.sleep(0.3)  # so that the assembly has begun, where the machine lets it
            page.ask("stop", of=number)
            with self.assertRaises(Refused) as caught:
                page.answer(number)
            self.assertEqual(caught.exception.code, "stopped")

    def test_others_are_answered_meanwhile(self):
        page = self.page()
        runs = [page.ask("run", text=LONG, name="long.yaml") for _ in range(6)]  # two of them wait
        self.assertEqual(page.do("welcome")["file"], "fourbar.yaml")
        page.ask("stop", of=runs[5])
        with self.assertRaises(Refused) as caught:
            page.answer(runs[5])
        self.assertEqual(caught.exception.code, "stopped")
        for number in runs[:4]:
            page.ask("stop", of=number)
            self.assertEqual(page.answer(number)["status"], "stopped")
        page.ask("stop", of=runs[4])
        self.assertEqual(page.answer(runs[4])["status"], "stopped")

    def test_too_much_at_once(self):
        page = self.page()
        numbers = [page.ask("run", text=LONG, name="long.yaml") for _ in range(4 + 64 + 1)]
        with self.assertRaises(Refused) as caught:
            page.answer(numbers[-1])
        self.assertEqual(caught.exception.code, "busy")

    def test_verify(self):
        progress = []
        answer = self.page().do("verify", progress, text=FOURBAR, name="f.yaml", end=1)
        printed = json.loads(command("verify", str(self.folder / "fourbar.yaml"), "--end", "1", "--json", "-q").stdout)
        self.assertEqual(answer["status"], "ok")
        self.assertEqual(answer["certificate"]["outcome"], printed["outcome"])
        self.assertEqual(answer["certificate"].keys(), printed.keys())

    def test_drag(self):
        page = self.page()
        first = page.do("drag", text=FOURBAR, name="f.yaml")["drag"]
        moved = page.do("move", drag=first, body=1, point=[2, 0, 0], target=[0, 2, 0])
        for _ in range(30):
            moved = page.do("move", drag=first, body=1, point=[2, 0, 0], target=[0, 2, 0])
        self.assertTrue(moved["closed"])
        self.assertLess(moved["distance"], 1e-6)
        self.assertAlmostEqual(moved["coordinates"]["O.angle"], 1.5707963267948966, 6)
        self.assertEqual(len(moved["poses"]), 4)
        self.refused("wrong", page, "move", drag=first, body=9, point=[0, 0, 0], target=[0, 0, 0])
        self.refused("wrong", page, "move", drag=first, body=1, point=[0, 0], target=[0, 0, 0])
        self.refused("wrong", page, "move", drag=first, body=1, point=[0, 0, None], target=[0, 0, 0])
        second = page.do("drag", text=FOURBAR, name="f.yaml")["drag"]
        self.refused("gone", page, "move", drag=first, body=1, point=[0, 0, 0], target=[0, 0, 0])
        page.do("release", drag=second)
        self.refused("gone", page, "move", drag=second, body=1, point=[0, 0, 0], target=[0, 0, 0])
        self.refused("failed", page, "drag", text=BROKEN, name="b.yaml")

    def test_range_of_a_coordinate(self):
        """Of a rocker: its pin B is between coupler - crank and coupler + crank away from O; the crank makes full revolutions."""
        def angle_at_base(distance):
            return math.acos((3 ** 2 + 2 ** 2 - distance ** 2) / (2 * 3 * 2))

        page = self.page()
        found = page.do("range", text=RANGE, name="r.yaml", coordinate="C.angle")
        self.assertEqual(list(found), ["start", "low", "high", "length", "maxLength"])
        self.assertAlmostEqual(found["length"], 2)
        self.assertAlmostEqual(found["start"] - found["low"], angle_at_base(math.sqrt(10) + 1) - math.pi / 2)
        self.assertAlmostEqual(found["high"] - found["start"], math.pi / 2 - angle_at_base(math.sqrt(10) - 1))
        crank = page.do("range", text=RANGE, name="r.yaml", coordinate="O.angle")
        self.assertEqual((crank["low"], crank["high"]), (None, None))
        shorter = page.do("range", text=RANGE, name="r.yaml", coordinate="C.angle", set={"base": "2.5"})
        self.assertNotEqual(shorter["low"], found["low"])

    def test_range_of_nothing_is_refused(self):
        page = self.page()
        self.assertIn('no joint coordinate "O.angel"', self.refused("failed", page, "range", text=RANGE, coordinate="O.angel"))
        self.refused("failed", page, "range", text=RANGE)
        self.refused("failed", page, "range", text=BROKEN, coordinate="O.angle")
        self.refused("wrong", page, "range", coordinate="O.angle")
        open_ = RANGE.replace("C: {revolute: [ground, rocker]}", "C: {revolute: [ground.G, rocker.C]}")
        open_ = open_.replace("bodies:", "bodies:\n  ground: {points: {G: [30, 0]}}")
        self.assertIn("cannot be", self.refused("failed", page, "range", text=open_, coordinate="O.angle"))

    def test_import(self):
        page = self.page()
        for name in ("arm.urdf", "ball.xml", "linkage.sdf"):
            file = ROOT / "test/robot" / name
            found = page.do("import", text=file.read_text(), name=name)
            self.assertEqual(found["text"], command("import", str(file)).stdout)
            self.assertEqual([one for one in page.do("check", text=found["text"], name="model.yaml")["messages"]
                              if one["severity"] == "error"], [])
        wrong = page.do("import", text="<robot><link/></robot>", name="wrong.urdf")
        self.assertIsNone(wrong["text"])
        self.assertEqual(wrong["messages"][0]["severity"], "error")
        self.refused("wrong", page, "import")

    def test_a_text_is_laid_out_as_by_the_command(self):
        page = self.page()
        untidy = FOURBAR.replace(": ", ":   ") + "# the end\n"
        found = page.do("format", text=untidy, name="f.yaml")
        told = subprocess.run([PROGRAM, "format", "-"], input=untidy, capture_output=True, text=True, check=True).stdout
        self.assertEqual((found["text"], found["messages"]), (told, []))
        self.assertEqual(page.do("format", text=told, name="f.yaml")["text"], told)
        wrong = page.do("format", text="bodies: {a: [\n", name="f.yaml")
        self.assertIsNone(wrong["text"])
        self.assertEqual(wrong["messages"][0]["severity"], "error")
        self.refused("wrong", page, "format")

    def test_loads_balance_inertia(self):
        """Tables of loads come where they are asked for, with the numbers of the command line, and add up to zero."""
        page = self.page()
        plain = page.do("run", text=FOURBAR, name="f.yaml")["tables"]
        tables = page.do("run", text=FOURBAR, name="f.yaml", loads=True)["tables"]
        self.assertEqual([table["columns"] for table in tables[:len(plain)]], [table["columns"] for table in plain])
        self.assertEqual([table["kind"] for table in tables[len(plain):]], ["dynamics.loads"])
        loads = tables[-1]
        columns = {channel["name"]: column for channel, column in zip(loads["channels"], loads["columns"])}
        self.assertEqual(loads["rows"], plain[-1]["rows"])
        for body in ("crank", "coupler", "follower"):
            parts = [name for name in columns if name.startswith(body) and name.endswith(".fx") and ".resultant" not in name]
            self.assertGreaterEqual(len(parts), 4)  # two joints, weight, inertia
            for row in range(loads["rows"]):
                self.assertAlmostEqual(sum(columns[name][row] for name in parts), 0, 6)
        written = self.folder / "loads.csv"
        command("run", str(self.folder / "fourbar.yaml"), "-q", "--analysis", "dynamics.loads", "-o", str(written))
        rows = [row for row in csv.reader(written.read_text().splitlines()) if row and not row[0].startswith("#")]
        self.assertEqual([head.split(" [")[0] for head in rows[0]], list(columns))
        self.assertEqual([[float(cell) for cell in row] for row in rows[1:]], [list(row) for row in zip(*loads["columns"])])

    def test_loads_of_what_has_none(self):
        """Modes have no motion, and a run that fails has no tables: neither is an error of the loads."""
        page = self.page()
        modes = TABLE.replace("PATH", "[[0, 0], [1, 0]]").replace("dynamics: {end: 1, output: 0.5}", "modes: {about: instant}")
        answer = page.do("run", text=modes, name="m.yaml", loads=True)
        self.assertEqual(answer["status"], "ok", answer["messages"])
        self.assertFalse([table for table in answer["tables"] if table["kind"].endswith(".loads")])
        self.assertEqual(page.do("run", text=BROKEN, name="b.yaml", loads=True)["tables"], [])

    def test_many_pages_at_once(self):
        def work(index):
            with Page(self.server) as page:
                answer = page.do("run", text=FOURBAR, name=f"{index}.yaml", set={"torque": str(index)})
                return answer["tables"][-1]["columns"]

        plain = [work(index) for index in range(4)]
        with concurrent.futures.ThreadPoolExecutor(14) as pool:
            both = list(pool.map(work, [index % 4 for index in range(20)]))
        self.assertEqual(both, [plain[index % 4] for index in range(20)])

    def test_slow_clients_hold_nobody(self):
        slow = []
        for _ in range(12):
            link = self.server.connect()
            link.sendall(b"GET / HTTP/1.1\r\nHost: 127")
            slow.append(link)
        page = self.page()
        for _ in range(5):
            self.assertEqual(self.server.http()[0], 200)
            self.assertEqual(page.do("welcome")["file"], "fourbar.yaml")
        for link in slow:
            link.close()

    def test_a_busy_page_gets_a_large_answer_whole(self):
        page = self.page()
        page.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        text = FOURBAR.replace("output: 0.025", "output: 0.0001")  # tens of megabytes
        number = page.ask("run", text=text, name="large.yaml")
        time.sleep(6)  # longer than the server waits for bytes to be taken at once
        answer = page.answer(number)
        self.assertEqual(len(answer["tables"][-1]["columns"][0]), 50001)

    def test_idle_connections_time_out(self):
        idle = [self.server.connect() for _ in range(200)]
        for link in idle[::2]:
            link.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        self.assertEqual(self.server.http()[0], 200)
        for link in idle:
            link.close()


class Files(Case):
    def test_list(self):
        for name in ("b.yml", "c.json", ".hidden.yaml", "d.txt", "e.yaml~"):
            (self.folder / name).write_text("x")
        (self.folder / "folder.yaml").mkdir(exist_ok=True)
        link = self.folder / "link.yaml"
        if not link.is_symlink():
            link.symlink_to("/etc/passwd")
        listed = {entry["name"]: entry["modified"] for entry in self.page().do("files")}
        self.assertTrue({"fourbar.yaml", "b.yml", "c.json"} <= set(listed))
        self.assertFalse({".hidden.yaml", "d.txt", "e.yaml~", "folder.yaml", "link.yaml"} & set(listed))
        self.assertEqual(listed["b.yml"], int((self.folder / "b.yml").stat().st_mtime))

    def test_save(self):
        page = self.page()
        text = "title: \u00e9\u20ac\U0001f642\t\"x\" \\ \r\n# end"
        stamp = page.do("save", name="new.yaml", text=text, stamp=None)["stamp"]
        self.assertEqual((self.folder / "new.yaml").read_bytes(), text.encode())
        self.assertEqual(page.do("open", name="new.yaml"), {"name": "new.yaml", "text": text, "stamp": stamp})
        self.refused("exists", page, "save", name="new.yaml", text="other", stamp=None)
        (self.folder / "new.yaml").chmod(0o640)
        again = page.do("save", name="new.yaml", text="other", stamp=stamp)["stamp"]
        self.assertNotEqual(again, stamp)
        self.assertEqual(stat.S_IMODE((self.folder / "new.yaml").stat().st_mode), 0o640)
        self.refused("changed", page, "save", name="new.yaml", text="third", stamp=stamp)
        (self.folder / "new.yaml").write_text("by hand")
        self.refused("changed", page, "save", name="new.yaml", text="third", stamp=again)
        self.assertEqual((self.folder / "new.yaml").read_text(), "by hand")
        (self.folder / "new.yaml").unlink()
        self.refused("changed", page, "save", name="new.yaml", text="third", stamp=again)
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith(".trammel")], [])

    def test_of_pages_that_save_at_once_one_is_first(self):
        pages = [self.page() for _ in range(8)]
        stamp = pages[0].do("save", name="race.yaml", text="x" * (4 << 20), stamp=None)["stamp"]

        def save(i):
            try:
                pages[i].do("save", name="race.yaml", text=str(i), stamp=stamp)
                return True
            except Refused as refused:
                self.assertEqual(refused.code, "changed")
                return False

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(save, range(8))).count(True), 1)

    def test_of_two_servers_that_save_at_once_one_is_first(self):
        with Server(PROGRAM, str(self.folder)) as other, Page(other) as second:
            first = self.page()
            for turn in range(60):
                text = f"{turn}" * (1 << 17)  # long enough for both to look before one has written
                stamp = first.do("save", name=f"both{turn}.yaml", text=text, stamp=None)["stamp"]

                def save(page):
                    try:
                        page.do("save", name=f"both{turn}.yaml", text=f"{id(page)}" * (1 << 15), stamp=stamp)
                        return True
                    except Refused as refused:
                        self.assertEqual(refused.code, "changed")
                        return False

                with concurrent.futures.ThreadPoolExecutor(2) as pool:
                    self.assertEqual(list(pool.map(save, [first, second])).count(True), 1, "one save was lost")

    def test_tricks_with_paths(self):
        page = self.page()
        (self.folder / "below").mkdir(exist_ok=True)
        (self.folder / "below/a.yaml").write_text("x")
        for name in ("", ".", "..", "/etc/passwd", "../x.yaml", "below/a.yaml", "./fourbar.yaml", ".a.yaml", "passwd", "a.yaml/",
                     "x" * 250 + ".yaml", "a\nb.yaml", ".yaml"):
            self.refused("name", page, "open", name=name)
            self.refused("name", page, "save", name=name, text="x", stamp=None)
        self.refused("broken", page, "open", name="a\u0000.yaml/../x")
        link = self.folder / "trick.yaml"
        link.symlink_to("/etc/passwd")
        self.refused("file", page, "open", name="trick.yaml")
        self.refused("file", page, "save", name="trick.yaml", text="x", stamp=None)
        self.assertTrue(link.is_symlink())
        os.mkfifo(self.folder / "pipe.yaml")
        self.refused("file", page, "open", name="pipe.yaml")
        self.refused("absent", page, "open", name="none.yaml")
        (self.folder / "latin.yaml").write_bytes(b"title: \xe9")
        self.refused("file", page, "open", name="latin.yaml")
        (self.folder / "huge.yaml").write_bytes(b" " * ((16 << 20) + 1))
        self.refused("file", page, "open", name="huge.yaml")

    def test_tables(self):
        page = self.page()
        (self.folder / "below").mkdir(exist_ok=True)
        for place in ("push.csv", "below/push.csv"):
            (self.folder / place).write_text("0,1\n1,2\n")
            answer = page.do("run", text=TABLE.replace("PATH", place), name="t.yaml")
            self.assertEqual((answer["status"], answer["messages"]), ("ok", []), place)
        link = self.folder / "away.csv"
        link.symlink_to("/etc/passwd")
        outside = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, outside)
        (outside / "push.csv").write_text("0,1\n1,2\n")
        (self.folder / "out").symlink_to(outside)
        for path in ("/etc/passwd", "../../etc/passwd", "below/../../x.csv", "..", "away.csv", "out/push.csv", str(outside / "push.csv"),
                     "none.csv", "below"):
            for what in ("check", "run"):
                answer = page.do(what, text=TABLE.replace("PATH", path), name="t.yaml")
                self.assertEqual(len(answer["messages"]), 1, path)
                self.assertIn("folder of the model", answer["messages"][0]["text"])
                self.assertEqual(answer["messages"][0]["line"], 2)
                self.assertNotIn("root", json.dumps(answer["messages"]))
        (self.folder / "bad.csv").write_text("0,1\nx,y\n")
        message = page.do("check", text=TABLE.replace("PATH", "bad.csv"), name="t.yaml")["messages"][0]
        self.assertEqual(message["line"], 0)
        self.assertTrue(message["text"].startswith("bad.csv:2:"), message)


class Limits(Case):
    options = ("--limit", "0.5")

    def test_results_too_large_for_a_page(self):
        many = FOURBAR.replace("output: 0.025", "output: 0.000007")  # 714 000 rows of 94 numbers
        with Server(PROGRAM) as server, Page(server) as page:
            self.refused("large", page, "run", text=many, name="many.yaml")
            self.assertEqual(page.do("run", text=FOURBAR, name="f.yaml")["status"], "ok")

    def test_time_limit(self):
        answer = self.page().do("run", text=LONG, name="long.yaml")
        self.assertEqual(answer["status"], "stopped")
        self.assertIn("0.5 s", answer["messages"][-1]["text"])
        self.assertGreater(answer["tables"][0]["rows"], 0)

    def test_time_limit_of_an_assembly(self):
        slow, page = unclosable(1500), self.page()
        for what in ("check", "drag"):
            self.assertIn("0.5 s", self.refused("late", page, what, text=slow, name="slow.yaml"))
        answer = page.do("run", text=slow, name="slow.yaml")
        self.assertEqual(answer["status"], "stopped")
        self.assertEqual(len(answer["messages"]), 1)


class Endings(unittest.TestCase):
    def wait_for(self, holds):
        until = time.monotonic() + HANGS
        while not holds():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)

    def test_ends_while_a_run_is_under_way(self):
        for how in (signal.SIGTERM, signal.SIGINT):
            with Server(PROGRAM) as server, Page(server) as page:
                for _ in range(6):
                    number = page.ask("run", text=LONG, name="long.yaml")
                page.hear()
                server.end(how)

    def test_ends_while_a_page_does_not_listen(self):
        with Server(PROGRAM) as server, Page(server) as page:
            wide = FOURBAR.replace("end: 5, output: 0.025", "end: 5, output: 0.00002")
            page.ask("run", text=wide, name="wide.yaml")
            time.sleep(1.5)  # the answer fills what lies between
            server.end()

    def test_a_page_that_goes_ends_its_runs(self):
        with Server(PROGRAM) as server:
            with Page(server) as page:
                page.ask("run", text=LONG, name="long.yaml")
                page.hear()
                self.assertTrue(computes(server.process.pid))
            self.wait_for(lambda: not computes(server.process.pid))

    def test_usual_port_and_the_next(self):
        with Server(PROGRAM, None, "--port", str(free_port())) as first:
            taken = subprocess.run([PROGRAM, "view", "--no-browser", "--port", str(first.port)], capture_output=True, text=True,
                                   timeout=HANGS)
            self.assertEqual(taken.returncode, 1)
            self.assertIn(str(first.port), taken.stderr)

    def test_command_line(self):
        for words in (("--port", "x"), ("--port", "70000"), ("--port",), ("--limit", "0"), ("--what",), ("a.yaml", "b.yaml"),
                      ("model.txt",), ("http://127.0.0.1:7421/",), ("http://x/#model=<script>",), ("/none/at/all/m.yaml",)):
            done = subprocess.run([PROGRAM, "view", "--no-browser", *words], capture_output=True, text=True, timeout=HANGS)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("trammel view:", done.stderr)
        self.assertIn("--no-browser", command("view", "--help").stdout)

    def test_browser_is_opened_by_a_door_that_opens_once(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "xdg-open"
            program.write_text(f'#!/bin/sh\nprintf %s "$1" > {folder}/part && mv {folder}/part {folder}/address\n')
            program.chmod(0o755)
            environment = {"PATH": f"{folder}:{os.environ['PATH']}", "DISPLAY": ":7"}
            with Server(PROGRAM, "http://x.example/#model=ab", browser=environment) as server:
                address = pathlib.Path(folder) / "address"
                self.wait_for(address.exists)
                start, path = address.read_text().split("/open/")
                self.assertEqual(start, f"http://{server.host()}")
                self.assertNotIn(server.token, path)
                self.assertEqual(server.http(path="/open/" + path[:-1])[1]["location"], "/")
                self.assertEqual(server.http(path="/open/" + path, host="evil.example")[0], 403)
                if os.getuid() == 0:  # others cannot become another user
                    self.assertEqual(location_for_another(server, "/open/" + path), "/")
                status, head, _ = server.http(path="/open/" + path)
                self.assertEqual((status, head["location"]), (303, f"/#token={server.token}&model=ab"))
                self.assertEqual(server.http(path="/open/" + path)[1]["location"], "/")
                self.wait_for(lambda: not children(server.process.pid))

    def test_a_browser_that_cannot_be_opened_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "xdg-open"
            program.write_text("#!/bin/sh\nexit 3\n")
            program.chmod(0o755)
            server = Server(PROGRAM, browser={"PATH": f"{folder}:{os.environ['PATH']}", "DISPLAY": ":7"})
            self.assertIn("no browser could be opened", server.process.stderr.readline())
            server.end()

    def test_shared_link(self):
        with Server(PROGRAM, "https://somewhere.example/page/#token=evil&model=ab-_Z9&x=1") as server, Page(server) as page:
            self.assertEqual(server.rest, "&model=ab-_Z9")
            self.assertIsNone(page.do("welcome")["file"])

    def test_new_file(self):
        with tempfile.TemporaryDirectory() as folder:
            with Server(PROGRAM, folder + "/new.yaml") as server, Page(server) as page:
                self.assertEqual(page.do("welcome")["file"], "new.yaml")
                page.do("save", name="new.yaml", text="trammel: 1\n", stamp=None)
            self.assertEqual((pathlib.Path(folder) / "new.yaml").read_text(), "trammel: 1\n")

    def test_page_in_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            top = pathlib.Path(folder)
            (top / "index.html").write_text("hello")
            (top / "away").symlink_to("/etc/passwd")
            with Server(PROGRAM, None, "--page", folder) as server:
                self.assertEqual(server.http()[2], b"hello")
                self.assertEqual(server.http(path="/away")[0], 404)
                self.assertEqual(server.http(path="/../../etc/passwd")[0], 404)


def free_port():
    with socket.socket() as link:
        link.bind(("127.0.0.1", 0))
        return link.getsockname()[1]


def children(process):
    """Of any of its threads, those that have ended and were not asked how, too."""
    return "".join(file.read_text() for file in pathlib.Path(f"/proc/{process}/task").glob("*/children"))


def location_for_another(server, path):
    """Where another user of this machine is sent who asks for a page. A child becomes that user: what it asks, we could not ask."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setuid(65534)
            os.write(tell, server.http(path=path)[1]["location"].encode())
        finally:
            os._exit(0)
    os.close(tell)
    os.waitpid(child, 0)
    with os.fdopen(told) as answer:
        return answer.read()


def computes(process):
    """Whether a thread runs, or would if it had a processor, in any of several looks: one that waits now and then is seen as well."""
    def looks():
        for _ in range(20):
            for file in pathlib.Path(f"/proc/{process}/task").glob("*/stat"):
                with contextlib.suppress(OSError):  # a thread that has ended meanwhile
                    yield file.read_text().rsplit(")", 1)[1].split()[0] == "R"
            time.sleep(0.01)
    return any(looks())


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
