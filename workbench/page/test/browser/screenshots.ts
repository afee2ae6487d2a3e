/* screenshots.ts - pictures of the main states of the workbench, taken by `make screenshots`.
 *
 * Those that the documents show are docs/pictures/workbench-NAME.png and are written there; the others, to be looked at, go to
 * build/screenshots. A picture of a thing that is not there fails. pngquant, where it is installed, reduces the colours to a palette.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import { agrees, area, boxOf, drag, hasRun, linkTo, openExample, replace, results, runs, sidePanel } from "./acts";
import { expect, MODELS, PROGRAM, test } from "./workbench";

const SHOWN = join(MODELS, "../docs/pictures");
const OTHERS = join(MODELS, "../build/screenshots");

async function take(page: Page, name: string, part: Page | Locator = page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator(".toast")).toHaveCount(0);
  const file = `workbench-${name}.png`;
  mkdirSync(OTHERS, { recursive: true });
  const path = join(existsSync(join(SHOWN, file)) ? SHOWN : OTHERS, file);
  await part.screenshot({ path, animations: "disabled", caret: "hide" });
  spawnSync("pngquant", ["--force", "--skip-if-larger", "--speed", "1", "--output", path, "64", path]);
  console.log(`${basename(path)} ${(statSync(path).size / 1024).toFixed(0)} KiB`);
}

type Look = { colorScheme?: "light" | "dark"; phone?: boolean };

async function open(browser: Browser, address: string, look: Look = {}): Promise<Page> {
  const size = look.phone ? { width: 390, height: 844 } : { width: 1280, height: 720 };
  const context = await browser.newContext({
    viewport: size,
    colorScheme: look.colorScheme ?? "light",
    reducedMotion: "reduce", // it stands still until the instant that is shown
    hasTouch: look.phone ?? false,
    isMobile: look.phone ?? false,
    deviceScaleFactor: look.phone ? 2 : 1,
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/* To an instant of the motion, as a part of the whole. */
async function goTo(page: Page, part: number): Promise<void> {
  const scrub = page.getByRole("slider", { name: "Time" });
  const box = await boxOf(scrub);
  await page.mouse.click(box.x + box.width * part, box.y + box.height / 2);
}

