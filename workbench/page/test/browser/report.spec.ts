/* A report is one file: it opens from a disk, without a network, and moves. */
import type { BrowserContext, Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { openExample, columnOf, runs } from "./acts";
import { expect, MODELS, PROGRAM, test } from "./workbench";

function trammel(folder: string, ...words: string[]): void {
  execFileSync(PROGRAM, words, { cwd: folder });
}

/* Opens a file with no network; whatever it asks for but itself is a fault. */
async function openFile(page: Page, context: BrowserContext, file: string): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url())) asked.push(request.url());
  });
  await context.setOffline(true);
  await page.goto("file://" + file);
  return asked;
}

/* How many pixels of the canvases in there are not empty. */
function ink(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluateAll((list) => {
    let count = 0;
    for (const one of list as HTMLCanvasElement[]) {
      const pixels = one.getContext("2d")?.getImageData(0, 0, one.width, one.height).data ?? [];
      for (let i = 3; i < pixels.length; i += 4) if (pixels[i]! > 0) count++;
    }
    return count;
  });
}

/* The largest force in a joint as the report writes it. */
async function largest(page: Page, channel: string): Promise<number> {
  const row = page.locator("table.ranges tr").filter({ has: page.getByRole("button", { name: channel, exact: true }) });
  const text = (await row.locator("td").last().innerText()).replace("−", "-");
  const [, number, prefix] = /([-\d.e]+) (k?)N/.exec(text)!;
  return Number(number) * (prefix === "k" ? 1000 : 1);
}

function largestOf(csv: string, joint: string, axes: string[]): number {
  const parts = axes.map((axis) => columnOf(csv, `${joint}.f${axis}`));
  return Math.max(...parts[0]!.map((_, i) => Math.hypot(...parts.map((part) => part[i]!))));
}

