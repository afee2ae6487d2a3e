/* newcomer.spec.ts - the path of somebody who opens the page for the first time: draws a four-bar with the mouse, gives it a motor, runs
 * it, and reads a reaction, which must be the one that the command line finds in the saved file. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { columnOf, results, runs } from "./acts";
import { expect, PROGRAM, test } from "./workbench";

test("a four-bar drawn by mouse runs with the reaction of the command line", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).click();
  const area = (await page.getByRole("main", { name: "Drawing" }).boundingBox())!;
  const click = (x: number, y: number): Promise<void> => page.mouse.click(area.x + x, area.y + y);

  await page.getByRole("button", { name: "Link" }).click();
  for (const [x, y] of [
    [302, 243],
    [302, 158],
    [558, 101],
    [586, 243],
  ] as const)
    await click(x, y);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^body link/ })).toHaveCount(3);

  await page.getByRole("button", { name: "Ground pin" }).click();
  await click(302, 243);
  await click(586, 243);
  await expect(page.getByRole("button", { name: /^pin / })).toHaveCount(4);

  await page.getByRole("button", { name: /^Motor/ }).click();
  await click(302, 243);
  await runs(page);

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("mine.yaml");
  await page.keyboard.press("Enter");
  const file = join(workbench.folder, "mine.yaml");
  await expect.poll(() => existsSync(file)).toBe(true);
  execFileSync(PROGRAM, ["run", file, "-o", file + ".csv", "--quiet"]);
  const table = readFileSync(file + ".csv", "utf8");
  const fx = columnOf(table, "O.fx");
  const fy = columnOf(table, "O.fy");
  expect(fx.length).toBeGreaterThan(100);
  const largest = Math.max(...fx.map((x, i) => Math.hypot(x, fy[i]!)));

  await results(page, "Results");
  const shown = await page
    .getByRole("row", { name: /^\|O\.f\|/ })
    .getByRole("cell")
    .last()
    .innerText();
  const [number, unit] = shown.split(/\s+/) as [string, string];
  expect(unit).toBe("N");
  expect(Math.abs(Number(number) / largest - 1)).toBeLessThan(1e-4); // five digits are shown
});
