/* documents.spec.ts - what becomes of documents: drafts, undo, files that others change, folders, and what one leaves to the next. */
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { hasRun, inBar, modelText, moves, openExample, replace, results, sidePanel } from "./acts";
import { expect, MODELS, test } from "./workbench";

const TEXT = readFileSync(join(MODELS, "fourbar-motor/fourbar-motor.yaml"), "utf8");
test.use({ viewport: { width: 1100, height: 700 } });

const notices = (page: Page) => page.locator(".notices");
const clock = (page: Page) => page.getByRole("slider", { name: "Time" });

async function edit(page: Page, from: string, to: string): Promise<void> {
  await sidePanel(page, "Text");
  await replace(page, from, to);
}

test("all drafts are kept, listed and deleted with a way back; a browser without room says so", async ({
  workbench,
  page,
}) => {
  await page.goto(workbench.address);
  await page.evaluate(() => {
    for (let i = 0; i < 30; i++) {
      const draft = { tab: `t${i}`, folder: "", name: `m${i}.yaml`, text: `title: m${i}`, saved: null, stamp: null };
      localStorage.setItem(`trammel.draft.t${i}:/m${i}.yaml`, JSON.stringify({ ...draft, time: i }));
    }
  });
  await page.reload();
  await page.getByRole("button", { name: "All 30…" }).click();
  const dialog = page.getByRole("dialog", { name: "Open" });
  const discard = dialog.getByRole("button", { name: /^Discard / });
  await expect(discard).toHaveCount(30);
  await dialog.getByRole("button", { name: "Discard m7.yaml" }).click();
  await expect(discard).toHaveCount(29);
  await dialog.getByRole("button", { name: /^m0\.yaml/ }).click(); // the oldest
  await edit(page, "title: m0", "title: mine");
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^trammel\.draft/.test(key)).length);
  await expect.poll(kept).toBe(29); // m0 is this tab's now
  await page.evaluate(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key.startsWith("trammel.draft")) throw new DOMException("full", "QuotaExceededError");
      write.call(this, key, value);
    };
  });
  await edit(page, "title: mine", "title: mine too");
  await expect(notices(page)).toContainText("no room left to keep unsaved changes");
  await expect(notices(page).getByRole("button", { name: "Delete other unsaved work…" })).toBeVisible();
});

test.describe("with a file", () => {
  test.use({ model: "fourbar-motor/fourbar-motor.yaml" });

  test("undo survives a reload, of saved and of unsaved text", async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await hasRun(page);
    await edit(page, "mass: 2.25", "mass: 2.5");
    await edit(page, "mass: 2.5", "mass: 2.75");
    await page.keyboard.press("Control+s");
    await expect(page.locator(".toasts")).toContainText("Saved");
    await edit(page, "mass: 2.75", "mass: 3");
    await page.reload();
    await hasRun(page);
    expect(await modelText(page)).toBe(TEXT.replace("mass: 2.25", "mass: 3"));
    for (const mass of ["2.75", "2.5", "2.25"]) {
      await inBar(page, "Undo").click();
      expect(await modelText(page)).toBe(TEXT.replace("mass: 2.25", `mass: ${mass}`));
    }
    await expect(inBar(page, "Undo")).toBeDisabled();
    await page.reload();
    await inBar(page, "Redo").click();
    expect(await modelText(page)).toBe(TEXT.replace("mass: 2.25", "mass: 2.5"));
  });

  test("a file that others change is loaded again, or asked about where there are unsaved changes", async ({
    workbench,
    page,
    context,
  }) => {
    await page.goto(workbench.address);
    await hasRun(page);
    await page.keyboard.press("Space");
    await clock(page).fill("1.5");
    const theirs = TEXT.replace("mass: 2.25", "mass: 2.5");
    writeFileSync(workbench.file, theirs);
    await expect(page.locator(".toasts")).toContainText("fourbar-motor.yaml was changed outside of this page");
    await expect.poll(() => modelText(page)).toBe(theirs);
    await expect(page.getByRole("img", { name: "unsaved changes" })).toHaveCount(0);
    await hasRun(page); // again, of the new text, at the same instant
    await expect(clock(page)).toHaveValue(/^1\.5/);
    await edit(page, "inertia: 1.35", "inertia: 1.5");
    const other = await context.newPage();
    await other.goto(workbench.address);
    await edit(other, "mass: 2.5", "mass: 4");
    await other.keyboard.press("Control+s");
    await expect(other.locator(".toasts")).toContainText("Saved");
    await page.bringToFront();
    await expect(notices(page)).toContainText("You have unsaved changes to it here");
    expect(await modelText(page)).toContain("inertia: 1.5");
    await notices(page)
      .getByRole("button", { name: /^Load the file/ })
      .click();
    expect(await modelText(page)).toBe(TEXT.replace("mass: 2.25", "mass: 4"));
    await inBar(page, "Undo").click();
    expect(await modelText(page)).toContain("inertia: 1.5");
    unlinkSync(workbench.file);
    await expect(notices(page)).toContainText("was deleted or renamed");
  });

  test("a document leaves nothing of its own to the next; a folder is listed", async ({ workbench, page }) => {
    workbench.copy("slider-crank/slider-crank.yaml");
    await page.goto(workbench.address);
    await hasRun(page);
    await sidePanel(page, "Properties");
    await page.getByRole("searchbox", { name: "Search the model" }).fill("coupler");
    await results(page, "Results");
    await page.getByRole("button", { name: "What to run, and how" }).click();
    await page.getByRole("menuitem", { name: "Add an analysis…" }).click();
    await page.getByRole("combobox", { name: "Analysis" }).selectOption("static");
    await page.getByRole("button", { name: "Write and run" }).click();
    await page.getByRole("button", { name: "What to run, and how" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Up to dynamics" }).click();
    await page.locator("#tool-L").click();
    await openExample(page, "slider-crank");
    await hasRun(page);
    await expect(page.locator("#tool-L")).toHaveAttribute("aria-pressed", "false");
    await expect(page.getByRole("searchbox", { name: "Search the model" })).toHaveValue("");
    await expect(page.locator("#dock").getByRole("tab", { name: "Plots" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("button", { name: "What to run, and how" }).click();
    await expect(page.getByRole("menuitemcheckbox", { name: /^All/ })).toHaveAttribute("aria-checked", "true");
    await workbench.stop();
    await workbench.start(".");
    const fresh = await page.context().browser()!.newPage();
    await fresh.goto(workbench.address);
    const list = fresh.getByRole("region", { name: /^In trammel-/ });
    await expect(list.getByRole("button")).toHaveText([/^fourbar-motor\.yaml/, /^slider-crank\.yaml/]);
    await list.getByRole("button", { name: /^slider-crank/ }).click();
    await hasRun(fresh);
    await fresh.close();
  });

  test("a mechanism is shared as one file that opens without Trammel, and is taken out of it again", async ({
    workbench,
    page,
  }) => {
    await page.goto(workbench.address);
    await hasRun(page);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Share" });
    await expect(dialog).toContainText("it opens in this browser while this workbench runs, and nowhere else");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download the page" }).click();
    const file = join(workbench.folder, "shared.html");
    await (await download).saveAs(file);
    const guest = await page.context().browser()!.newPage();
    await guest.goto(`file://${file}`);
    await moves(guest);
    await guest.close();
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.keyboard.press("Control+o");
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "From this computer…" }).click();
    await (await choosing).setFiles(file);
    await hasRun(page);
    expect(await modelText(page)).toBe(TEXT);
    await expect(page.locator(".file-title")).toContainText("fourbar-motor.yaml");
  });
});
