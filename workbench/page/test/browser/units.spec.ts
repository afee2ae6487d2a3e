/* units.spec.ts - one unit system for a document: what is drawn, typed, shown and saved is in it. */
import { readFileSync } from "node:fs";
import { agrees, area, boxOf, command, hasRun, linkTo, modelText, results, sidePanel } from "./acts";
import { expect, test } from "./workbench";

test.use({ viewport: { width: 1000, height: 660 } });

/* A crank of 150 mm that turns at 60 rpm: its pin is at 2 pi * 150 mm/s. */
const CRANK = `trammel: 1
display: {length: mm, force: N, angle: deg, speed: rpm, mass: kg} # as drawn
gravity: none
bodies:
  ground: {points: {O: [0, 0]}}
  crank: {points: {O: [0, 0], A: [0.15, 0]}, mass: 2, inertia: 0.01}
joints:
  O: {revolute: [ground, crank]}
drivers:
  drive: {O.angle: 2*pi*t}
analyses:
  - kinematics: {end: 1, output: 0.01}
`;

test("numbers typed while drawing mean the unit of the document, which is chosen and kept in the file", async ({
  workbench,
  page,
}) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).click();
  await expect(area(page)).toBeVisible();
  const box = await boxOf(area(page));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.type("x0");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expect(page.locator(".tool-numbers dt").first()).toHaveText("L"); // counted from there
  await page.keyboard.type("x150");
  await expect(page.locator(".tool-numbers .active")).toHaveText(/x150 mm/);
  await page.keyboard.press("Tab");
  await page.keyboard.type("90,5");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const drawn = await modelText(page);
  expect(drawn).toContain("display: {length: mm, force: N, angle: deg, speed: rpm, mass: kg}");
  expect(drawn).toMatch(/\[(0\.15, 0\.0905|150 mm, 90\.5 mm)\]/);
  await agrees(page);
  await expect(page.locator(".grid-numbers")).toContainText("mm");

  await page.getByRole("button", { name: /^Units of this document/ }).click();
  const dialog = page.getByRole("dialog", { name: "Units of this document" });
  await dialog.getByRole("button", { name: /^in, lbf/ }).click();
  await dialog.getByRole("button", { name: "Use these units" }).click();
  await expect(page.locator(".grid-numbers")).toContainText("in");
  expect(await modelText(page)).toBe(
    drawn.replace("length: mm, force: N", "length: in, force: lbf").replace("mass: kg", "mass: lb"),
  );
  await page.keyboard.press("Control+z");
  await expect(page.locator(".grid-numbers")).toContainText("mm");
  expect(await modelText(page)).toBe(drawn);
});

test("fields, tooltips, tables and files speak the units of the document", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, CRANK));
  await hasRun(page);
  await sidePanel(page, "Properties");
  await page
    .locator("#side")
    .getByRole("option", { name: /^crank/ })
    .click();
  const panel = page.locator("#side-panel-properties");
  const x = panel.getByRole("textbox", { name: "A x" });
  await expect(x).toHaveValue("150");
  await expect(panel.getByRole("group", { name: "Point A" }).locator(".prop-unit")).toHaveText("mm");
  await expect(panel.getByRole("group", { name: "inertia" }).locator(".prop-unit")).toHaveText("kg·mm²");
  await x.fill("125,5");
  await x.press("Enter");
  expect(await modelText(page)).toContain("A: [125.5 mm, 0]");
  await expect(x).toHaveValue("125.5");
  await x.fill("15 cm");
  await x.press("Enter");
  expect(await modelText(page)).toContain("A: [15 cm, 0]");
  await expect(x).toHaveValue("150");
  await page.keyboard.press("Control+Enter");
  await hasRun(page);

  await results(page, "Table");
  const head = page.locator("#dock").getByRole("columnheader");
  await expect(head.filter({ hasText: "O.angle" })).toContainText("°");
  const download = page.waitForEvent("download");
  await command(page, "Table as CSV");
  const [names, first] = readFileSync(await (await download).path(), "utf8")
    .split("\n")
    .map((line) => line.split(","));
  const at = (name: string): number => Number(first![names!.indexOf(name)]);
  expect(at("O.speed [rpm]")).toBeCloseTo(60, 9);
  expect(at("crank.A.vy [mm/s]")).toBeCloseTo(2 * Math.PI * 150, 6);
  expect(at("O.angle [deg]")).toBeCloseTo(0, 9);
});
