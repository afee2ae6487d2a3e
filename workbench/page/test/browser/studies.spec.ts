/* studies.spec.ts - parameters that move: sliders that run the model anew as they are drawn, and studies beside the drawing. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { boxOf, columnOf, hasRun, inBar, linkTo, modelText, moves, replace, results } from "./acts";
import { serious } from "./axe";
import { answersTo, callsDuring, slides, type Slid } from "./work";
import { expect, MODELS, PROGRAM, test } from "./workbench";

test.use({ model: "fourbar/fourbar.yaml" });

test("a slider that is drawn reruns the four-bar as it goes, and its last value is the one that stays", async ({
  workbench,
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" }); // it stands still at the instant that is looked at
  const answers = answersTo(page);
  await page.goto(workbench.address);
  await inBar(page, "Run").click();
  await hasRun(page);
  await page.getByRole("tab", { name: /^Parameters/ }).click();
  const scrub = await boxOf(page.getByRole("slider", { name: "Time" }));
  await page.mouse.click(scrub.x + scrub.width / 2, scrub.y + scrub.height / 2);
  const client = await context.newCDPSession(page);
  let slid: Slid = { pictures: 0, frames: 1, seconds: 0 };
  const before = answers.count;
  const calls = await callsDuring(client, async () => (slid = await slides(page, "#parameter-torque", 40))); // 200: 80 N·m
  const each = calls / (slid.frames + answers.count - before);
  console.log(`a four-bar by its slider: ${each.toFixed(0)} calls of functions for each frame and answer`);
  expect(slid.pictures).toBe(40); // it keeps up with a slider that is drawn in every frame
  expect(each).toBeLessThan(80_000);
  await page.getByRole("tab", { name: /^Runs/ }).click();
  await expect(page.locator("#dock")).toContainText("torque = 80");
});

/* ---- a study ---- */

/* The four-bar with the length of its coupler as a parameter: with 9 m it cannot be closed. */
function withLength(text: string): string {
  return text
    .replace("torque: 39.75", "torque: 39.75\n  L: 4 m")
    .replace("B: [4, 0]}, com: [2, 0], mass: 2.25", "B: [L, 0]}, com: [2, 0], mass: 2.25");
}

/* The middle of a cell of a map of 3 by 2. */
async function cell(page: Page, i: number, j: number): Promise<[number, number]> {
  const { x, y, width, height } = await boxOf(page.locator(".study-picture canvas"));
  return [x + 58 + ((i + 0.5) / 3) * (width - 158), y + 22 + ((1.5 - j) / 2) * (height - 60)];
}

async function openStudy(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await inBar(page, "Run").click();
  await hasRun(page);
  await results(page, "Study");
  await page.getByLabel("L", { exact: true }).check();
  for (const [field, value] of [
    ["Smallest torque", "38"],
    ["Largest torque", "42"],
    ["Number of values of torque", "3"],
    ["Smallest L", "4"],
    ["Largest L", "9"],
    ["Number of values of L", "2"],
    ["Channel, or an expression of channels", "crank.angle"],
  ] as const)
    await page.getByLabel(field, { exact: true }).fill(value);
  await page.getByLabel("What is made of the channel over the run").selectOption("final");
  await page.getByRole("button", { name: "Run the study" }).click();
  await expect(page.locator(".study-progress")).toContainText("6 points, 3 without an answer");
}

