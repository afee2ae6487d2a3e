/* machines.spec.ts - planetary gears and cams by clicks, and the editor of motions, by mouse and by keys. */
import type { Page } from "@playwright/test";
import { agrees, area, boxOf, hasRun, inBar, linkTo, modelText, sidePanel } from "./acts";
import { expect, test } from "./workbench";

async function place(page: Page, ...places: [number, number][]): Promise<void> {
  const box = await boxOf(area(page));
  for (const [x, y] of places) await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

async function take(page: Page, kind: string): Promise<void> {
  await page.locator("#tool-J").click({ button: "right" });
  await page.getByRole("menuitemradio", { name: new RegExp("^" + kind) }).click();
}

async function begin(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).click();
}

test("a planetary gear is two clicks, with the numbers that are set first", async ({ workbench, page }) => {
  await begin(page, workbench.address);
  await take(page, "Planetary gear");
  await page.getByLabel("sun, teeth").fill("25");
  await place(page, [0.5, 0.5], [0.62, 0.5]);
  await expect(page.locator(".toasts")).toContainText("give the sun 24");
  await page.getByLabel("sun, teeth").fill("30");
  await page.getByLabel("planets").selectOption("4");
  await place(page, [0.62, 0.5]);
  await expect.poll(() => modelText(page)).toMatch(/sun4: \{gear: \[S, P4\], teeth: \[30, 18\], module: [\d.]+ mm\}/);
  await agrees(page);
  await page.keyboard.press("Control+Enter");
  await hasRun(page);
});

test("a cam is two clicks and runs", async ({ workbench, page }) => {
  await begin(page, workbench.address);
  await take(page, "Cam");
  await page.getByLabel("follower").selectOption("roller");
  await place(page, [0.4, 0.6], [0.4, 0.4]);
  await expect.poll(() => modelText(page)).toMatch(/lift:[^]*cam1:[^]*follower:[^]*touch:[^]*drive:/);
  await agrees(page);
  await page.keyboard.press("Control+Enter");
  await hasRun(page);
});

test("a crossed belt and a rope over a wheel are clicked, seen as they will run, and run", async ({
  workbench,
  page,
}) => {
  await begin(page, workbench.address);
  await take(page, "Belt");
  await page.locator(".tool-options").getByLabel("run").selectOption("crossed");
  await place(page, [0.3, 0.4], [0.5, 0.4]);
  const seen = page.locator(".layer-overlay path");
  await expect
    .poll(async () => (await seen.evaluateAll((all) => all.map((one) => one.getAttribute("d")).join(""))).length)
    .toBeGreaterThan(1000); // the way round both
  await place(page, [0.3, 0.4]);
  await expect
    .poll(() => modelText(page))
    .toMatch(/belt1: \{belt: \[O, A\], radii: \[([\d.]+ mm), -\1\], pretension: 100\}/);
  await take(page, "Cable");
  await place(page, [0.5, 0.4], [0.7, 0.25], [0.75, 0.6], [0.75, 0.6]);
  await expect
    .poll(() => modelText(page))
    .toMatch(/cable1: \{cable: \[A, \w, ground\.\w\], radii: \[-\S+, -\S+, 0\]\}/);
  await agrees(page);
});

const GEARS = `trammel: 1
points: {A: [0, 0], B: [140 mm, 0]}
bodies:
  pinion: {points: [A], mass: 1, shape: {disc: 40 mm}}
  wheel: {points: [B], mass: 7, shape: {disc: 100 mm}}
joints:
  A: {revolute: [ground, pinion]}
  B: {revolute: [ground, wheel]}
  mesh: {gear: [A, B], teeth: [20, 50], pressure: 25 deg}
forces:
  drive: {torque: pinion, value: 1}
analyses:
  - dynamics: {end: 1, output: 0.02}
`;

test("base circles, line of action and pressure angle are shown on demand", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, GEARS));
  await hasRun(page);
  const shown = page.locator(".construction");
  await expect(shown).toHaveCount(0);
  await page.getByRole("button", { name: "View" }).click();
  await page.getByLabel("Construction of gears and cams").check();
  await expect(shown).toHaveCount(1);
  await expect(shown.locator(".construction-angle")).toHaveText("25.0°");
  await page.getByLabel("Construction of gears and cams").uncheck();
  await expect(shown).toHaveCount(0);
});

const MOTION = `trammel: 1
points: {O: [0, 0], A: [0.3, 0]}
tables:
  lift: # of the arm
    periodic: true
    segments:
      - {rise: 60 deg, over: 1 s, law: 3-4-5} # up
      - {dwell: 1 s}
      - {return: 60 deg, over: 1 s, law: 3-4-5}
      - {dwell: 1 s}
bodies:
  arm: {points: [O, A], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, arm]}
drivers:
  d: {O.angle: "table(t, lift)"}
analyses:
  - dynamics: {end: 4, output: 0.02}
`;

test("the ends of segments are dragged, or moved by keys, and the text follows", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, MOTION));
  await hasRun(page);
  await sidePanel(page, "Properties");
  const side = page.locator("#side");
  await side.getByRole("searchbox").fill("lift");
  await side.getByRole("option", { name: /^lift/ }).click();
  const plot = side.locator(".profile-plot");
  await expect(plot.locator(".profile-line")).toHaveCount(4);
  const end = plot.getByRole("slider", { name: "End of segment 1, rise" });
  await end.scrollIntoViewIfNeeded();
  const box = await boxOf(end);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 10, y + 12, { steps: 4 });
  await page.mouse.move(x - 20, y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => modelText(page)).toMatch(/rise: 4\d(\.\d)? deg, over: 0\.\d+ s, law: 3-4-5\} # up/);
  const dragged = await modelText(page);
  expect(dragged).toContain("lift: # of the arm");
  expect(/return: ([\d.]+) deg/.exec(dragged)![1]).toBe(/rise: ([\d.]+) deg/.exec(dragged)![1]); // it is closed as before
  await inBar(page, "Undo").click();
  await expect.poll(() => modelText(page)).toBe(MOTION);
  await plot.getByRole("slider", { name: "End of segment 1, rise" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => modelText(page)).toMatch(/rise: 60\.5 deg|rise: 61 deg|rise: 60\.2 deg/);
  await side.getByRole("combobox", { name: "segment 1, law" }).selectOption("cycloidal");
  await expect.poll(() => modelText(page)).toMatch(/law: cycloidal\} # up/);
  await agrees(page);
});
