/* plot_window.spec.ts - plots show the whole of the motion that was run last, however long it is. */
import type { Page } from "@playwright/test";
import { boxOf, hasRun, linkTo, replace, runs, sidePanel } from "./acts";
import { fourbarText } from "./fourbar";
import { expect, test } from "./workbench";

const LONG = fourbarText({ more: "analyses:\n  - dynamics: {end: 5, output: 0.01}\n" });

/* The time at the right end of the plot: a click there sets the clock to it. */
async function endOfPlot(page: Page): Promise<number> {
  const over = page.locator("#dock .plot-field .u-over").first();
  const { width, height } = await boxOf(over);
  await over.click({ position: { x: width - 2, y: height / 2 } });
  return Number(await page.getByRole("slider", { name: "Time" }).inputValue());
}

test("the time axis follows the end of the motion", async ({ workbench, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(linkTo(workbench.address, LONG));
  await hasRun(page);
  await expect(page.locator("#dock .plot-field .u-over").first()).toBeVisible();
  await expect.poll(() => endOfPlot(page)).toBeCloseTo(5, 0);
  await sidePanel(page, "Text");
  for (const [from, to] of [
    [5, 9],
    [9, 1],
    [1, 5],
  ]) {
    await replace(page, `end: ${from}`, `end: ${to}`);
    await runs(page);
    await expect.poll(() => endOfPlot(page)).toBeCloseTo(to!, 0);
  }
  /* a run that ends early, and the next one that does not */
  await replace(page, "end: 5, output: 0.01", "end: 5, output: 0.01, events: {early: t - 2}");
  await runs(page);
  await expect.poll(() => endOfPlot(page)).toBeCloseTo(2, 0);
  await replace(page, ", events: {early: t - 2}", "");
  await runs(page);
  await expect.poll(() => endOfPlot(page)).toBeCloseTo(5, 0);
});
