/* teach.spec.ts - what is drawn to teach a motion, against geometry on the screen; and that nothing lies over the drawing. */
import type { Locator, Page } from "@playwright/test";
import { area, boxOf, hasRun, linkTo, pin, results, runs } from "./acts";
import { expect, test } from "./workbench";

const CRANK_ROCKER = `trammel: 1
title: Crank-rocker
points: {O: [0, 0], A: [0, 0.1], B: [0.3, 0.28], C: [0.4, 0]}
bodies:
  crank:   {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 2, shape: rod}
  rocker:  {points: [B, C], mass: 3, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
drivers:
  motor: {O.angle: 2*pi*t}
analyses: [dynamics: {end: 1, output: 0.01}]
`;

async function switchOn(page: Page, ...overlays: string[]): Promise<void> {
  await page.getByRole("button", { name: "View", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Display options" });
  for (const name of overlays) await panel.getByRole("checkbox", { name, exact: true }).check();
  await page.keyboard.press("Escape");
}

/* The middle of an instant centre on the window. */
async function centre(page: Page, label: string): Promise<[number, number]> {
  const mark = page.locator(".instant-centre").filter({ hasText: label }).locator(".centre");
  const box = await boxOf(mark);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

type Place = [number, number];

function crossing([a, b]: [Place, Place], [c, d]: [Place, Place]): Place {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const part = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / (ux * vy - uy * vx);
  return [a[0] + part * ux, a[1] + part * uy];
}

test("overlays show instant centres on Kennedy's lines, polygons to scale, phase plots by one click; they are kept", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, CRANK_ROCKER));
  await runs(page);
  await page.getByRole("button", { name: /^Pause/ }).click();
  await page.getByRole("button", { name: /^To the start/ }).click();
  await switchOn(page, "Instant centres", "Ghost positions", "Transmission angle", "Coupler curves", "Centrodes");
  /* I24 is where the lines O C and A B cross: at the start to the left of O */
  await expect(page.locator(".instant-centre")).toHaveCount(6);
  await page.getByRole("button", { name: /^Zoom out/ }).click();
  const pins = [await pin(page, "O"), await pin(page, "A"), await pin(page, "B"), await pin(page, "C")] as const;
  const [x, y] = crossing([pins[0], pins[3]], [pins[1], pins[2]]);
  const [cx, cy] = await centre(page, "I₂₄");
  expect(Math.hypot(cx - x, cy - y)).toBeLessThan(1.5);
  await expect(page.locator(".ghost-position")).toHaveCount(8);
  /* cos mu = (b² + c² - d²)/(2 b c), with A at (0, 0.1) and C at (0.4, 0) */
  const [b2, c2, d2] = [0.3 ** 2 + 0.18 ** 2, 0.1 ** 2 + 0.28 ** 2, 0.4 ** 2 + 0.1 ** 2];
  const angle = (Math.acos(Math.abs(b2 + c2 - d2) / (2 * Math.sqrt(b2 * c2))) * 180) / Math.PI;
  await expect(page.locator(".transmission-text").last()).toContainText(angle.toFixed(1));

  await switchOn(page, "Velocity polygon", "Energy bars");
  const card = page.getByRole("region", { name: "Velocity polygon" });
  await expect(card.getByRole("img", { name: "Velocity polygon" })).toBeVisible();
  const speed = card.locator("dt", { hasText: "vA" }).first().locator("xpath=following-sibling::dd");
  expect(parseFloat((await speed.textContent())!)).toBeCloseTo(200 * Math.PI, 1); // mm/s
  await expect(page.locator("[data-energy=kinetic] .energy-value")).not.toHaveText("0 J");

  await page.locator("#dock").getByRole("button", { name: "Choose diagrams" }).click();
  await page.getByRole("menuitem", { name: "O.angle" }).click();
  await expect(page.locator(".plot .legend", { hasText: "over O.angle" })).toContainText("O.speed");

  await page.reload();
  await hasRun(page);
  await results(page, "Diagrams");
  await expect(card).toBeVisible();
  await expect(page.locator(".coupler-curves")).toHaveAttribute("d", /L/);
});

