/* shell.spec.ts - what holds on the whole page: keys, analyses that are added, what one document leaves behind for the next. */
import type { Page } from "@playwright/test";
import {
  agrees,
  boxOf,
  drawn,
  hasRun,
  inBar,
  linkTo,
  modelText,
  pin,
  replace,
  results,
  runs as runsNow,
  sidePanel,
} from "./acts";
import { expect, test } from "./workbench";

const paused = (page: Page) => page.getByRole("button", { name: "Play (space)" });
const playing = (page: Page) => page.getByRole("button", { name: "Pause (space)" });

test.describe("with a motor", () => {
  test.use({ model: "fourbar-motor/fourbar-motor.yaml", viewport: { width: 1100, height: 700 } });

  test("Space plays and pauses and Ctrl+Enter runs, whatever was clicked before", async ({ workbench, page }) => {
    const runs = page.locator(".run-list > li");
    await page.goto(workbench.address);
    await hasRun(page);
    await results(page, "Runs");
    await expect(runs).toHaveCount(1);
    await inBar(page, "Run").click();
    await expect(runs).toHaveCount(2);
    await expect(playing(page)).toBeVisible();
    await page.keyboard.press("Space");
    await expect(paused(page)).toBeVisible();
    await expect(runs).toHaveCount(2); // the button still has the focus, but was not pressed
    await page.keyboard.press("Control+Enter");
    await expect(runs).toHaveCount(3);
    await sidePanel(page, "Properties");
    await page
      .locator(".outline")
      .getByRole("option", { name: /coupler/ })
      .first()
      .click();
    await expect(playing(page)).toBeVisible();
    await page.keyboard.press("Space"); // on the tree
    await expect(paused(page)).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(runs).toHaveCount(4);
    await page.keyboard.press("Escape");
    await page.locator("#dock").getByRole("tab", { name: /^Runs/ }).focus();
    await page.keyboard.press("Control+Enter"); // on a tab
    await expect(runs).toHaveCount(5);
    await page.keyboard.press("Shift+Tab");
    await inBar(page, "Examples").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("searchbox").fill("slider-crank");
    await expect(
      page
        .getByRole("dialog")
        .getByRole("button", { name: /slider-crank/i })
        .first(),
    ).toBeVisible();
    await page.keyboard.press("Enter"); // by keys alone
    await hasRun(page);
    await expect(playing(page)).toBeVisible();
    await page.keyboard.press("Space");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(paused(page)).toBeVisible();
  });

  test("analyses are added with options that run; a wrong one does not stop the others", async ({
    workbench,
    page,
  }) => {
    await page.goto(workbench.address);
    await hasRun(page);
    const add = async (kind: string) => {
      await page.getByRole("button", { name: "What to run, and how" }).click();
      await page.getByRole("menuitem", { name: "Add an analysis…" }).click();
      await page.getByRole("combobox", { name: "Analysis" }).selectOption(kind);
    };
    const dialog = page.getByRole("dialog", { name: "Add an analysis" });
    await add("kinematics");
    await expect(dialog).toContainText("every degree of freedom has to be driven, and 1 is not");
    await page.keyboard.press("Escape");
    await add("steady");
    await expect(dialog.getByRole("textbox", { name: /^speeds/ })).toHaveValue("{O: 10}");
    await dialog.getByRole("combobox", { name: "Analysis" }).selectOption("dynamics");
    const end = dialog.getByRole("textbox", { name: /^end/ });
    const proposed = Number(await end.inputValue());
    await end.fill("0.1");
    await expect(dialog).toContainText("must be later than the end of the previous analysis");
    await end.fill(String(proposed));
    await expect(dialog).not.toContainText("must be later");
    await page.keyboard.press("Control+Enter"); // writes and runs
    const choice = page.getByRole("combobox", { name: "Analysis to show" });
    await expect(choice.getByRole("option")).toHaveText(["dynamics 1", "dynamics 2"]);
    await sidePanel(page, "Text");
    await replace(
      page,
      "  - dynamics: {end: " + String(proposed),
      "  - dynamic: {end: 3}\n  - dynamics: {end: " + proposed,
    );
    await results(page, "Results");
    await inBar(page, "Run").click();
    await expect(page.locator(".result-words")).toHaveText(/^Analysis 2\. dynamic is wrong and was left out/);
    await expect(choice.getByRole("option")).toHaveText(["dynamics 1", "dynamics 2"]);
    await expect(page.locator("#dock .run-messages")).toContainText('unknown analysis "dynamic"');
  });
});

