/* dimensions.spec.ts - lengths and angles are typed where they are seen: while drawing, in the properties, on a link; dimensions and
 * constraints stay with the document and hold. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { agrees, area, boxOf, command, drag, linkTo, middleOf, modelText, pin, sidePanel } from "./acts";
import { fourbarText } from "./fourbar";
import { expect, test } from "./workbench";

test.use({ viewport: { width: 1000, height: 620 } });

const FOURBAR = fourbarText();

/* Points of the drawing as the text has them. */
async function points(page: Page): Promise<Record<string, [number, number]>> {
  const found = [...(await modelText(page)).matchAll(/^ {2}(\w): \[([-\d.e]+), ([-\d.e]+)\]/gm)];
  return Object.fromEntries(found.map(([, name, x, y]) => [name!, [Number(x), Number(y)]]));
}

function apart(a: [number, number], b: [number, number]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/* A place of the window on a link, part of the way between the pins of its ends. */
async function placeOn(page: Page, body: "crank" | "rocker", part: number): Promise<[number, number]> {
  const [from, to] = [await pin(page, body === "crank" ? "O" : "C"), await pin(page, body === "crank" ? "A" : "B")];
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
}

test("a link's length and angle are typed while it is drawn, in its properties and on the drawing", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, "trammel: 1\n"));
  await expect.poll(() => modelText(page)).toBe("trammel: 1\n");
  await expect(page.locator(".tool-hint")).toContainText("Press L");
  await page.keyboard.press("l");
  const box = await boxOf(area(page));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.type("0");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await page.keyboard.type("150"); // mm, as the drawing says
  await expect(page.locator(".tool-numbers .active")).toContainText("L");
  await page.keyboard.press("Tab");
  await page.keyboard.type("30");
  await expect(page.locator(".tool-numbers .active")).toContainText("∠");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const [first, second] = Object.values(await points(page)) as [[number, number], [number, number]];
  expect(second[0] - first[0]).toBeCloseTo(0.15 * Math.cos(Math.PI / 6), 6);
  expect(second[1] - first[1]).toBeCloseTo(0.075, 6);

  await page.goto(linkTo(workbench.address, FOURBAR));
  await agrees(page);
  await sidePanel(page, "Properties");
  await page
    .locator("#side")
    .getByRole("option", { name: /^crank/ })
    .click();
  const length = page.locator("#side").getByRole("textbox", { name: "length", exact: true });
  await expect(length).toHaveValue("100");
  await length.fill("120");
  await length.press("Enter");
  await agrees(page);
  const now = await points(page);
  expect(apart(now.O!, now.A!)).toBeCloseTo(0.12, 6);
  expect(apart(now.A!, now.B!)).toBeCloseTo(Math.hypot(0.3, 0.1), 6);
  expect(apart(now.B!, now.C!)).toBeCloseTo(0.2, 6);
  expect(now.C).toEqual([0.3, 0]);

  await page.mouse.dblclick(...(await middleOf(page.locator('.part.body[aria-label^="body crank"]'))));
  const form = page.getByRole("dialog", { name: "Length and angle of crank" });
  await expect(form.getByRole("textbox", { name: "length" })).toBeFocused();
  const angle = form.getByRole("textbox", { name: "angle" });
  await angle.fill("60");
  await angle.press("Enter");
  await agrees(page);
  const turned = await points(page);
  expect(turned.A![0]).toBeCloseTo(0.06, 6);
  expect(turned.A![1]).toBeCloseTo(0.12 * Math.sin(Math.PI / 3), 6);
  expect(apart(turned.B!, turned.C!)).toBeCloseTo(0.2, 6);
  await length.fill("nonsense");
  await length.press("Enter");
  await expect(page.getByText("That is not a number with a unit of this kind.")).toBeVisible();
  expect(await points(page)).toEqual(turned);
});

test("places are held to links, directions and lengths, each with its symbol; Ctrl lets go", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, FOURBAR));
  await agrees(page);
  const coupler = await middleOf(page.locator('.part.body[aria-label^="body coupler"]'));
  const signs = (): Promise<(string | null)[]> =>
    page.locator(".tool-sign").evaluateAll((all) => all.map((one) => one.getAttribute("data-sign")));
  await page.keyboard.press("l");
  await page.mouse.move(coupler[0] + 3, coupler[1] + 2);
  await expect.poll(signs).toEqual(["middle"]);
  await expect(page.locator(".tool-numbers")).toContainText("middle of a link");
  await page.mouse.click(coupler[0] + 3, coupler[1] + 2);
  /* across the coupler, whose direction is (3, 1) */
  await page.mouse.move(coupler[0] + 1 + 40, coupler[1] + 120);
  await expect.poll(signs).toContain("perpendicular");
  await page.keyboard.down("Control");
  await page.mouse.move(coupler[0] + 2 + 40, coupler[1] + 120);
  await expect.poll(signs).toEqual([]);
  await page.keyboard.up("Control");
  await page.mouse.move(coupler[0] + 1 + 40, coupler[1] + 120);
  await expect.poll(signs).toContain("perpendicular");
  await page.mouse.click(coupler[0] + 1 + 40, coupler[1] + 120);
  await agrees(page);
  const [middle, end] = Object.entries(await points(page))
    .filter(([name]) => !"OABC".includes(name))
    .map(([, at]) => at) as [[number, number], [number, number]];
  expect(middle[0]).toBeCloseTo(0.15, 6);
  expect(middle[1]).toBeCloseTo(0.15, 6);
  expect((end[0] - middle[0]) * 3 + (end[1] - middle[1])).toBeCloseTo(0, 6);
  expect(await modelText(page)).toMatch(/coupler: \{points: \[A, \w, B\]/); // the new link is pinned to the coupler
});

