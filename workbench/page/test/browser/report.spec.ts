/* report.spec.ts - a report is one file that needs nothing else: made by the command or by the page, it opens offline and moves. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { hasRun } from "./acts";
import { expect, MODELS, PROGRAM, test } from "./workbench";

const TEXT = readFileSync(join(MODELS, "fourbar-motor/fourbar-motor.yaml"), "utf8");
test.use({ model: "fourbar-motor/fourbar-motor.yaml" });

/* Opens it where there is no network: animation, a plot, numbers, the text. */
async function opensOffline(browser: Browser, file: string): Promise<void> {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(`asks for ${request.url()}`);
  });
  await page.goto("file://" + file);
  await expect(page.getByRole("heading", { name: /Four-bar linkage driven by a motor/ }).first()).toBeVisible();
  const crank = page.locator("svg .part.body").first();
  await expect(crank).toBeVisible();
  const play = page.getByRole("button", { name: /^Play/ }).first();
  if (await play.isVisible()) await play.click();
  const before = await crank.getAttribute("transform");
  await expect.poll(() => crank.getAttribute("transform")).not.toBe(before);
  await expect(page.locator("body")).toContainText("drive: {motor: O, torque: 79.5 - 19.875*O.speed}");
  expect(complaints).toEqual([]);
  await context.close();
}

test("the report of the command line opens offline", async ({ workbench, browser }) => {
  const file = join(workbench.folder, "report.html");
  execFileSync(PROGRAM, ["report", workbench.file, "-o", file]);
  expect(readFileSync(file).length).toBeLessThan(2 * 1024 * 1024);
  await opensOffline(browser, file);
});

test("so does the page's, of the run that is shown", async ({ workbench, page, browser }) => {
  await page.goto(workbench.address);
  await hasRun(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /report/i }).click();
  const file = join(workbench.folder, "mine.html");
  await (await download).saveAs(file);
  expect(readFileSync(workbench.file, "utf8")).toBe(TEXT);
  await opensOffline(browser, file);
});