async function show(page: Page, ...what: string[]): Promise<void> {
  await page.getByRole("button", { name: "View", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Display options" });
  for (const name of what) await panel.getByRole("checkbox", { name, exact: true }).check();
  await page.keyboard.press("Escape");
}

test.use({ model: "fourbar-motor/fourbar-motor.yaml" });

/* A model of the guide, opened by its text. */
function guide(address: string, name: string): string {
  return linkTo(address, readFileSync(join(MODELS, "../docs/guide", name), "utf8"));
}

test("gears and holes", async ({ workbench, browser }) => {
  const page = await open(browser, guide(workbench.address, "gearbox.yaml"));
  await runs(page);
  await goTo(page, 0.3);
  await page.keyboard.press("Control+b"); // without the side panel
  await take(page, "gears", page.locator(".drawing-area"));
});

/* A kind of a tool, and clicks at parts of the drawing. */
async function place(page: Page, key: string, kind: string, ...places: [number, number][]): Promise<void> {
  await page.locator(`#tool-${key}`).click({ button: "right" });
  await page.getByRole("menuitemradio", { name: new RegExp("^" + kind) }).click();
  const box = await boxOf(area(page));
  for (const [x, y] of places) await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

test("gears by clicks", async ({ workbench, browser }) => {
  const page = await open(browser, linkTo(workbench.address, "trammel: 1\ntitle: Gears\n"));
  await place(page, "J", "Gear pair", [0.25, 0.4], [0.45, 0.4]);
  await place(page, "J", "Ring and wheel", [0.75, 0.45], [0.81, 0.45]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await agrees(page);
  await take(page, "gear-tools");
});

test("a cam and its motion", async ({ workbench, browser }) => {
  const text = readFileSync(join(MODELS, "../workbench/page/templates/cam-roller.yaml"), "utf8");
  const page = await open(browser, linkTo(workbench.address, text));
  await hasRun(page);
  await goTo(page, 0.12);
  await sidePanel(page, "Properties");
  await page.locator("#side").getByRole("searchbox").fill("lift");
  await page.locator("#side").getByRole("option", { name: /^lift/ }).click();
  await take(page, "cam");
});

test("what touches", async ({ workbench, browser }) => {
  const text = readFileSync(join(MODELS, "../workbench/page/templates/walker.yaml"), "utf8");
  const page = await open(browser, linkTo(workbench.address, text));
  await hasRun(page); // by itself
  await show(page, "Forces");
  await goTo(page, 0.32);
  await page.keyboard.press("Control+b"); // without the side panel
  await take(page, "contacts", page.locator(".drawing-area"));
});

test("outputs and events", async ({ workbench, browser }) => {
  const page = await open(browser, guide(workbench.address, "hammer.yaml"));
  await page.setViewportSize({ width: 1280, height: 1150 });
  await runs(page);
  await results(page, "Results");
  await take(page, "events", page.locator("#dock"));
});

test("a study", async ({ workbench, browser }) => {
  const text = readFileSync(join(MODELS, "fourbar/fourbar.yaml"), "utf8")
    .replace("torque: 39.75", "torque: 39.75\n  L: 4 m")
    .replace("B: [4, 0]}, com: [2, 0], mass: 2.25", "B: [L, 0]}, com: [2, 0], mass: 2.25");
  const page = await open(browser, linkTo(workbench.address, text));
  await runs(page);
  await goTo(page, 0.3);
  await page.keyboard.press("Control+b"); // without the side panel
  await results(page, "Study");
  await page.getByLabel("Channel, or an expression of channels").fill("B.fx");
  await page.getByLabel("L", { exact: true }).check();
  for (const [field, value] of [
    ["Smallest torque", "40"],
    ["Largest torque", "60"],
    ["Number of values of torque", "21"],
    ["Smallest L", "3.8"],
    ["Largest L", "4.2"],
    ["Number of values of L", "11"],
  ] as const)
    await page.getByLabel(field, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Run the study" }).click();
  await expect(page.locator(".study-progress")).toContainText(/^231 points/);
  await page.locator(".study-fields").evaluate((form) => (form.scrollTop = 0));
  const box = await boxOf(page.locator(".study-picture canvas"));
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.45 * box.height);
  await expect(page.locator(".drawing-area .variant-bar")).toBeVisible();
  await take(page, "study");
});

for (const theme of ["light", "dark"] as const)
  test(`model, ${theme}`, async ({ workbench, browser }) => {
    const page = await open(browser, workbench.address, { colorScheme: theme });
    await hasRun(page);
    await show(page, "Velocity", "coupler, centre of mass");
    await goTo(page, 0.62);
    await sidePanel(page, "Text");
    await take(page, `model-${theme}`);
  });

test.describe("without a model", () => {
  test.use({ model: "" });

  test("welcome and gallery", async ({ workbench, browser }) => {
    const page = await open(browser, workbench.address);
    await expect(page.locator(".welcome h1")).toBeVisible();
    await page.waitForLoadState("networkidle");
    await take(page, "welcome");
    await page.getByRole("button", { name: "Examples", exact: true }).click();
    await expect(page.getByRole("dialog").locator(".thumbnail svg").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await take(page, "gallery");
  });

  test("a newcomer's drawing", async ({ workbench, browser }) => {
    const page = await open(browser, workbench.address);
    await page.getByRole("button", { name: /^Draw a new mechanism/ }).click();
    const box = await boxOf(area(page));
    const places: [number, number][] = [
      [302, 243],
      [302, 158],
      [558, 101],
      [586, 243],
    ];
    await page.getByRole("button", { name: "Link" }).click();
    for (const [x, y] of places) await page.mouse.click(box.x + x, box.y + y);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Ground pin" }).click();
    for (const [x, y] of [places[0]!, places[3]!]) await page.mouse.click(box.x + x, box.y + y);
    await page.getByRole("button", { name: /^Motor/ }).click();
    await page.mouse.click(box.x + 302, box.y + 243);
    await page.keyboard.press("Escape");
    await sidePanel(page, "Text");
    await agrees(page);
    await take(page, "drawing");
    await runs(page);
    await goTo(page, 0.3);
    await results(page, "Plots");
    await take(page, "plots");
  });
});

test("free body and certificate", async ({ workbench, browser }) => {
  const page = await open(browser, workbench.address);
  await hasRun(page);
  await goTo(page, 0.4);
  await page.getByRole("button", { name: /^One row forward/ }).click(); // computed, not between
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByLabel("Free-body diagram").selectOption("coupler");
  await expect(page.getByRole("img", { name: "Free-body diagram of coupler" })).toBeVisible();
  await sidePanel(page, "Properties");
  await take(page, "free-body");
  await page.getByRole("button", { name: "Close the free-body diagram" }).click();
  await results(page, "Verify");
  await page.locator("#dock-panel-verify").getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.locator(".seal-words")).toBeVisible();
  const split = await boxOf(page.getByRole("separator", { name: "Height of the results" }));
  const [x, y] = [split.x + split.width / 2, split.y + split.height / 2];
  await drag(page, [x, y], [x, y - 150]);
  await take(page, "certificate");
});

test("a mistake and its fix", async ({ workbench, browser }) => {
  const page = await open(browser, workbench.address);
  await hasRun(page);
  await sidePanel(page, "Text");
  await replace(page, "[crank, coupler]", "[crank, coupeler]");
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("did you mean");
  await take(page, "mistake");
});

test("in space", async ({ workbench, browser }) => {
  const page = await open(browser, workbench.address);
  await openExample(page, "governor-damped.yaml");
  await hasRun(page);
  await expect(page.locator("main canvas").first()).toBeVisible();
  await goTo(page, 0.35);
  await page.waitForLoadState("networkidle");
  await take(page, "space");
});

test("on a phone", async ({ workbench, browser }) => {
  const page = await open(browser, workbench.address, { phone: true });
  await expect(page.getByRole("button", { name: "body crank", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Play/ })).toBeVisible();
  await take(page, "phone");
});

test("a report", async ({ workbench, browser }) => {
  const report = join(workbench.folder, "report.html");
  const model = join(MODELS, "fourbar-motor/fourbar-motor.yaml");
  const made = spawnSync(PROGRAM, ["report", model, "-o", report], { encoding: "utf8" });
  expect(made.stderr).toBe("");
  const page = await open(browser, "file://" + report);
  await expect(page.locator("svg, canvas").first()).toBeVisible();
  await take(page, "report");
});
