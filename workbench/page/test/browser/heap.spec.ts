/* heap.spec.ts - memory does not grow with the number of runs, neither in the page nor in the server. */
import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "@playwright/test";
import { hasRun, linkTo } from "./acts";
import { expect, test } from "./workbench";

const RUNS = Number(process.env.HEAP_RUNS ?? 60);
const WARM = 25; // more than are kept, so that from here on each pushes one out

const MODEL = `trammel: 1
points: {O: [0, 0], A: [0.1, 0.1], B: [0.4, 0.2], C: [0.4, 0]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
  rocker: {points: [B, C], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
analyses:
  - dynamics: {end: 0.5, output: 0.005}
`;

/* Bytes in use once all that can go has gone. */
async function heapOf(devtools: CDPSession): Promise<{ bytes: number; nodes: number; listeners: number }> {
  for (let i = 0; i < 3; i++) await devtools.send("HeapProfiler.collectGarbage");
  const use = (await devtools.send("Runtime.getHeapUsage")) as { usedSize: number; backingStorageSize?: number };
  const usedSize = use.usedSize + (use.backingStorageSize ?? 0);
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
  return { bytes: usedSize, nodes, listeners: jsEventListeners };
}

async function runTimes(page: Page, count: number): Promise<void> {
  await page.evaluate(async (times) => {
    const frame = () => new Promise(requestAnimationFrame);
    const line = () => document.querySelector("#dock .run-list > li")?.textContent ?? "";
    for (let i = 0; i < times; i++) {
      const before = line();
      document.querySelector<HTMLButtonElement>(".run-button")!.click();
      for (let frames = 0; line() === before && frames < 600; frames++) await frame();
      if (line() === before) throw new Error(`run ${i} has not come`);
    }
  }, count);
}

/* What the server has in memory, bytes. */
function residentOf(pid: number): number {
  return 1024 * Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
}

test("memory does not grow with the number of runs", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await page.goto(linkTo(workbench.address, MODEL));
  await hasRun(page);
  await page.getByRole("tab", { name: "Runs" }).click();
  const devtools = await page.context().newCDPSession(page);
  await runTimes(page, WARM);
  await expect(page.getByText(/earlier runs were not kept: the list has room for 12/)).toBeVisible();
  const [before, server] = [await heapOf(devtools), residentOf(workbench.pid)];
  await runTimes(page, RUNS - WARM);
  const after = await heapOf(devtools);
  const grown = residentOf(workbench.pid) - server;
  const runs = RUNS - WARM;
  const perRun = (after.bytes - before.bytes) / runs;
  console.log(
    `${runs} runs: heap ${(before.bytes / 1e6).toFixed(2)} to ${(after.bytes / 1e6).toFixed(2)} MB, ${perRun.toFixed(0)} B a run; ` +
      `nodes ${before.nodes} to ${after.nodes}, listeners ${before.listeners} to ${after.listeners}; server ${(grown / 1e6).toFixed(2)} MB more`,
  );
  expect(perRun).toBeLessThan(30e3); // the tables of one run that is not let go have over 200 kB
  expect(after.nodes - before.nodes).toBeLessThan(runs);
  expect(after.listeners - before.listeners).toBeLessThan(runs);
  expect(grown).toBeLessThan(24e6);
});
