/* performance.spec.ts - the figures that are felt: frames a second while fifty links are dragged, time to a moving mechanism, weight.
 *
 * They are printed. What is asserted leaves room for a machine that does other things at the same time.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agrees, hasRun, linkTo, moves, pin } from "./acts";
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

test("fifty links are dragged smoothly", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, scissors(25)));
  await hasRun(page);
  await page.getByRole("button", { name: /^Pause/ }).click();
  await page.getByRole("button", { name: /^To the start/ }).click();
  await agrees(page);
  const [x, y] = await pin(page, "L20");
  await page.evaluate(() => {
    const log = window as unknown as { frames: number[]; poses: number };
    log.frames = [];
    log.poses = 0;
    let before = "";
    const frame = (now: number): void => {
      log.frames.push(now);
      const shown = document.querySelector("svg.plane-svg .part.body:last-child")?.getAttribute("transform") ?? "";
      if (shown !== before) log.poses++;
      before = shown;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  const begun = Date.now();
  let moves = 0; // the test itself makes no more than some thirty a second
  for (; Date.now() - begun < 3000; moves++)
    await page.mouse.move(x - 60 + 60 * Math.cos(moves / 15), y + 20 * Math.sin(moves / 15));
  const { frames, poses } = await page.evaluate(() => {
    const log = window as unknown as { frames: number[]; poses: number };
    return { frames: log.frames, poses: log.poses };
  });
  await page.mouse.up();
  const gaps = frames
    .slice(1)
    .map((one, i) => one - frames[i]!)
    .sort((a, b) => a - b);
  const rate = (part: number): number => 1000 / gaps[Math.floor(part * (gaps.length - 1))]!;
  const seconds = (frames[frames.length - 1]! - frames[0]!) / 1000;
  console.log(
    `dragging 50 links: median ${rate(0.5).toFixed(0)} frames a second, slowest twentieth ${rate(0.95).toFixed(0)}; ` +
      `${(poses / seconds).toFixed(0)} poses a second for ${(moves / seconds).toFixed(0)} moves of the mouse`,
  );
  expect(rate(0.5)).toBeGreaterThan(25);
  expect(poses).toBeGreaterThan(0.4 * moves);
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
    expect(moving - begun).toBeLessThan(10_000);
  } finally {
    const ended = new Promise((go) => server.once("close", go));
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the page is light", async ({ workbench, page, context }) => {
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
  await expect(page.locator("main canvas").first()).toBeVisible({ timeout: 15_000 });
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
test("the scissors are a sound model", ({}) => {
  const text = scissors(25);
  if (process.env.SCISSORS) writeFileSync(process.env.SCISSORS, text);
  expect(text.match(/mass: 1/g)).toHaveLength(50);
});
