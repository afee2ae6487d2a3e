/* heap.spec.ts - memory does not grow with the number of runs, neither in the page nor in the server.
 *
 * What the page holds is counted in pictures of its heap: its objects, functions, lists and texts, not the machine code that the browser
 * makes of what runs often, nor the browser's own notes (how long tasks took, styles), of which it keeps so many and no more. What
 * every second run left behind would be more than is allowed.
 */
import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "@playwright/test";
import { hasRun, linkTo } from "./acts";
import { expect, MODELS, test } from "./workbench";
import { fourbarText } from "./fourbar";

const WARM = 18; // more than are kept, so that from here on each pushes one out
const RUNS = Number(process.env.HEAP_RUNS ?? WARM + 24);

const MODEL = fourbarText({
  points: " {O: [0, 0], A: [0.1, 0.1], B: [0.4, 0.2], C: [0.4, 0]}",
  more: "analyses:\n  - dynamics: {end: 0.5, output: 0.005}\n",
});

interface Held {
  things: number; // objects, functions, lists
  bytes: number; // theirs, and those of texts
  compiled: number; // bytes that the browser made of the page's functions
  outside: number; // bytes of tables, elements and the browser's notes
  nodes: number;
  listeners: number;
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
}

async function snapshotOf(devtools: CDPSession): Promise<Snapshot> {
  const parts: string[] = [];
  const hear = ({ chunk }: { chunk: string }): number => parts.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", hear);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", hear);
  return JSON.parse(parts.join("")) as Snapshot;
}

/* What is there once all that can go has gone. */
async function heldBy(devtools: CDPSession): Promise<Held> {
  for (let i = 0; i < 3; i++) await devtools.send("HeapProfiler.collectGarbage");
  const { nodes, jsEventListeners: listeners } = await devtools.send("Memory.getDOMCounters");
  const { snapshot, nodes: all } = await snapshotOf(devtools);
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  const held: Held = { things: 0, bytes: 0, compiled: 0, outside: 0, nodes, listeners };
  for (let i = 0; i < all.length; i += fields.length) {
    const kind = types[0][all[i + type]!]!;
    const bytes = all[i + size]!;
    if (["object", "closure", "array"].includes(kind)) held.things++;
    if (kind === "code") held.compiled += bytes;
    else if (kind === "native") held.outside += bytes;
    else held.bytes += bytes;
  }
  return held;
}

async function runTimes(page: Page, count: number): Promise<void> {
  await page.evaluate(async (times) => {
    const frame = () => new Promise(requestAnimationFrame);
    const line = () => document.querySelector("#dock .run-list > li")?.textContent ?? "";
    for (let i = 0; i < times; i++) {
      const before = line();
      document.querySelector<HTMLButtonElement>(".run-button")!.click();
      while (line() === before) await frame();
    }
  }, count);
}

/* What the server has in memory, bytes. */
function residentOf(pid: number): number {
  return 1024 * Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
}

/* Each run in space is drawn without a graphics card: with LONG=1 (make test-long). */
const PLACES: [where: string, text: string][] = [["the plane", MODEL]];
if (process.env.LONG) PLACES.push(["space", readFileSync(`${MODELS}/governor-damped/governor-damped.yaml`, "utf8")]);

for (const [where, text] of PLACES)
  test(`memory does not grow with the number of runs in ${where}`, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 900, height: 600 });
    await page.goto(linkTo(workbench.address, text));
    await hasRun(page);
    await page.getByRole("tab", { name: "Runs" }).click();
    const devtools = await page.context().newCDPSession(page);
    await runTimes(page, WARM);
    const [before, server] = [await heldBy(devtools), residentOf(workbench.pid)];
    await runTimes(page, RUNS - WARM);
    const [after, serverAfter] = [await heldBy(devtools), residentOf(workbench.pid)];
    await expect(page.getByText(/earlier runs were not kept: the list has room for 12/)).toBeVisible();
    const more = (of: keyof Held): number => after[of] - before[of];
    console.log(
      `${RUNS - WARM} runs in ${where}: ${more("things")} things more than ${before.things}, ${more("bytes")} bytes more than ` +
        `${before.bytes}; compiled ${more("compiled") / 1e3} kB more, outside ${more("outside") / 1e3} kB; nodes ${before.nodes} to ` +
        `${after.nodes}, listeners ${before.listeners} to ${after.listeners}; server ${(serverAfter - server) / 1e3} kB`,
    );
    expect(more("things")).toBeLessThan((RUNS - WARM) / 2);
    expect(more("bytes")).toBeLessThan(30e3);
    expect(more("compiled")).toBeLessThan(4e6); // it ends: there are so many functions
    expect(more("outside")).toBeLessThan(2e6); // the tables of one run have over 200 kB
    expect(more("nodes")).toBe(0);
    expect(more("listeners")).toBe(0);
    expect(serverAfter - server).toBeLessThan(12e6); // what threads keep at hand
  });