test("dimensions stay with the document, follow the motion, are typed and held; constraints hold while links are reshaped", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, FOURBAR));
  await agrees(page);
  const crank = page.locator('.part.body[aria-label^="body crank"]');
  await page.keyboard.press("i");
  await page.mouse.click(...(await placeOn(page, "crank", 0.3)));
  const [x, y] = await middleOf(crank);
  await page.mouse.click(x - 60, y); // where it stands
  await expect.poll(() => modelText(page)).toMatch(/sketch:\n {2}d1: \{length: crank, label: \[/);
  const length = page.getByRole("button", { name: /^Length of crank: / });
  await expect(length).toHaveAttribute("aria-label", /0\.1 m|100 mm/);

  await page.keyboard.press("Escape");
  await length.click();
  const form = page.getByRole("dialog", { name: "Length of crank" });
  await form.getByRole("textbox", { name: "value" }).fill("120 mm");
  await form.getByRole("textbox", { name: "value" }).press("Enter");
  await agrees(page);
  expect(apart((await points(page)).O!, (await points(page)).A!)).toBeCloseTo(0.12, 6);
  await form.getByRole("checkbox", { name: "Hold this value" }).check();
  await expect(page.getByRole("button", { name: /^Length of crank: .*, held/ })).toBeVisible();
  expect(await modelText(page)).toContain("is: 120 mm");
  await form.getByRole("button", { name: "Close" }).click();

  /* a reshaped pin stays at the length that is held */
  const before = await points(page);
  const pinA = await pin(page, "A");
  await page.keyboard.down("Alt");
  await drag(page, pinA, [pinA[0] + 70, pinA[1] - 60]);
  await page.keyboard.up("Alt");
  await agrees(page);
  const after = await points(page);
  expect(apart(after.O!, after.A!)).toBeCloseTo(0.12, 6);
  expect(apart(before.A!, after.A!)).toBeGreaterThan(0.02);

  /* equal length, by two clicks; what contradicts is told */
  await page.getByRole("button", { name: /^Dimension, measure and constrain/ }).click();
  await page.getByRole("button", { name: /^Dimension, measure and constrain/ }).click();
  await page.getByRole("menuitemradio", { name: /^Equal length/ }).click();
  await page.mouse.click(...(await placeOn(page, "crank", 0.3)));
  await page.mouse.click(...(await placeOn(page, "rocker", 0.3)));
  await agrees(page);
  const equal = await points(page);
  expect(apart(equal.B!, equal.C!)).toBeCloseTo(0.12, 6);
  expect(await modelText(page)).toMatch(/c1: \{equal: \[crank, rocker\]\}/);

  /* hidden on demand */
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await command(page, "Show or hide dimensions");
  await expect(length).toHaveCount(0);
});

test("a DXF drawing becomes the outline of a body, and the mechanism a DXF drawing", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, FOURBAR));
  await agrees(page);
  const lines = [
    [0, 0, 100, 0],
    [100, 0, 100, 50],
    [100, 50, 0, 50],
    [0, 50, 0, 0],
  ].flatMap(([a, b, c, d]) => [0, "LINE", 10, a, 20, b, 11, c, 21, d]);
  const header = [0, "SECTION", 2, "HEADER", 9, "$INSUNITS", 70, 4, 0, "ENDSEC"];
  const entities = [0, "SECTION", 2, "ENTITIES", ...lines, 0, "CIRCLE", 10, 20, 20, 25, 40, 5, 0, "TEXT", 1, "part"];
  const picked = page.waitForEvent("filechooser");
  await command(page, "Import DXF");
  const content = [...header, ...entities, 0, "ENDSEC", 0, "EOF"].join("\n") + "\n";
  await (await picked).setFiles({ name: "plate.dxf", mimeType: "image/vnd.dxf", buffer: Buffer.from(content) });
  await expect(page.locator(".toasts")).toContainText(
    "Outline of plate1: 4 corners, 1 hole. Not understood and left out: 1 TEXT.",
  );
  await agrees(page);
  expect(await modelText(page)).toContain("{polygon: [[0, 0.05], [0, 0], [0.1, 0], [0.1, 0.05]]}");
  const saved = page.waitForEvent("download");
  await command(page, "Drawing as DXF");
  const file = await readFile(await (await saved).path(), "utf8");
  for (const layer of ["CRANK", "COUPLER", "ROCKER", "PLATE1"]) expect(file).toContain(layer);
});