const FALLING = `trammel: 1
points: {O: [0, 0], A: [0.1, 0.1], B: [0.3, 0.05]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
joints:
  A: {revolute: [crank, coupler]}
analyses:
  - dynamics: {end: 2, output: 0.01}
`;

test("what nothing holds is said to be free, stays in view, and is pinned by a click", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto(linkTo(workbench.address, FALLING));
  await hasRun(page);
  const note = page.locator(".tool-stuck");
  await expect(note).toContainText("Nothing holds crank and coupler to the ground: they are free to move away.");
  await page.keyboard.press("Space");
  await page.getByRole("slider", { name: "Time" }).fill("0");
  const size = async () => await boxOf(page.locator("svg.plane-svg .part.body[aria-label='body crank']"));
  await expect.poll(async () => (await size()).width).toBeGreaterThan(40); // not a dot in the distance
  const begin = await size();
  await page.getByRole("slider", { name: "Time" }).fill("2"); // after 19.6 m: the view goes along by itself
  const fallen = async () => Math.abs((await drawn(page)).bodies.find((body) => body.name === "crank")!.at[1]);
  await expect.poll(fallen).toBeGreaterThan(2000); // px
  const inSight = async (): Promise<boolean> => {
    const window = await boxOf(page.locator("svg.plane-svg"));
    const { y, height } = await size();
    return y > window.y && y + height < window.y + window.height && height > begin.height / 2;
  };
  await expect.poll(inSight).toBe(true);
  await note.getByRole("button", { name: "Pin O to the ground" }).click();
  await expect(note).toBeHidden();
  expect(await modelText(page)).toContain("O: {revolute: [ground, crank]}");
  await agrees(page);
  await runsNow(page);
  await expect(note).toBeHidden();
});

test.describe("with a four-bar", () => {
  test.use({ model: "fourbar/fourbar.yaml", viewport: { width: 1100, height: 700 } });

  test("a traced path is kept in the text; a click on a link traces a new point there", async ({ workbench, page }) => {
    const paths = page.locator("svg.plane-svg .path-of-point");
    const status = page.locator("#dock .run-status");
    await page.goto(workbench.address);
    await hasRun(page);
    await page.keyboard.press("Space");
    await page.getByRole("slider", { name: "Time" }).fill("0");
    await expect(paths).toHaveCount(0);
    const coupler = page.locator("svg.plane-svg .part.body[aria-label^='body coupler']");
    await page.keyboard.press("t"); // the tool of paths
    const box = await boxOf(coupler);
    await page.mouse.click(...(await pin(page, "A")));
    await expect(paths).toHaveCount(1);
    await expect(status).not.toHaveText(/Out of date/); // how it is shown changes no number
    expect(await modelText(page)).toMatch(/display: *\{paths: \[\w+\.\w+\]\}|paths: \[\w+\.A\]/);
    await page.mouse.click(box.x + 0.35 * box.width, box.y + 0.65 * box.height, { delay: 20 });
    await expect(paths).toHaveCount(2); // run again with the new point
    await page.keyboard.press("Control+s");
    await expect(page.locator(".toasts")).toContainText("Saved");
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.removeItem("trammel.last"));
    await page.reload();
    await hasRun(page);
    await expect(paths).toHaveCount(2);
    await inBar(page, "Undo").click(); // the point and its path are one step
    await expect.poll(async () => (await modelText(page)).match(/paths: \[(.*?)\]/)?.[1]).toMatch(/^\w+\.A$/);
  });
});
