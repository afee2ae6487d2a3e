/* dimensions.spec.ts - lengths and angles are typed where they are seen: while drawing, in the properties, on a link; dimensions and
 * constraints stay with the document and hold. */
import type { Page } from "@playwright/test";
import { agrees, area, linkTo, middleOf, modelText, sidePanel } from "./acts";
import { expect, test } from "./workbench";

test.use({ viewport: { width: 1000, height: 620 } });

const FOURBAR = `trammel: 1
points:
  O: [0, 0]
  A: [0, 0.1]
  B: [0.3, 0.2]
  C: [0.3, 0]
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
  rocker: {points: [B, C], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
`;

/* Points of the drawing as the text has them. */
async function points(page: Page): Promise<Record<string, [number, number]>> {
  const found = [...(await modelText(page)).matchAll(/^ {2}(\w): \[([-\d.e]+), ([-\d.e]+)\]/gm)];
  return Object.fromEntries(found.map(([, name, x, y]) => [name!, [Number(x), Number(y)]]));
}

function apart(a: [number, number], b: [number, number]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

test("a link's length and angle are typed while it is drawn, in its properties and on the drawing", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, "trammel: 1\n"));
  await expect(page.locator(".tool-hint")).toBeVisible();
  await page.keyboard.press("l");
  const box = (await area(page).boundingBox())!;
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