test("a point of a map has the answer of a run at its parameters, says why it has none, and is shown moving, kept or left", async ({
  workbench,
  page,
}) => {
  const text = withLength(readFileSync(workbench.file, "utf8"));
  writeFileSync(workbench.file, text);
  await openStudy(page, workbench.address);
  const tip = page.locator(".study-tip");

  await page.mouse.move(...(await cell(page, 2, 0)));
  const csv = join(workbench.folder, "run.csv");
  execFileSync(PROGRAM, ["run", workbench.file, "--set", "torque=42", "-o", csv]);
  const angle = (columnOf(readFileSync(csv, "utf8"), "crank.angle").at(-1)! * 180) / Math.PI;
  await expect(tip).toContainText("torque = 42, L = 4 m");
  await expect(tip).toContainText(`final(crank.angle) = ${Number(angle.toPrecision(6))}`);
  const point = (await tip.locator("strong").textContent())!.toLowerCase();

  await page.mouse.move(...(await cell(page, 0, 1)));
  await expect(tip).toContainText("torque = 38, L = 9 m");
  await expect(tip).toContainText("E300: the mechanism cannot be assembled");

  const bar = page.locator(".drawing-area .variant-bar");
  await page.mouse.click(...(await cell(page, 2, 0)));
  await expect(bar).toContainText(`Variant ${point}: torque = 42, L = 4 m`);
  await moves(page);
  expect(await serious(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await serious(page, ["color-contrast"])).toEqual([]);
  await bar.getByRole("button", { name: "Back" }).click();
  await expect(bar).toBeHidden();
  await expect(page.locator(".top-bar .beside-text")).toHaveCount(0); // nothing is set beside the text

  await page.locator(".study-picture canvas").focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight"); // wherever it began: to the right end,
  await page.keyboard.press("ArrowDown"); // below
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(bar).toContainText("torque = 40, L = 4 m");
  await bar.getByRole("button", { name: "Keep these values" }).click();
  await expect.poll(() => modelText(page)).toContain("torque: 40\n");
  await expect(page.locator(".study-old")).toBeVisible();
  await inBar(page, "Undo").click();
  expect(await modelText(page)).toBe(text); // one step

  await page.getByRole("button", { name: "What matters most" }).click();
  await expect(page.locator(".tornado li")).toHaveCount(2); // torque, L
  await expect(page.locator(".influence-mark text")).toHaveText(/^L: [+−]/); // at the end of the coupler
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(page.locator(".influence-mark")).toHaveCount(0);
});

/* ---- studies of the model ---- */

test.describe("studies of the model", () => {
  test.use({ model: "quarter-car/quarter-car.yaml" });

  test("are listed and run by a click, give the file of the command line, and are made, applied and undone", async ({
    workbench,
    page,
  }) => {
    const text = readFileSync(workbench.file, "utf8");
    await page.goto(workbench.address);
    await inBar(page, "Run").click();
    await hasRun(page);
    await results(page, "Study");

    await page.getByRole("button", { name: "damper", exact: true }).click();
    await expect(page.locator(".study-progress")).toContainText(/^damper13 points, [\d.]+ m?s/);
    const csv = join(workbench.folder, "sweep.csv");
    execFileSync(PROGRAM, ["sweep", workbench.file, "damper", "-o", csv, "--quiet"]);
    const [saved] = await Promise.all([page.waitForEvent("download"), saveAs(page, "CSV")]);
    expect(readFileSync((await saved.path())!, "utf8")).toBe(readFileSync(csv, "utf8")); // to the last digit

    await page.getByRole("button", { name: "optimize", exact: true }).click();
    const best = page.locator(".study-best");
    await expect(best).toContainText(/cs = 1\.16\d+ N·s\/mm/); // as test/case/optimize.c finds it
    await best.getByRole("button", { name: "Apply to the model" }).click();
    await expect.poll(() => modelText(page)).toMatch(/cs: 1\.16\d+ N\*s\/mm/);
    await inBar(page, "Undo").click();
    expect(await modelText(page)).toBe(text); // one step

    await page.getByLabel("Channel, or an expression of channels", { exact: true }).fill("body.ay");
    await page.getByRole("button", { name: "Keep this study in the model" }).click();
    const kept = page.getByRole("button", { name: "sweep", exact: true });
    await expect(page.locator(".prop-form h2")).toHaveText("Study sweep");
    await page.getByRole("textbox", { name: "v", exact: true }).fill("8:12:3");
    await page.keyboard.press("Enter");
    await kept.click();
    await expect(page.locator(".study-progress")).toContainText("sweep3 points");
    expect(await serious(page)).toEqual([]);
    await inBar(page, "Undo").click();
    await inBar(page, "Undo").click();
    expect(await modelText(page)).toBe(text);

    await page.getByRole("button", { name: "Edit damper" }).click(); // into the form
    const count = page.getByLabel("Number of values of cs", { exact: true });
    await expect(count).toHaveValue("13");
    await count.fill("5");
    await page.getByRole("button", { name: "Run the study" }).click();
    await expect(page.locator(".study-progress")).toContainText("5 points");
    await page.getByRole("button", { name: "Save damper" }).click();
    await expect.poll(() => modelText(page)).toBe(text.replace('"600:3000:13"', "0.6 N*s/mm:3 N*s/mm:5"));
    await inBar(page, "Undo").click();
    await expect(count).toHaveValue("13"); // the form follows
    expect(await modelText(page)).toBe(text);
  });
});

/* ---- a fit, and a study that is stopped ---- */

const FIT = `
studies:
  - fit:
      data: reference.csv
      match: {q: O.angle, x: rod.S.x, q_dot: O.speed}
      over: {a: 0.3..0.7@0.45, F: 0.5..1.5@0.8}
      tolerance: 1e-11
`;

test.describe("a fit to measured curves", () => {
  test.use({ model: "slider-crank/slider-crank.yaml" });

  test("is a warning while its file is missing, finds crank and force with it, is applied and undone; a study stops and goes on", async ({
    workbench,
    page,
  }) => {
    const text = readFileSync(workbench.file, "utf8").replace("{a: 0.5, F: 1}", "{a: 0.45, F: 0.9}") + FIT;
    writeFileSync(workbench.file, text);
    await page.goto(workbench.address);
    await inBar(page, "Run").click();
    await hasRun(page); // it needs no curve
    await results(page, "Study");
    const fit = page.getByRole("button", { name: "fit", exact: true });
    await fit.click();
    await expect(page.locator(".study-view .field-note.error")).toContainText("reference.csv");

    copyFileSync(join(MODELS, "slider-crank/reference.csv"), join(workbench.folder, "reference.csv"));
    await fit.click();
    await expect(page.locator(".study-fit tbody tr")).toHaveText([/^a0\.5 ± /, /^F1 ± /]); // of those who published the curves
    await expect(page.locator(".study-fit figure svg path.study-fitted")).toHaveCount(3);
    expect(await serious(page)).toEqual([]);
    await page.getByRole("button", { name: "Apply to the model" }).click();
    await expect.poll(() => modelText(page)).toMatch(/parameters: \{a: 0\.5\d*, F: (1|0\.9{6})/);
    await inBar(page, "Undo").click();
    expect(await modelText(page)).toBe(text); // one step

    await replace(page, "end: 10,", "end: 1000,"); // 20000 points take minutes
    await page.getByLabel("Number of values of a", { exact: true }).fill("20000");
    await page.getByLabel("Channel, or an expression of channels", { exact: true }).fill("O.angle");
    await page.getByRole("button", { name: "Run the study" }).click();
    const progress = page.locator(".study-progress");
    const done = async (): Promise<number> => Number(/^(\d+) of/.exec((await progress.textContent())!)?.[1]);
    await expect.poll(done).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(progress.getByRole("button", { name: "Go on" })).toBeVisible();
    await expect.poll(() => isIdle(workbench.pid)).toBe(true); // the engine has stopped as well
    const before = await done();
    expect(before).toBeLessThan(20_000);
    await progress.getByRole("button", { name: "Go on" }).click();
    await expect.poll(done).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(progress.getByRole("button", { name: "Go on" })).toBeVisible();
  });
});

/* Whether no thread of a process runs or waits for a processor, in several looks. */
async function isIdle(pid: number): Promise<boolean> {
  for (let look = 0; look < 20; look++) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const file = `/proc/${pid}/task/${thread}/stat`;
      if (existsSync(file) && / R \d/.test(readFileSync(file, "utf8"))) return false;
    }
    await new Promise((go) => setTimeout(go, 10));
  }
  return true;
}

