/* motor.spec.ts - motors as users think of them: a move from A to B in the form, its time by the formula, direction, cylinders, space. */
import { area, drawn, hasRun, linkTo, middleOf, modelText, pin, runs, sidePanel } from "./acts";
import { expect, test } from "./workbench";

const ARM = `trammel: 1
gravity: none
points: {O: [0, 0], A: [0.4, 0], P: [0, -0.3], B: [0.2, -0.4], S: [0.5, -0.2]}
bodies:
  arm: {points: [O, A], mass: 2, shape: rod}
  flap: {points: [P, S], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, arm]}
  P: {revolute: [ground, flap]}
forces:
  ram: {actuator: [ground.B, flap.S], value: 0}
analyses:
  - dynamics: {end: 1, output: 0.01}
`;

test("a move from 0 to 90 degrees takes way/speed + speed/acceleration, and ends there", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, ARM));
  await sidePanel(page, "Properties");
  await page.keyboard.press("m");
  const form = page.locator(".motor-options");
  await form.getByRole("combobox", { name: "motion" }).selectOption("move from A to B");
  await form.getByRole("textbox", { name: "to", exact: true }).fill("90");
  await form.getByRole("textbox", { name: "speed", exact: true }).fill("10");
  await form.getByRole("textbox", { name: "acceleration", exact: true }).fill("120");
  await page.keyboard.press("Tab");
  await expect(form.getByRole("img", { name: /speed 0 … 10 rpm/ })).toBeVisible(); // before anything is in the model
  await page.mouse.click(...(await pin(page, "O")));
  await expect.poll(() => modelText(page)).toContain("trapezoid: {from: 0, to: 90 deg, speed: 10 rpm, acceleration: 120 deg/s^2}"); // prettier-ignore

  const [way, speed, rate] = [90, 60, 120]; // deg, deg/s, deg/s^2
  const end = way / speed + speed / rate; // 2 s
  const side = page.getByRole("region", { name: "Properties of the selection" });
  await expect(side).toContainText(`The move takes ${end} s.`);
  await side.getByRole("button", { name: `Let it run until ${end} s` }).click();
  await expect.poll(() => modelText(page)).toContain(`end: ${end} s`);
  await runs(page);
  const angle = async (t: number): Promise<number> => {
    await page.getByRole("slider", { name: /^Time/ }).fill(String(t));
    return ((await drawn(page)).bodies.find(({ name }) => name === "arm")!.angle * 180) / Math.PI;
  };
  await expect.poll(() => angle(2)).toBeCloseTo(90, 2);
  await expect.poll(() => angle(1)).toBeCloseTo(45, 1);

  /* the same form reads it back: an S-curve, the other way round */
  await side.getByRole("combobox", { name: "profile" }).selectOption("S-curve");
  await expect(side).toContainText("The move takes 2.1 s."); // longer by acceleration/jerk
  await side.getByRole("button", { name: /^Direction: counter-clockwise/ }).click();
  await expect.poll(() => modelText(page)).toContain("to: -90 deg");
  await side.getByRole("combobox", { name: "motion" }).selectOption("constant speed");
  await expect.poll(() => modelText(page)).toMatch(/drive: \{O\.angle: -10 rpm\*t\}/);
  expect(await modelText(page)).not.toContain("tables:\n  drive_motion");
  await page.mouse.click(...(await pin(page, "O"))); // the tool is still in hand: a click on a motor turns it round
  await expect.poll(() => modelText(page)).toMatch(/drive: \{O\.angle: 10 rpm\*t\}/);

  /* a cylinder follows a length */
  await page.mouse.click(...(await middleOf(area(page).locator('[aria-label^="actuator ram"]'))));
  await expect.poll(() => modelText(page)).toMatch(/drive2: \{ram\.length: [\d.]+ mm \+ /);
  await runs(page);
  await side.getByRole("combobox", { name: "motion" }).selectOption("force");
  await expect.poll(() => modelText(page)).toMatch(/ram: \{actuator: \[ground\.B, flap\.S\], value: 10 N\}/);
});

const SPACE = `trammel: 1
space: space
bodies:
  ground: {points: {O: [0, 0, 0]}}
  rod: {points: {O: [0, 0, 0], A: [0.3, 0, 0]}, mass: 1, shape: rod}
joints:
  O: {cylindrical: [ground, rod], axis: z}
analyses:
  - dynamics: {end: 1, output: 0.01}
`;

test("in space a cylindrical joint gets a motor for its angle and one for its displacement", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, SPACE));
  await sidePanel(page, "Properties");
  const joint = page.locator(".outline").getByRole("option", { name: /^O\s?cylindrical/ });
  await joint.click();
  const side = page.getByRole("region", { name: "Properties of the selection" });
  await side.getByRole("button", { name: "Put a motor on O.angle" }).click();
  await expect.poll(() => modelText(page)).toContain("{O.angle: 60 rpm*t}");
  await joint.click();
  await side.getByRole("button", { name: "Put a motor on O.displacement" }).click();
  await side.getByRole("combobox", { name: "motion" }).selectOption("back and forth");
  await expect(side).toContainText("There and back in");
  await runs(page);
  await hasRun(page);
});
