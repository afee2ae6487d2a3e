/* runs.spec.ts - computing: progress and cancelling, the certificate, comparing, sliders, lists of states, and what is taken away. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Download, Page } from "@playwright/test";
import {
  boxOf,
  columnOf,
  command,
  hasRun,
  inBar,
  linkTo,
  modelText,
  moves,
  openExample,
  replace,
  results,
  runs,
  sidePanel,
  statusLine,
} from "./acts";
import { expect, MODELS, PROGRAM, test } from "./workbench";

const read = (model: string): string => readFileSync(join(MODELS, model), "utf8");
const MOTOR = read("fourbar-motor/fourbar-motor.yaml");

/* Half a minute or so of computing. */
const LONG = read("a02-fourbars-40/a02-fourbars-40.yaml").replace(/end: 10, output: 0.1/, "end: 2000, output: 0.5");

/* The rocker is driven farther than the crank can follow. */
const LOCKS = `trammel: 1
points: {O: [0, 0], A: [0.3, 0], B: [0.5, 0.6], C: [0.8, 0]}
bodies:
  crank: {points: [O, A], mass: 1, inertia: 0.01}
  coupler: {points: [A, B], mass: 1, inertia: 0.02}
  rocker: {points: [C, B], mass: 1, inertia: 0.02}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
drivers:
  turn: {C.angle: 2*t}
analyses:
  - kinematics: {end: 3, output: 0.02}
`;

test("a long run shows its progress, can be cancelled, and keeps what was computed", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, LONG));
  const cancel = page.getByRole("button", { name: "Cancel the run" });
  const part = page.locator("progress.run-part");
  await expect(cancel).toBeVisible();
  await expect.poll(async () => Number(await part.getAttribute("value"))).toBeGreaterThan(0.001);
  const first = Number(await part.getAttribute("value"));
  await expect.poll(async () => Number(await part.getAttribute("value"))).toBeGreaterThan(first);
  await page.waitForTimeout(500); // a press as the button appears was meant for Run
  await cancel.click();
  await expect(cancel).toBeHidden();
  await expect(statusLine(page)).toContainText("Stopped: partial results are shown");
  await expect(inBar(page, "Run")).toBeEnabled();
  await moves(page);
});

test("an edit during playback stops the motion until it is run again", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, MOTOR));
  await hasRun(page);
  await moves(page);
  await sidePanel(page, "Text");
  await replace(page, "79.5 - ", "60 - ");
  await expect(statusLine(page)).toContainText("Out of date");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("radio", { name: /^Motion/ }).check();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Next" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await runs(page);
  await moves(page);
});

test("the certificate states how far the formulations agree", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, MOTOR));
  await hasRun(page);
  await results(page, "Verify");
  const panel = page.locator("#dock-panel-verify");
  await panel.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(panel.locator(".seal-words")).toHaveText(/^Agreed to \d+ digits by \w+ formulations \(/);
  const words = await panel.locator(".seal-words").innerText();
  const file = join(workbench.folder, "motor.yaml");
  writeFileSync(file, MOTOR);
  const printed = execFileSync(PROGRAM, ["verify", file], { encoding: "utf8" });
  const [, position, speed, acceleration, reaction] =
    /positions to ([\d.]+) digits, velocities to ([\d.]+), accelerations to ([\d.]+), reactions to ([\d.]+)/.exec(
      printed,
    )!;
  const least = Math.floor(Math.min(...[position, speed, acceleration, reaction].map(Number)));
  expect(words).toContain(`Agreed to ${least} digits`);
  const joint = panel.getByRole("row", { name: /^joint/ });
  await expect(joint.getByRole("cell").last()).toHaveText("agrees");
});

