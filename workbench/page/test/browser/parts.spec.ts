/* parts.spec.ts - parts and their uses, outputs, states and events on the page: listed, edited, run; nothing corrupts their text. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { drag, inBar, linkTo, middleOf, modelText, replace, results, runs, sidePanel } from "./acts";
import { expect, test } from "./workbench";

const LEGS = `trammel: 1
points: {O: [0, 0], Q: [0.3, 0]}
bodies:
  bar: {points: [O, Q], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, bar]}
parts:
  pendulum:
    ports: [beam]
    points: {A: [0, 0], B: [0, -0.2]}
    bodies:
      bob: {points: [A, B], mass: 1, shape: rod}
    joints:
      A: {revolute: [beam, bob]}
use:
  p: {part: pendulum, repeat: 3, index: k, at: [0.3*k, 0], ports: {beam: ground}}
outputs:
  load: {value: "hypot(O.fx, O.fy)", title: Force in the pin}
events:
  hit: {when: O.angle + 1, direction: falling, do: {set: {O.speed: -0.5*O.speed}}}
analyses:
  - dynamics: {end: 0.6, output: 0.02}
`;

const item = (page: Page, name: RegExp): Locator => page.locator(".outline").getByRole("option", { name });
const form = (page: Page): Locator => page.getByRole("region", { name: "Properties of the selection" });

test("a use is one entry, what it has is chosen below it and in the drawing, and shows the text of the part", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, LEGS));
  await sidePanel(page, "Properties");
  await item(page, /^p 3 times pendulum/).click();
  await item(page, /^p2/).click();
  await item(page, /^bob/).click();
  await expect(form(page)).toContainText("Belongs to p2. Written in the part pendulum");
  await expect(page.locator(".plane-svg .part.selected")).toHaveAttribute("aria-label", /p2\.bob/);
  await form(page).getByLabel("mass", { exact: true }).getByRole("textbox").fill("3");
  await page.keyboard.press("Enter");
  await expect.poll(() => modelText(page)).toContain("bob: {points: [A, B], mass: 3, shape: rod}");
  await expect(form(page).getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});

test("what belongs to a use cannot be deleted, and leads the mechanism when it is dragged", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, LEGS));
  const bob = page.locator('.plane-svg .part[aria-label^="body p3.bob"]');
  await bob.waitFor();
  await bob.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Delete");
  await expect(page.locator(".toast")).toContainText('delete "bob" in the text of the part');
  expect(await modelText(page)).toBe(LEGS);
  const [x, y] = await middleOf(bob);
  await drag(page, [x, y], [x + 40, y]);
  await expect.poll(() => modelText(page)).toMatch(/initial:\s*\n\s+p3\.A\.angle: \d/);
  await inBar(page, "Undo").click();
  expect(await modelText(page)).toBe(LEGS);
});

test("outputs and events are in plots and results, and can be added in the list", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, LEGS));
  await runs(page);
  await results(page, "Results");
  const outputs = page.getByRole("table", { name: "Outputs" });
  await expect(outputs.getByRole("row", { name: /load Force in the pin/ })).toContainText(/\d N at 0\.\d+ s/);
  await expect(page.getByRole("table", { name: "Events" })).toContainText(/hit.*N·s/);
  await sidePanel(page, "Properties");
  await page.getByRole("button", { name: "Add an output" }).click();
  await page.getByRole("menuitem", { name: /^distance/ }).click();
  await expect.poll(() => modelText(page)).toContain("distance: {distance: [ground.O, bar.Q]}");
  await page.getByRole("button", { name: "Add a state" }).click();
  await page.getByRole("menuitem", { name: /^PID controller/ }).click();
  await expect.poll(() => modelText(page)).toContain("control: {pid: {input: sin(t)");
  await page.getByRole("button", { name: "Add an event" }).click();
  await expect.poll(() => modelText(page)).toContain("event1: {when: O.speed, do: {count: true}}");
  await page.getByRole("button", { name: "Add a use of a part" }).click();
  await page.getByRole("menuitem", { name: "pendulum" }).click();
  await expect.poll(() => modelText(page)).toContain("pendulum: {part: pendulum, at: [0, 0], ports: {beam: ground}}");
  await expect(page.locator(".plane-svg .part[aria-label^='body pendulum.bob']")).toBeVisible();
});

test("the text is laid out in one step, and what cannot be is told with its place", async ({ workbench, page }) => {
  const untidy = LEGS.replace("    ports: [beam]", "    ports:   [ beam ]").replace("mass: 1,", "mass:    1,");
  await page.goto(linkTo(workbench.address, untidy));
  await sidePanel(page, "Text");
  await page.getByRole("button", { name: "Format" }).click();
  await expect.poll(() => modelText(page)).toContain("\n    ports:  [beam]\n");
  await inBar(page, "Undo").click();
  await expect.poll(() => modelText(page)).toBe(untidy);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Alt+Shift+F");
  await expect.poll(() => modelText(page)).toContain("\n    ports:  [beam]\n");
  await replace(page, "ports:  [beam]", "ports:  [beam");
  await page.getByRole("button", { name: "Format" }).click();
  await expect(page.locator(".toast")).toContainText("The text cannot be laid out");
});

test("mistakes in a part and a missing file are told with their places", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, LEGS.replace("[beam, bob]", "[beam, bop]")));
  await sidePanel(page, "Text");
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems).toContainText(/joint p1\.A: .*"bop"/);
  await expect(problems).toContainText("line 14");
  await replace(page, "trammel: 1", "trammel: 1\ninclude: other.yaml");
  await expect(problems).toContainText("other.yaml");
  writeFileSync(join(workbench.folder, "other.yaml"), "parameters: {L: 1}\n");
  await replace(page, "bop]", "bob]");
  await expect(problems).toHaveCount(0);
});

test("two hundred uses are drawn, listed and edited", async ({ workbench, page }) => {
  const many = LEGS.replace("repeat: 3", "repeat: 200").replace("0.3*k, 0]", "0.3*k - 4*floor(k/20), -floor(k/20)]");
  await page.goto(linkTo(workbench.address, many));
  await expect(page.locator('.plane-svg .part[aria-label^="body p200.bob"]')).toBeAttached();
  await sidePanel(page, "Properties");
  await item(page, /^p 200 times pendulum/).click();
  await expect(item(page, /^p100\b/)).toBeAttached();
  await sidePanel(page, "Text");
  await replace(page, "[0, -0.2]", "[0, -0.25]");
  await expect(page.locator(".problems-none")).toHaveText("No problems");
});
