/* contacts.spec.ts - surfaces, stops and friction: drawn, shown while they act, and edited. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { command, linkTo, modelText, runs } from "./acts";
import { expect, test, type Workbench } from "./workbench";

const STOPS = `trammel: 1
bodies:
  ground:
    points: {O: [0, 0], Q: [0.9, 0]}
    surfaces: {floor: {line: [[0, -0.6], [1, -0.6]]}}
  gate: {mass: 1, inertia: 0.05, points: {O: [0, 0], P: [0.5, 0]}, com: [0.25, 0]}
  block: {mass: 1, inertia: 0.1, shape: {box: [0.1, 0.06]}, points: {Q: [0, 0]}, surfaces: {rim: {disc: 20 mm}}}
joints:
  O: {revolute: [ground.O, gate.O], limits: {angle: [-40 deg, 90 deg], stiffness: 2000, damping: 0.5}}
  S: {prismatic: [ground.Q, block.Q], axis: x, friction: 0.2, limits: {displacement: [-0.2, 0.3], stiffness: 1e4}}
initial: {O.angle: 60 deg, S.speed: 1}
analyses:
  - dynamics: {end: 2, output: 0.01}
`;

async function open(workbench: Workbench, page: Page, text: string): Promise<void> {
  writeFileSync(join(workbench.folder, "stops.yaml"), text);
  await workbench.stop();
  await workbench.start("stops.yaml");
  await page.goto(workbench.address);
  await expect(page.locator(".part.joint").first()).toBeVisible();
}

const goTo = async (page: Page, time: string): Promise<void> => {
  await page.getByRole("slider").first().fill(time);
};

test("surfaces and stops are drawn; a stop that presses and friction that sticks are shown", async ({
  workbench,
  page,
}) => {
  await open(workbench, page, STOPS);
  await expect(page.locator(".layer-ground .surface")).toHaveAttribute("d", /^M/);
  await expect(page.locator(".layer-ground .surface-hatch")).toHaveAttribute("d", /^M/);
  await expect(page.locator(".layer-bodies .surface")).toHaveAttribute("d", /^M/); // of one body alone
  await expect(page.locator(".limit-line")).toHaveCount(2);
  await runs(page);
  await expect(page.getByRole("slider").first()).toHaveAttribute("max", "2");
  await goTo(page, "0.1");
  await expect(page.locator(".limit.touched")).toHaveCount(0);
  await expect(page.locator(".part.joint.sticks")).toHaveCount(0);
  await goTo(page, "2"); // the gate lies on its stop, the block rests
  await expect(page.locator(".limit.touched")).toHaveCount(1);
  await expect(page.locator(".part.joint.prismatic.sticks .sticking")).toBeVisible();
});

test("limits, friction and surfaces are edited in forms, with their units, and what is wrong is said at its place", async ({
  workbench,
  page,
}) => {
  await open(workbench, page, STOPS);
  await page.locator("#side").getByRole("option", { name: /^S / }).click();
  const friction = page.getByRole("textbox", { name: "friction" });
  await friction.fill("0.35");
  await friction.press("Enter");
  await expect(page.getByRole("group", { name: "stiffness" })).toBeVisible(); // of the limits, in a group of their own
  await page.getByRole("tab", { name: "Text" }).click();
  await expect(page.locator(".cm-content")).toContainText("friction: 0.35");
});

const FALLING = `trammel: 1
bodies:
  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}
  ball: {mass: 1, shape: {disc: 0.1}, position: [0, 0.3], surfaces: {rim: {disc: 0.1}}}
  box: {mass: 1, shape: {box: [0.2, 0.2]}, position: [0.6, 0.1]}
joints: {}
forces:
  hit: {contact: [ball.rim, ground.floor], restitution: 0.5, friction: 0.3}
analyses:
  - dynamics: {end: 1, output: 0.01}
`;

test("a contact is seen while it presses, its impacts are arrows, and it is part of the free body", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, FALLING));
  await page.locator(".run-button").waitFor();
  await runs(page);
  await goTo(page, "0.1");
  await expect(page.locator(".touch.presses")).toHaveCount(0);
  const impulses = page.locator(".arrows.impulse .arrow-shafts[d^=M]");
  await expect(impulses).toHaveCount(0);
  await goTo(page, "0.21"); // it has fallen 0.2 m: 0.2019 s
  await expect(impulses).toHaveCount(1);
  await goTo(page, "1");
  await expect(page.locator(".touch.presses.sticks .sticking")).toBeVisible();
  await page
    .locator("#side")
    .getByRole("option", { name: /^ball / })
    .click();
  await command(page, "Free-body diagram");
  await expect(page.getByRole("region", { name: "Components" })).toContainText(/hit contact\s*0\s*9\.810/);
});

test("a body is let touch the ground by a command, and its surface is renamed in its form", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, FALLING));
  await page.locator("#side").getByRole("option", { name: /^box / }).click();
  await command(page, "Let the selected body touch");
  await expect.poll(() => modelText(page)).toContain("contact: {contact: [box, ground]");
  await page.locator("#side").getByRole("option", { name: /^box / }).click();
  const name = page.getByRole("textbox", { name: "name of surface polygon" });
  await name.fill("sides");
  await name.press("Enter");
  await expect.poll(() => modelText(page)).toMatch(/surfaces: \{sides: \{polygon/);
});