test("two runs are compared in one plot", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, MOTOR));
  await hasRun(page);
  await sidePanel(page, "Text");
  await replace(page, "79.5 - ", "60 - ");
  await expect(statusLine(page)).toContainText("Out of date");
  await runs(page);
  await page.locator("#dock").getByRole("tab", { name: "Runs" }).click();
  const entries = page.locator("#dock .run-entry");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("edited"); // the newest comes first
  await entries
    .last()
    .getByRole("button", { name: /^Compare with/ })
    .click();
  const told = await page.getByRole("region", { name: "Difference" }).innerText();
  const [, most] = /O\.angle\s+now .*; at most ([\d.]+)°/.exec(told)!;
  const [first, second] = [MOTOR, MOTOR.replace("79.5 - ", "60 - ")].map((text, i) => {
    const file = join(workbench.folder, `run-${i}.yaml`);
    writeFileSync(file, text);
    execFileSync(PROGRAM, ["run", file, "-o", file + ".csv", "--quiet"]);
    return columnOf(readFileSync(file + ".csv", "utf8"), "O.angle");
  });
  const away = Math.max(...first!.map((angle, i) => Math.abs(angle - second![i]!)));
  expect(Number(most) / ((away * 180) / Math.PI)).toBeCloseTo(1, 2);
  await entries
    .last()
    .getByRole("button", { name: /^More about/ })
    .click();
  await page.getByRole("menuitem", { name: /^Restore this text/ }).click();
  expect(await modelText(page)).toBe(MOTOR);
});

test("the compared run is shown in space too", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, read("governor-damped/governor-damped.yaml")));
  await hasRun(page);
  await sidePanel(page, "Text");
  await replace(page, "stiffness: 1000", "stiffness: 600");
  await expect(statusLine(page)).toContainText("Out of date");
  await runs(page);
  await page.getByRole("button", { name: /^Pause/ }).click();
  await page.getByRole("slider", { name: "Time" }).fill("0.4");
  await page.locator("#dock").getByRole("tab", { name: "Runs" }).click();
  const canvas = page.locator(".space-canvas");
  const seen = async (): Promise<string> => (await canvas.screenshot()).toString("base64");
  let alone = await seen();
  await expect.poll(async () => alone === (alone = await seen())).toBe(true); // it stands still
  const compare = page.getByRole("button", { name: /^Compare with/ }).last();
  await compare.click();
  await expect.poll(seen).not.toBe(alone);
  await compare.click();
  await expect.poll(seen).toBe(alone);
});

test("a failed run shows the reason and the remedy beside the plots", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, LOCKS));
  const alert = page.locator("#dock").getByRole("alert");
  await expect(alert).toContainText(/It locks at t = [\d.]+ s: change its lengths, or limit its motion/);
  await expect(page.locator(".toast")).toHaveCount(0);
  const [above, below] = [await boxOf(alert), await boxOf(page.locator("#dock .plot").first())];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1);
  await alert.getByRole("button", { name: "More" }).click();
  await expect(page.locator("#dock .run-messages")).toContainText("a dead point");
});

test("moving a parameter runs the model live and can be written into the text", async ({ workbench, page }) => {
  const model = MOTOR.replace("bodies:", "parameters: {stall: 79.5} # N m\n\nbodies:").replace(
    "torque: 79.5",
    "torque: stall",
  );
  await page.goto(linkTo(workbench.address, model));
  await hasRun(page);
  const top = async (): Promise<string> => page.getByRole("row", { name: /^\|O\.f\|/ }).innerText();
  await results(page, "Results");
  const before = await top();
  await page
    .locator("#dock")
    .getByRole("tab", { name: /^Parameters/ })
    .click();
  const slider = page.getByRole("slider", { name: "stall" });
  await slider.focus();
  for (let i = 0; i < 5; i++) await slider.press("PageDown");
  await expect.poll(top).not.toBe(before);
  expect(await modelText(page)).toBe(model);
  await page.locator("#dock").getByRole("tab", { name: "Runs" }).click();
  await expect(page.locator("#dock .run-entry")).toHaveCount(2); // live ones take each other's place
  await page
    .locator("#dock")
    .getByRole("tab", { name: /^Parameters/ })
    .click();
  const value = await page.getByRole("textbox", { name: /^Value of stall/ }).inputValue();
  await page.getByRole("button", { name: "Write stall to the text" }).click();
  expect(await modelText(page)).toBe(model.replace("stall: 79.5}", `stall: ${value}}`));
});

test("a value set by a slider is reported as not in the text, also on saving, and survives a reload", async ({
  workbench,
  page,
}) => {
  const model = MOTOR.replace("bodies:", "parameters: {stall: 79.5}\n\nbodies:").replace(
    "torque: 79.5",
    "torque: stall",
  );
  writeFileSync(join(workbench.folder, "set.yaml"), model);
  await workbench.stop();
  await workbench.start("set.yaml");
  await page.goto(workbench.address);
  await hasRun(page);
  const parameters = page.locator("#dock").getByRole("tab", { name: /^Parameters/ });
  await parameters.click();
  const value = page.getByRole("textbox", { name: /^Value of stall/ });
  await value.fill("60");
  await value.press("Enter");
  const mark = page.locator(".top-bar").getByRole("button", { name: "stall = 60, not in the text" });
  await expect(mark).toBeVisible();
  await page.reload();
  await expect(mark).toBeVisible();
  await page.keyboard.press("Control+s");
  const said = page.locator(".toast", { hasText: "without stall = 60" });
  await said.getByRole("button", { name: "Write to the text" }).click();
  await expect(mark).toHaveCount(0);
  expect(await modelText(page)).toBe(model.replace("79.5", "60"));
});