/* ---- in space ---- */

/* A point that a motor leads on a circle: w^2 L towards its middle. */
const ROTOR = `trammel: 1
space: space
parameters: {L: 2, w: 3}
bodies:
  ground: {points: {O: [0, 0, 0]}}
  arm: {points: {O: [0, 0, 0], P: [L, 0, 0]}, com: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}
joints:
  O: {revolute: [ground, arm], axis: z}
drivers:
  drive: {O.angle: w*t}
analyses:
  - kinematics: {end: 1, output: 0.05}
`;

/* What is drawn flat: discs, and words beside them. */
interface Drawn {
  text: string; // "": a disc
  at: [x: number, y: number];
  radius: number;
}

test("what matters most in space is a disc where the length stands, whose area is the influence", async ({
  workbench,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const drawn: Drawn[] = ((window as unknown as { drawn: Drawn[] }).drawn = []);
    const pen = CanvasRenderingContext2D.prototype;
    const { fillText, arc } = pen;
    pen.fillText = function (text, x, y, ...more) {
      drawn.push({ text, at: [x, y], radius: 0 });
      fillText.call(this, text, x, y, ...more);
    };
    pen.arc = function (x, y, radius, ...more) {
      drawn.push({ text: "", at: [x, y], radius });
      arc.call(this, x, y, radius, ...more);
    };
  });
  await page.goto(linkTo(workbench.address, ROTOR));
  await hasRun(page);
  await results(page, "Study");
  await page.getByLabel("Channel, or an expression of channels", { exact: true }).fill("arm.P.ax");
  await page.getByRole("button", { name: "What matters most" }).click();
  const bars = page.locator(".tornado li");
  await expect(bars).toHaveText([/^w\+?0\.36 m\/s²/, /^L\+?0\.18 m\/s²/]); // 1 % more: 2 and 1 % of w^2 L = 18
  const drawn = (): Promise<Drawn[]> => page.evaluate(() => (window as unknown as { drawn: Drawn[] }).drawn);
  const word = async (): Promise<Drawn | undefined> => (await drawn()).filter(({ text }) => /^L: /.test(text)).pop();
  await expect.poll(word).toBeDefined();
  const { text, at } = (await word())!;
  expect(text).toMatch(/^L: \+0\.18/);
  const radius = 22 * Math.sqrt(0.5); // half the influence of w, whose disc would have 22 px
  const disc = (await drawn()).filter((one) => Math.abs(one.radius - radius) < 1e-6).pop()!;
  expect(disc.at[0]).toBeCloseTo(at[0] - radius - 4, 3);
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await page.evaluate(() => ((window as unknown as { drawn: Drawn[] }).drawn.length = 0));
  await page.getByRole("slider", { name: "Time" }).fill("0.5"); // it is drawn anew
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(0);
  expect(await word()).toBeUndefined();
});

async function saveAs(page: Page, format: string): Promise<void> {
  await page.getByRole("button", { name: "Save the points" }).click();
  await page.getByRole("menuitem", { name: `Save the points as ${format}` }).click();
}
