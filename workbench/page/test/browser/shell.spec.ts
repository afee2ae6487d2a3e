/* shell.spec.ts - what holds on the whole page: keys, analyses that are added, what one document leaves behind for the next. */
import type { Page } from "@playwright/test";
import { hasRun, inBar, results, sidePanel } from "./acts";
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
    await page.keyboard.press("Enter"); // by keys alone
    await hasRun(page);
    await expect(playing(page)).toBeVisible();
    await page.keyboard.press("Space");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(paused(page)).toBeVisible();
  });
});
