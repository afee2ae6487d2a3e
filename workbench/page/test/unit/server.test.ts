/* The connection to the server: when it counts as open, and what becomes of requests without one. */
import { beforeEach, expect, it, vi } from "vitest";
import { EngineError, type Connection } from "../../src/engine/engine";

interface Sent {
  id: number;
  do: string;
  of?: number;
}

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: Sent[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(message: string): void {
    this.sent.push(JSON.parse(message) as Sent);
  }
  close(): void {
    this.onclose({ code: 1000 });
  }
  answer(index: number, result: unknown): void {
    this.onmessage({ data: JSON.stringify({ id: this.sent[index]!.id, result }) });
  }
}

vi.stubGlobal("WebSocket", FakeSocket);
vi.useFakeTimers();
const { ServerEngine } = await import("../../src/engine/server");

let engine: InstanceType<typeof ServerEngine>;
let states: Connection[];
const socket = (): FakeSocket => FakeSocket.all[FakeSocket.all.length - 1]!;

beforeEach(() => {
  FakeSocket.all = [];
  states = [];
  engine = new ServerEngine("ws://somewhere");
  engine.watch((state) => states.push(state));
});

function open(): void {
  socket().onopen();
  socket().answer(0, null);
}

it("is open when the server has answered, not when it has taken the connection", () => {
  socket().onopen();
  expect(states).toEqual(["connecting"]);
  socket().answer(0, null);
  expect(states).toEqual(["connecting", "open"]);
});

it("comes back more and more slowly to a server that refuses it, and never says that it is open", () => {
  const waits: number[] = [];
  for (let i = 0; i < 6; i++) {
    const begin = Date.now();
    const count = FakeSocket.all.length;
    socket().onopen();
    socket().onclose({ code: 4403 });
    while (FakeSocket.all.length === count) vi.advanceTimersByTime(50);
    waits.push(Date.now() - begin);
  }
  expect(states).toEqual(["connecting", "refused"]);
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
});

it("lets requests wait for the connection, and fails those under way when it is lost", async () => {
  const schema = engine.schema();
  open();
  await Promise.resolve();
  expect(socket().sent.map((one) => one.do)).toEqual(["welcome", "schema"]);
  socket().onclose({ code: 1006 });
  await expect(schema).rejects.toMatchObject({ code: "lost" });
});

it("does not begin what was stopped while it waited for the connection", async () => {
  const stop = new AbortController();
  const run = engine.run("a", "a.yaml", {}, undefined, stop.signal);
  stop.abort();
  await expect(run).rejects.toBeInstanceOf(EngineError);
  await expect(run).rejects.toMatchObject({ code: "stopped" });
  open();
  await Promise.resolve();
  expect(socket().sent.map((one) => one.do)).toEqual(["welcome"]);
});

it("tells the server to stop what has begun", async () => {
  open();
  const stop = new AbortController();
  void engine.run("a", "a.yaml", {}, undefined, stop.signal);
  await Promise.resolve();
  stop.abort();
  const [, run, end] = socket().sent;
  expect(end).toMatchObject({ do: "stop", of: run!.id });
});

it("fails the question whose answer cannot be read, and no other", async () => {
  open();
  const [check, schema] = [engine.check("a", "a.yaml"), engine.schema()];
  await Promise.resolve();
  const [, asked] = socket().sent;
  socket().onmessage({ data: `{"id": ${asked!.id}, "result": {"size": nan}}` });
  await expect(check).rejects.toMatchObject({ code: "unreadable" });
  socket().answer(2, { a: 1 });
  await expect(schema).resolves.toEqual({ a: 1 });
});

it("begins anew after an answer of which nothing can be read", async () => {
  open();
  const check = engine.check("a", "a.yaml");
  await Promise.resolve();
  socket().onmessage({ data: "nothing" });
  await expect(check).rejects.toMatchObject({ code: "lost" });
  expect(states.at(-1)).toBe("lost");
});
