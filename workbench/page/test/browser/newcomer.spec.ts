/* newcomer.spec.ts - the path of somebody who opens the page for the first time: draws a four-bar with the mouse, gives it a motor, runs
 * it, and reads a reaction, which must be the one that the command line finds in the saved file. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { agrees, area, boxOf, columnOf, modelText, results, runs } from "./acts";
import { expect, PROGRAM, test } from "./workbench";

test("a four-bar drawn by mouse runs with the reaction of the command line", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).click();
  const area = await boxOf(page.getByRole("main", { name: "Drawing" }));
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

/* Places of the drawing, from its middle, in steps of the grid that a new drawing has: so many of them are seen in its height. */
const STEPS = 16.82;

test("a newcomer's yoke, rack and mirror image come out as they were meant", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).click();
  const box = await boxOf(area(page));
  const [x0, y0] = [box.x + box.width / 2, box.y + box.height / 2];
  const step = box.height / STEPS;
  const click = (x: number, y: number): Promise<void> => page.mouse.click(x0 + step * x, y0 - step * y);
  const take = async (key: string, kind: string): Promise<void> => {
    await page.locator(`#tool-${key}`).click({ button: "right" });
    await page.getByRole("menuitemradio", { name: new RegExp(`^${kind}`) }).click();
  };
  const link = page.locator("#tool-L");

  /* a chain that ends where it began is done: the Escape that ends chains leaves the tool in hand, the next puts it away */
  for (const [x, y] of [[-14, 4], [-12, 6], [-10, 4], [-14, 4]] as const) await click(x, y); // prettier-ignore
  await expect(page.getByRole("button", { name: /^body link/ })).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(link).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(link).toHaveAttribute("aria-pressed", "false");

  /* mirrored where it stands, and the copy that may have been meant: on its upper edge they share the pin */
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Shift+V");
  await page.getByRole("button", { name: "Mirror a copy instead" }).click();
  await expect(page.getByRole("button", { name: /^body link/ })).toHaveCount(6);
  await agrees(page);
  expect(await modelText(page)).toMatch(/\[-140 mm, 80 mm\]/); // the image of -140, 40 in the line y = 60
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("button", { name: /^body link/ })).toHaveCount(3);

  /* a bar of its own that slides turns on its block, unless it is to keep its direction */
  await link.click();
  await click(-4, -4);
  await click(-4, 5);
  await page.keyboard.press("Escape");
  await take("J", "Slider");
  await click(-4, -4);
  await click(0, -4);
  await page.getByRole("button", { name: "Keep its direction" }).click();
  await expect.poll(() => modelText(page)).toMatch(/\{fixed: \[link4\.?\w*, slider1/);

  /* a link that begins on the teeth of a rack hangs on the rack */
  await take("J", "Rack and pinion");
  await click(8, 2);
  await click(8, 0);
  await agrees(page); // its teeth are drawn, and can be aimed at
  await link.click();
  await click(11, 0);
  await click(13, -2);
  await expect(page.getByRole("button", { name: /^pin \w+ between slider2 and link5/ })).toBeVisible();
  await agrees(page);
});
