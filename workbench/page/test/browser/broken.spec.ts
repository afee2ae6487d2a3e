/* broken.spec.ts - a wrong model: the command line's own words, underlined where they belong, with what mends it. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasRun, linkTo, modelText, replace, sidePanel } from "./acts";
import { expect, MODELS, PROGRAM, test } from "./workbench";

const GOOD = readFileSync(join(MODELS, "fourbar-motor/fourbar-motor.yaml"), "utf8");
const BROKEN = GOOD.replace("[crank, coupler]", "[crank, coupeler]");

/* What `trammel check` says of a text: "FILE:LINE:COLUMN: WORDS [CODE]". */
function said(folder: string, text: string): { line: number; column: number; words: string } {
  const file = join(folder, "broken.yaml");
  writeFileSync(file, text);
  const { stderr } = spawnSync(PROGRAM, ["check", file], { encoding: "utf8" });
  const [, line, column, words] = /^\S+?:(\d+):(\d+): (.*) \[[EWN]\d+\]$/m.exec(stderr)!;
  return { line: Number(line), column: Number(column), words: words! };
}

test("a misspelled body is underlined with the message of the command line and fixed by a click", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, BROKEN));
  const { words, line } = said(workbench.folder, BROKEN);
  const tab = page.locator("#side").getByRole("tab", { name: /^Text/ });
  await expect(tab).toContainText("1");
  await tab.click();
  const problems = page.getByRole("region", { name: "Problems" });
  const problem = problems.getByRole("listitem");
  await expect(problem).toHaveCount(1);
  await expect(problem).toContainText(words);
  await expect(problem).toContainText(`line ${line}`);
  await expect(page.locator(".cm-lintRange-error")).toHaveText("coupeler");
  await problem
    .getByRole("button", { name: /coupler/ })
    .last()
    .click();
  await expect(problems).toBeHidden();
  expect(await modelText(page)).toBe(GOOD);
  await expect(page.locator(".cm-lintRange-error")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "body coupler", exact: true })).toBeVisible();
});

test("every kind of mistake shows the message of the command line at its place", async ({ workbench, page }) => {
  const mistakes: [string, string][] = [
    ["mass: 1, ", "mass: -1, "],
    ["revolute: [ground, crank]", "revolut: [ground, crank]"],
    ["gravity: [0, -9.81]", "gravity: [0]"],
    ["79.5 - 19.875*O.speed", "79.5 - 19.875*O.sped"],
    ["title:", "titel:"],
    ["end: 5", "end: five"],
    ["angle: 60 deg", "angle: 60 dge"],
    ["joints:", "joints"],
  ];
  await page.goto(linkTo(workbench.address, GOOD));
  await hasRun(page);
  await sidePanel(page, "Text");
  for (const [good, bad] of mistakes)
    await test.step(bad, async () => {
      const text = GOOD.replace(good, bad);
      const { words, line } = said(workbench.folder, text);
      await replace(page, good, bad);
      await page.keyboard.press("Escape"); // a list of completions
      expect(await modelText(page)).toBe(text);
      const problem = page.getByRole("region", { name: "Problems" }).getByRole("listitem").first();
      await expect(problem).toContainText(words);
      await expect(problem).toContainText(`line ${line}`);
      await expect(page.locator(".cm-lintRange-error").first()).toBeVisible();
      await expect(page.getByRole("button", { name: "body crank", exact: true })).toBeVisible(); // the last good one stays
      for (let i = 0; i < 60 && (await modelText(page)) !== GOOD; i++) await page.keyboard.press("Control+z");
      expect(await modelText(page)).toBe(GOOD);
      await expect(page.getByText("No problems")).toBeVisible();
    });
});

test("a run of a wrong model shows the error and leads to its place", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, GOOD));
  await hasRun(page);
  await sidePanel(page, "Text");
  await replace(page, "[crank, coupler]", "[crank, coupeler]");
  const { words } = said(workbench.folder, await modelText(page));
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("#dock .run-status")).toContainText(words.split(";")[0]!);
});

test("completion offers the keys and names that are allowed there", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, GOOD));
  await hasRun(page);
  await sidePanel(page, "Text");
  await replace(page, "O.speed}\n", "O.speed}\n  brake: {");
  const list = page.locator(".cm-tooltip-autocomplete");
  await page.keyboard.press("Control+Space");
  await expect(list.getByRole("option", { name: /^motor/ })).toBeVisible();
  await expect(list.getByRole("option", { name: /^spring/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.insertText("motor: ");
  await page.keyboard.press("Control+Space");
  await expect(list.getByRole("option").first()).toHaveText(/^[OABC]joint/);
});