async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test("hints, warnings and passing words lie beside the drawing and the plots, not over them", async ({
  workbench,
  page,
}) => {
  const tight = CRANK_ROCKER.replace("analyses:", "  second: {C.angle: t}\nanalyses:");
  await page.goto(linkTo(workbench.address, tight));
  const drawing = area(page).locator("svg.plane-svg").first();
  const [hint, stuck] = [page.locator(".tool-hint"), page.locator(".tool-stuck")];
  await expect(stuck).toContainText("2 drivers for 1 degree of freedom");
  await expect(hint).toBeVisible();
  for (const words of [hint, stuck]) expect(await overlaps(words, drawing)).toBe(false);
  await stuck.getByRole("button", { name: "Remove second" }).click();
  await expect(stuck).toBeHidden();
  await drawing.focus();
  await page.locator(".part.body").first().click({ force: true });
  await page.keyboard.press("Delete");
  const toast = page.locator(".toast");
  await expect(toast).toContainText("Deleted");
  for (const below of [drawing, page.locator("#dock")]) expect(await overlaps(toast, below)).toBe(false);
});

/* A beam on three supports, whose reactions are not unique along y, and a pendulum under it, whose reaction is. */
const BEAM = `trammel: 1
points: {A: [0, 0], B: [1, 0], C: [2, 0], P: [1.5, 0], Q: [1.5, -1]}
bodies:
  beam: {points: [A, B, C, P], mass: 10, shape: rod}
  bob: {points: [P, Q], mass: 2, shape: rod}
joints:
  A: {revolute: [ground, beam]}
  B: {slot: [ground, beam], axis: x}
  C: {slot: [ground, beam], axis: x}
  P: {revolute: [beam, bob]}
analyses: [dynamics: {end: 1, output: 0.1}]
`;

test("reactions that are not unique are marked wherever they are shown, and only they", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, BEAM));
  await runs(page);
  await results(page, "Results");
  const row = (name: string): Locator => page.locator(".ranges tr").filter({ hasText: `|${name}.f|` });
  await expect(row("P").locator(".not-unique")).toHaveCount(0);
  await expect(row("A")).toContainText("≈");
  await row("A").getByRole("button", { name: /Not unique/ }).click(); // prettier-ignore
  await expect(page.locator(".not-unique-why:popover-open")).toContainText("The sum of all forces on each body");
  await page.keyboard.press("Escape");

  await results(page, "Plots");
  await page.locator("#dock").getByPlaceholder(/^Search \d+ channels/).fill("A.f"); // prettier-ignore
  await expect(page.getByRole("option", { name: /\bA\.fy/ })).toContainText("≈");
  await expect(page.getByRole("option", { name: /\bA\.fx/ })).not.toContainText("≈");
  await results(page, "Table");
  await page.getByRole("button", { name: "Table options" }).click();
  await page.getByRole("menuitemcheckbox", { name: /^All \d+ channels/ }).click();
  const head = (name: string): Locator =>
    page.getByRole("columnheader", { name: new RegExp(`^${name.replace(".", "\\.")} `) });
  await expect(head("B.fy")).toContainText("≈ not unique");
  await expect(head("B.fx")).not.toContainText("not unique");

  await page.getByRole("button", { name: "View", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Display options" });
  await panel.getByRole("checkbox", { name: "Forces" }).check();
  await panel.getByLabel("Free-body diagram").selectOption("beam");
  const diagram = page.getByRole("region", { name: "Free-body diagram", exact: true });
  const load = (name: string): Locator => diagram.getByRole("row").filter({ hasText: new RegExp(`^${name} `) });
  await expect(load("C").getByRole("cell").nth(1)).toContainText("≈");
  await expect(load("C").getByRole("cell").nth(0)).not.toContainText("≈");
  await expect(load("P").locator(".not-unique")).toHaveCount(0);
  await expect(diagram.locator(".load-of.shared")).toHaveCount(3); // A, B, C
  await expect(page.locator(".arrows.shared-force .arrow-shafts")).toHaveAttribute("d", /M/);
});

test("names cover neither each other nor pins", async ({ workbench, page }) => {
  /* pins so close that their names would lie over each other */
  const close = CRANK_ROCKER.replace("O: [0, 0], A: [0, 0.1]", "O: [0, 0], A: [0.012, 0.004]");
  await page.goto(linkTo(workbench.address, close.replace(/ {2}motor.*\n|drivers:\n/g, "")));
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("dialog", { name: "Display options" }).getByRole("checkbox", { name: "Names" }).check();
  await expect(page.locator(".layer-labels .name")).toHaveCount(7);
  const boxes = await page.locator(".layer-labels .name").evaluateAll((list) =>
    list.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { name: one.textContent!, left, right, top: top + 2, bottom: bottom - 2 }; // letters have less than their line
    }),
  );
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) {
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      expect(apart, `${a.name} and ${b.name}`).toBe(true);
    }
});
