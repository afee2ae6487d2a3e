/* performance.spec.ts - the figures that are felt: frames a second while fifty links are dragged, time to a moving mechanism, weight.
 *
 * They are printed. What is asserted does not depend on what else the machine does: CPU time of the page, not time on the wall.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { agrees, hasRun, inBar, linkTo, modelText, moves, pin } from "./acts";
import { expect, MODELS, PROGRAM, test } from "./workbench";

/* Scissors of n crosses: 2 n links, pinned in their middles and to the next ones; the first cross stands on a pin and a slot. */
function scissors(n: number): string {
  const points: string[] = [];
  const bodies: string[] = [];
  const joints: string[] = [];
  for (let i = 0; i <= n; i++) points.push(`  L${i}: [${i}, 0]\n  R${i}: [${i}, 1]`);
  for (let i = 0; i < n; i++) {
    points.push(`  M${i}: [${i + 0.5}, 0.5]`);
    bodies.push(`  a${i}: {points: [L${i}, M${i}, R${i + 1}], mass: 1, inertia: 0.2}`);
    bodies.push(`  b${i}: {points: [R${i}, M${i}, L${i + 1}], mass: 1, inertia: 0.2}`);
    joints.push(`  M${i}: {revolute: [a${i}, b${i}]}`);
    if (i > 0) {
      joints.push(`  L${i}: {revolute: [b${i - 1}, a${i}]}`);
      joints.push(`  R${i}: {revolute: [a${i - 1}, b${i}]}`);
    }
  }
  joints.unshift("  L0: {revolute: [ground, a0]}", "  R0: {slot: [ground, b0], axis: [0, 1]}");
  return [
    "trammel: 1",
    `title: Scissors of ${2 * n} links`,
    "gravity: [0, -9.81]",
    "points:",
    ...points,
    "bodies:",
    ...bodies,
    "joints:",
    ...joints,
    "analyses:",
    "  - dynamics: {end: 0.2, output: 0.01}",
    "",
  ].join("\n");
}

interface Log {
  frames: number[]; // ms, when each frame was
  pictures: number; // frames in which a link was drawn otherwise than in the one before
}

/* Takes hold at a place and moves the pointer in every frame round a small loop, free of the grid, until the links were drawn anew
 * so many times. */
async function dragRound(page: Page, [x, y]: [number, number], pictures: number): Promise<Log> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 6, y, { steps: 2 });
  const log = await page.evaluate(
    ({ x, y, pictures }) =>
      new Promise<Log>((done) => {
        const svg = document.querySelector("svg.plane-svg")!;
        const picture = (): string =>
          [...svg.querySelectorAll(".part.body")]
            .map((part) => part.getAttribute("transform") + part.firstElementChild!.getAttribute("d")!)
            .join();
        const log: Log = { frames: [], pictures: 0 };
        let before = "";
        const frame = (now: number): void => {
          log.frames.push(now);
          const seen = picture();
          if (seen !== before) log.pictures++;
          before = seen;
          if (log.pictures >= pictures) return done(log);
          const t = (now - log.frames[0]!) / 1000;
          const place = { clientX: x - 20 + 20 * Math.cos(5 * t), clientY: y + 10 * Math.sin(5 * t) };
          svg.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, buttons: 1, ctrlKey: true, ...place }));
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    { x, y, pictures },
  );
  await page.mouse.up();
  return log;
}

/* Seconds of CPU time that the page's main thread has taken. */
async function cpuTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find((one) => one.name === "TaskDuration")!.value;
}

/* Frames per second: half of them come faster, and all but a twentieth. */
function rates({ frames }: Log): [median: number, slow: number] {
  const gaps = frames.slice(1).map((one, i) => one - frames[i]!);
  gaps.sort((a, b) => a - b);
  const rate = (part: number): number => 1000 / gaps[Math.floor(part * (gaps.length - 1))]!;
  return [rate(0.5), rate(0.95)];
}

for (const [what, joint, key] of [
  ["led", "L20", ""],
  ["changed in length", "L20", "Alt"],
  ["moved on the ground", "L0", ""],
] as const)
  test(`fifty links are ${what} smoothly`, async ({ workbench, page, context }) => {
    const text = scissors(25);
    await page.goto(linkTo(workbench.address, text));
    await hasRun(page);
    await page.getByRole("button", { name: /^Pause/ }).click();
    await page.getByRole("button", { name: /^To the start/ }).click();
    await agrees(page);
    const client = await context.newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const place = await pin(page, joint);
    if (key) await page.keyboard.down(key);
    const before = await cpuTime(client);
    const log = await dragRound(page, place, 60);
    const cost = (1000 * ((await cpuTime(client)) - before)) / log.pictures;
    if (key) await page.keyboard.up(key);
    const [median, slow] = rates(log);
    const seconds = (log.frames.at(-1)! - log.frames[0]!) / 1000;
    console.log(
      `50 links ${what}: ${cost.toFixed(1)} ms of CPU time a picture, ${(log.pictures / seconds).toFixed(0)} pictures a second; ` +
        `median ${median.toFixed(0)} frames a second, slowest twentieth ${slow.toFixed(0)}`,
    );
    expect(cost).toBeLessThan(50);
    await expect.poll(() => modelText(page)).not.toBe(text);
    await agrees(page);
    await inBar(page, "Undo").click();
    expect(await modelText(page)).toBe(text);
    await agrees(page);
  });

test("from the command to a moving mechanism", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "trammel-"));
  const begun = performance.now();
  const model = join(MODELS, "fourbar-motor/fourbar-motor.yaml");
  const server = spawn(PROGRAM, ["view", "--no-browser", "--port", "0", model], {
    env: { ...process.env, XDG_STATE_HOME: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const address = await new Promise<string>((found) => {
      let said = "";
      server.stdout.on("data", (part: Buffer) => {
        said += part.toString();
        const match = /http:\S+/.exec(said);
        if (match) found(match[0]);
      });
    });
    const served = performance.now();
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
    await moves(page);
    const moving = performance.now();
    console.log(
      `from the command to the address ${(served - begun).toFixed(0)} ms, to the moving four-bar ${(moving - begun).toFixed(0)} ms`,
    );
  } finally {
    const ended = new Promise((go) => server.once("close", go));
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the page transfers little", async ({ workbench, page, context }) => {
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  let transferred = 0;
  let requests = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    transferred += encodedDataLength;
    requests++;
  });
  await page.goto(linkTo(workbench.address, scissors(2)));
  await hasRun(page);
  await page.waitForLoadState("networkidle");
  const [transferredPlane, requestsPlane] = [transferred, requests];
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByRole("dialog").getByRole("searchbox").fill("governor-damped.yaml");
  await page.keyboard.press("Enter");
  await expect(page.locator("main canvas").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const weight = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`;
  console.log(
    `page weight: ${weight(transferredPlane)} in ${requestsPlane} requests with a planar model; ` +
      `${weight(transferred)} in ${requests} with gallery and a spatial one`,
  );
  expect(transferredPlane).toBeGreaterThan(50_000);
  expect(transferred).toBeLessThan(1.5 * 1024 * 1024);
});

/* The model that the figures are of, for others to repeat them: `SCISSORS=FILE npx playwright test performance`. */
test("the scissors have fifty links", ({}) => {
  const text = scissors(25);
  if (process.env.SCISSORS) writeFileSync(process.env.SCISSORS, text);
  expect(text.match(/mass: 1/g)).toHaveLength(50);
});