test("steady states and modes are lists to choose from, and modes move", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await openExample(page, "swing-pendulum.yaml");
  await hasRun(page);
  await results(page, "Results");
  const list = page.getByRole("listbox", { name: /Modes|Steady states/ });
  await expect(list.getByRole("option").first()).toBeVisible();
  await list.getByRole("option").last().click();
  await expect(list.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
  await page.getByRole("combobox", { name: "Analysis to show" }).selectOption({ label: "steady" });
  const states = page.getByRole("listbox", { name: /^Steady states?$/ });
  await states.getByRole("option").first().click();
  await expect(states.getByRole("option").first()).toContainText(/stable/);
});

/* ---- exports ---- */

async function exported(page: Page, title: string): Promise<Download> {
  const download = page.waitForEvent("download");
  await command(page, title);
  return download;
}

async function bytes(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

test.describe("exports", () => {
  test.use({ model: "fourbar-motor/fourbar-motor.yaml" });

  test("the CSV export equals the file of the command line", async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await hasRun(page);
    const csv = await exported(page, "Table as CSV in SI units");
    expect(csv.suggestedFilename()).toBe("fourbar-motor-dynamics.csv");
    const file = join(workbench.folder, "there.csv");
    execFileSync(PROGRAM, ["run", workbench.file, "-o", file, "--quiet"]);
    expect((await bytes(csv)).toString()).toBe(readFileSync(file, "utf8"));
  });

  test("the JSON export has the numbers of the command line", async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await hasRun(page);
    const file = join(workbench.folder, "there.json");
    execFileSync(PROGRAM, ["run", workbench.file, "-o", file, "--quiet"]);
    interface Results {
      analyses: { kind: string; columns: object[]; rows: number[][] }[];
    }
    const ours = JSON.parse((await bytes(await exported(page, "All results as JSON"))).toString()) as Results;
    const theirs = JSON.parse(readFileSync(file, "utf8")) as Results;
    expect(ours.analyses.map(({ kind }) => kind)).toEqual(theirs.analyses.map(({ kind }) => kind));
    expect(ours.analyses[0]!.rows).toEqual(theirs.analyses[0]!.rows);
    expect(ours.analyses[0]!.columns).toEqual(theirs.analyses[0]!.columns);
  });

  test("SVG exports are well-formed and show what the page shows", async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await hasRun(page);
    for (const title of ["Drawing as SVG", "Selected plot as SVG"]) {
      const text = (await bytes(await exported(page, title))).toString();
      const found = await page.evaluate((svg) => {
        const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
        const outside = [...parsed.querySelectorAll("*")].flatMap((one) =>
          [...one.attributes].filter(({ name, value }) => /href|src/.test(name) && /^https?:/.test(value)),
        );
        return {
          error: parsed.querySelector("parsererror")?.textContent ?? "",
          root: parsed.documentElement.tagName,
          paths: parsed.querySelectorAll("path").length,
          outside: outside.length,
        };
      }, text);
      expect(found.error).toBe("");
      expect(found.root).toBe("svg");
      expect(found.outside).toBe(0);
      expect(found.paths).toBeGreaterThan(title.startsWith("Drawing") ? 8 : 0);
    }
  });

  test("PNG exports have the size of what they show", async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await hasRun(page);
    const box = await boxOf(page.locator("svg.plane-svg").first());
    const drawing = await bytes(await exported(page, "Drawing as PNG"));
    expect(drawing.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect(Math.abs(drawing.readUInt32BE(16) - 2 * box.width)).toBeLessThanOrEqual(2);
    expect(Math.abs(drawing.readUInt32BE(20) - 2 * box.height)).toBeLessThanOrEqual(2);
    const plot = await bytes(await exported(page, "Selected plot as PNG"));
    expect(plot.subarray(1, 4).toString()).toBe("PNG");
    expect(plot.readUInt32BE(16)).toBeGreaterThan(600);
  });

  test("the dialog saves the table as it is shown, pictures in chosen sizes, and remembers the choice", async ({
    workbench,
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(workbench.address);
    await hasRun(page);
    await results(page, "Table");
    const panel = page.locator("#dock-panel-table");
    await panel.getByRole("columnheader").nth(1).getByRole("button").click(); // sorted, so that the order says something
    const heads = await panel
      .getByRole("columnheader")
      .evaluateAll((all) => all.map((one) => one.querySelector("span")!.textContent!));
    const rows = await panel.locator("tbody tr:not([aria-hidden])").evaluateAll((all) =>
      all.map((row) => ({
        line: Number(row.getAttribute("aria-rowindex")) - 1,
        cells: [...row.querySelectorAll("td")].map((cell) => cell.textContent!.replace("−", "-")),
      })),
    );
    expect(rows.length).toBeGreaterThan(3);

    const dialog = page.getByRole("dialog", { name: "Export" });
    const open = (): Promise<void> => page.getByRole("button", { name: "Export", exact: true }).click();
    const saved = async (): Promise<Buffer> => {
      const download = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Save" }).click();
      return bytes(await download);
    };
    await open();
    await dialog.getByRole("radio", { name: /^Table/ }).check();
    await dialog.getByRole("radio", { name: /^As shown/ }).check();
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByText("Copied to the clipboard.")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const lines = (await saved())
      .toString()
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    expect(copied).toBe(lines.map((line) => line.join("\t") + "\n").join(""));
    expect(lines[0]!.map((head) => head.replace(/ [[(].*$/, ""))).toEqual(heads);
    expect(rows.map(({ line }) => lines[line])).toEqual(rows.map(({ cells }) => cells));
    expect(lines.length).toBe(1 + Number(await panel.getByRole("table").getAttribute("aria-rowcount")) - 1);

    await open();
    await expect(dialog.getByRole("radio", { name: /^Table/ })).toBeChecked();
    await dialog.getByRole("radio", { name: /^Drawing PNG/ }).check();
    await dialog.getByLabel("Width, px").fill("300");
    await dialog.getByLabel("Height, px").fill("200");
    await dialog.getByRole("combobox", { name: "Scale" }).selectOption("4");
    await dialog.getByRole("radio", { name: "dark" }).check();
    await dialog.getByRole("checkbox", { name: "Transparent background" }).check();
    await expect(dialog).toContainText("1200 × 800 pixels");
    const picture = await saved();
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 800]);
    const corner = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const pen = new OffscreenCanvas(1200, 800).getContext("2d")!;
      pen.drawImage(image, 0, 0);
      return pen.getImageData(2, 2, 1, 1).data[3];
    }, picture.toString("base64"));
    expect(corner).toBe(0);

    await open();
    await dialog.getByRole("radio", { name: "SVG", exact: true }).check();
    await dialog.getByRole("checkbox", { name: "Transparent background" }).uncheck();
    const svg = (await saved()).toString();
    expect(svg).toMatch(/^<svg[^>]* width="300" height="200"/);
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper"));
    expect(/<rect[^>]*fill="(#\w+)"/.exec(svg)![1]).not.toBe(paper.trim()); // the page is light, the picture dark
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  });
});

test("a slider of a parameter set by an analysis runs that analysis, and the clock goes on", async ({
  workbench,
  page,
}) => {
  const text = MOTOR.replace("bodies:", "parameters: {T: 2 s}\n\nbodies:").replace(
    /dynamics: .*/,
    "dynamics: {end: T, output: T/50}",
  );
  await page.goto(linkTo(workbench.address, text));
  await hasRun(page);
  await page.getByRole("button", { name: /^Pause/ }).click();
  const clock = page.locator(".transport input[type=range]");
  const ends = (): Promise<number> => clock.evaluate((input: HTMLInputElement) => Number(input.max));
  await clock.fill("0.5");
  expect(await ends()).toBe(2);
  await page
    .locator("#dock")
    .getByRole("tab", { name: /^Parameters/ })
    .click();
  await page.getByRole("slider", { name: "T", exact: true }).press("ArrowLeft");
  await expect.poll(ends).toBeLessThan(2);
  expect(Number(await clock.inputValue())).toBeCloseTo(0.5, 6);
  expect(await modelText(page)).toBe(text);
});
