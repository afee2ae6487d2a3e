/* page_times.ts - times of the page on the machine that it runs on, for a machine that does nothing else: `make bench-page` prints them.
 *
 * Processor time is that of the page's own thread. The pixels are drawn by another, which here is a program and elsewhere a graphics card.
 * With a frame below 16 ms a display of 60 frames a second is kept up with, below 33 ms one of 30.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { agrees, hasRun, inBar, linkTo, moves, pin } from "../browser/acts";
import { fourBars, pendulums, scissors } from "../browser/large_models";
import { countDraws, dragRound, opens, plays, slides, type Log } from "../browser/work";
import { expect, MODELS, PROGRAM, test } from "../browser/workbench";

interface Times {
  script: number; // s of processor time of the page's thread
  all: number; // s: with style, layout and painting
}

async function timesOf(client: CDPSession): Promise<Times> {
  const { metrics } = await client.send("Performance.getMetrics");
  const value = (name: string): number => metrics.find((one) => one.name === name)!.value;
  return { script: value("ScriptDuration"), all: value("TaskDuration") };
}

async function timesDuring(client: CDPSession, act: () => Promise<unknown>): Promise<Times> {
  const before = await timesOf(client);
  await act();
  const after = await timesOf(client);
  return { script: after.script - before.script, all: after.all - before.all };
}

async function clientOf(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  return client;
}

/* Frames a second: half of them come faster, and all but a twentieth. */
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
  test(`fifty links ${what}`, async ({ workbench, page }) => {
    await page.goto(linkTo(workbench.address, scissors(25)));
    await hasRun(page);
    await page.getByRole("button", { name: /^Pause/ }).click();
    await page.getByRole("button", { name: /^To the start/ }).click();
    await agrees(page);
    const client = await clientOf(page);
    const place = await pin(page, joint);
    if (key) await page.keyboard.down(key);
    let log: Log = { frames: [], pictures: 0 };
    const { all } = await timesDuring(client, async () => (log = await dragRound(page, place, 60)));
    if (key) await page.keyboard.up(key);
    const [median, slow] = rates(log);
    const seconds = (log.frames.at(-1)! - log.frames[0]!) / 1000;
    console.log(
      `50 links ${what}: ${((1000 * all) / log.pictures).toFixed(1)} ms of CPU time a picture, ` +
        `${(log.pictures / seconds).toFixed(0)} pictures a second; ` +
        `median ${median.toFixed(0)} frames a second, slowest twentieth ${slow.toFixed(0)}`,
    );
  });

const SIZES: [where: string, text: string, bodies: number][] = [
  ["space", pendulums(200), 200],
  ["space", pendulums(1000), 1000],
  ["the plane", fourBars(1000), 1000],
];
for (const [where, text, bodies] of SIZES)
  test(`${bodies} bodies in ${where}`, async ({ workbench, page }) => {
    const PICTURES = 10;
    await page.setViewportSize({ width: 640, height: 480 });
    await page.addInitScript(countDraws);
    await page.goto(workbench.address);
    await expect(page.locator(".welcome button.example").first()).toBeVisible();
    const client = await clientOf(page);
    const drawn = where === "space" ? ".space-canvas" : "svg.plane-svg:not(.thumbnail-svg) .part.body";
    const opening = await timesDuring(client, () => opens(page, text, drawn));
    await hasRun(page);
    if (where !== "space") await expect(page.locator(".plane-canvas")).toBeAttached();
    await plays(page, 3);
    const playing = await timesDuring(client, () => plays(page, PICTURES));
    const each = (seconds: number): string => ((1000 * seconds) / PICTURES).toFixed(1);
    console.log(
      `${bodies} bodies in ${where}: seen after ${opening.all.toFixed(2)} s of CPU time; a picture takes ${each(playing.script)} ms of ` +
        `script, ${each(playing.all - playing.script)} ms of style, layout and paint`,
    );
  });

test.describe("a four-bar", () => {
  test.use({ model: "fourbar/fourbar.yaml" });

  test("by its slider", async ({ workbench, page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(workbench.address);
    await inBar(page, "Run").click();
    await hasRun(page);
    await page.getByRole("tab", { name: /^Parameters/ }).click();
    const client = await clientOf(page);
    let [frames, rate] = [1, 0];
    const { all } = await timesDuring(client, async () => {
      const slid = await slides(page, "#parameter-torque", 40);
      [frames, rate] = [slid.frames, slid.pictures / slid.seconds];
    });
    console.log(
      `a four-bar by its slider: ${rate.toFixed(0)} motions a second, ${((1000 * all) / frames).toFixed(1)} ms of CPU time a frame`,
    );
  });
});

test("the first paint", async ({ workbench, page }) => {
  const paints: number[] = [];
  for (const address of [
    workbench.address,
    linkTo(workbench.address, scissors(2)),
    linkTo(workbench.address, scissors(2)),
  ]) {
    await page.goto("about:blank");
    await page.goto(address);
    const paint = (): Promise<number | undefined> =>
      page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    await expect.poll(paint).toBeDefined();
    paints.push((await paint())!);
  }
  console.log(`first paint after ${paints.map((ms) => ms.toFixed(0) + " ms").join(", ")}`);
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