async function serious(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run();
    return violations
      .filter((one) => one.impact === "serious" || one.impact === "critical")
      .map((one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 160)}`);
  });
}

test("a report of a planar mechanism shows its motion and numbers", async ({ workbench, page, context }) => {
  const model = join(MODELS, "fourbar-motor/fourbar-motor.yaml");
  trammel(workbench.folder, "report", model, "--verify", "-o", "r.html");
  trammel(workbench.folder, "run", model, "-o", "r.csv", "--quiet");
  const asked = await openFile(page, context, join(workbench.folder, "r.html"));
  await expect(page).toHaveTitle("Four-bar linkage driven by a motor");
  await expect(page.getByText(/Agreed to \d+ digits by \w+ formulations/)).toBeVisible();

  const pose = () => page.locator(".plane-svg").evaluate((svg) => svg.innerHTML);
  const time = page.getByRole("slider", { name: "Time", exact: true });
  const before = await pose();
  await expect.poll(pose).not.toBe(before);
  await page.getByRole("button", { name: /^Pause/ }).click();
  await time.focus();
  const held = await pose();
  const stepped = async () => {
    await page.keyboard.press("ArrowRight");
    return pose();
  };
  await expect.poll(stepped).not.toBe(held);

  await expect.poll(() => ink(page, ".plot canvas")).toBeGreaterThan(1000);
  const csv = readFileSync(join(workbench.folder, "r.csv"), "utf8");
  const exact = largestOf(csv, "O", ["x", "y"]);
  expect(Math.abs((await largest(page, "|O.f|")) / exact - 1)).toBeLessThan(1e-4);

  await expect(page.getByRole("region", { name: /^Text of/ })).toContainText("drive: {motor: O");
  expect(await serious(page)).toEqual([]);
  expect(asked).toEqual(["file://" + join(workbench.folder, "r.html")]);
});

test("a report of a mechanism in space shows its motion and numbers", async ({ workbench, page, context }) => {
  /* a motion of few rows would get more in the report than in the CSV */
  const text = readFileSync(join(MODELS, "a04-bricard/a04-bricard.yaml"), "utf8");
  const model = join(workbench.folder, "fine.yaml");
  writeFileSync(model, text.replace(/output: [\d.]+/, "output: 0.04"));
  trammel(workbench.folder, "report", model, "-o", "r.html");
  trammel(workbench.folder, "run", model, "-o", "r.csv", "--quiet");
  const asked = await openFile(page, context, join(workbench.folder, "r.html"));
  const canvas = page.locator(".space-canvas");
  await expect(canvas).toBeVisible();
  await page.getByRole("button", { name: /^Pause/ }).click();
  const look = async () => (await canvas.screenshot()).toString("base64");
  const time = page.getByRole("slider", { name: "Time", exact: true });
  await time.focus();
  await page.keyboard.press("PageUp");
  const before = await look();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  await expect.poll(look).not.toBe(before);
  await expect.poll(() => ink(page, ".plot canvas")).toBeGreaterThan(1000);
  const csv = readFileSync(join(workbench.folder, "r.csv"), "utf8");
  const joint = /^([\w-]+)\.fx$/.exec(
    csv
      .split("\n")[0]!
      .split(",")
      .find((name) => name.endsWith(".fx"))!,
  )![1]!;
  const exact = largestOf(csv, joint, ["x", "y", "z"]);
  /* not unique in this mechanism: shown with few digits */
  expect(Math.abs((await largest(page, `|${joint}.f|`)) / exact - 1)).toBeLessThan(5e-3);
  expect(asked).toEqual(["file://" + join(workbench.folder, "r.html")]);
});

test("a report of a steady state draws the mode that is clicked", async ({ workbench, page, context }) => {
  trammel(workbench.folder, "report", join(MODELS, "governor/governor.yaml"), "-o", "r.html");
  await openFile(page, context, join(workbench.folder, "r.html"));
  const stage = page.getByRole("region", { name: "The mechanism" });
  const state = page
    .getByRole("listbox", { name: /^Steady states?$/ })
    .getByRole("option")
    .first();
  const mode = page
    .getByRole("listbox", { name: /^Modes?$/ })
    .getByRole("option")
    .first();
  await state.click();
  await expect(state).toHaveAttribute("aria-selected", "true");
  await expect(mode).toHaveAttribute("aria-selected", "false");
  await expect(stage.getByText("Steady state", { exact: true })).toBeVisible();
  await mode.click();
  await expect(mode).toHaveAttribute("aria-selected", "true");
  await expect(stage.getByText(/^Mode 1 of 1, 1.043 Hz/)).toBeVisible();
  await expect(stage.getByRole("button", { name: /^Pause/ })).toBeVisible();
});

test("no text of a model is executed in a report", async ({ workbench, page, context }) => {
  const bad = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 2'>";
  const text = readFileSync(join(MODELS, "fourbar/fourbar.yaml"), "utf8");
  writeFileSync(join(workbench.folder, "bad.yaml"), `# ${bad}\n` + text.replace(/^title:.*$/m, `title: "${bad}"`));
  trammel(workbench.folder, "report", "bad.yaml", "-o", "r.html");
  await openFile(page, context, join(workbench.folder, "r.html"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(bad);
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
});

test("a report saved from the page shows what the page showed", async ({ workbench, page, context }) => {
  await page.goto(workbench.address);
  await openExample(page, "driven by a motor", "Four-bar linkage driven by a motor");
  await expect(page.locator("#dock").getByRole("status").first()).toHaveText(/\d+ rows?,/);
  await runs(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("radio", { name: "Report HTML" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const file = join(workbench.folder, "saved.html");
  await (await saving).saveAs(file);
  const other = await context.newPage();
  const asked = await openFile(other, context, file);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Four-bar linkage driven by a motor");
  await expect.poll(() => ink(other, ".plot canvas")).toBeGreaterThan(1000);
  expect(asked).toEqual(["file://" + file]);
  await context.setOffline(false);
});
