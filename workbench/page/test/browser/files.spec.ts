/* files.spec.ts - files, and what is never lost: save, conflicts, reloads, links, a server that goes away. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { hasRun, inBar, modelText, replace, sidePanel } from "./acts";
import { expect, MODELS, test } from "./workbench";

const TEXT = readFileSync(join(MODELS, "fourbar-motor/fourbar-motor.yaml"), "utf8");
test.use({ model: "fourbar-motor/fourbar-motor.yaml" });

const title = (page: Page) => page.locator(".file-title");

async function edit(page: Page, from: string, to: string): Promise<void> {
  await sidePanel(page, "Text");
  await replace(page, from, to);
}

/* The draft is stored a moment after the last change; a tab that Playwright closes does not store it any more. */
async function isKept(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(words);
}

test("saving writes the file to the byte", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await hasRun(page);
  await edit(page, "mass: 2.25", "mass: 2.5");
  await expect(title(page).getByRole("img", { name: "unsaved changes" })).toBeVisible();
  expect(readFileSync(workbench.file, "utf8")).toBe(TEXT);
  await page.keyboard.press("Control+s");
  await expect(page.locator(".toasts")).toContainText("Saved fourbar-motor.yaml");
  expect(readFileSync(workbench.file, "utf8")).toBe(TEXT.replace("mass: 2.25", "mass: 2.5"));
  await expect(title(page).getByRole("img", { name: "unsaved changes" })).toBeHidden();
});

test("a file changed by another program is not overwritten without asking", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await hasRun(page);
  await edit(page, "mass: 2.25", "mass: 2.5");
  const theirs = TEXT.replace("inertia: 1.35", "inertia: 1.5");
  writeFileSync(workbench.file, theirs);
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "The file has changed" });
  await dialog.getByRole("button", { name: "Reload the file" }).click();
  expect(await modelText(page)).toBe(theirs);
  await inBar(page, "Undo").click();
  const ours = TEXT.replace("mass: 2.25", "mass: 2.5");
  expect(await modelText(page)).toBe(ours);
  writeFileSync(workbench.file, theirs + "# once more\n");
  await page.keyboard.press("Control+s");
  expect(readFileSync(workbench.file, "utf8")).toBe(theirs + "# once more\n");
  await dialog.getByRole("button", { name: "Overwrite" }).click();
  await expect.poll(() => readFileSync(workbench.file, "utf8")).toBe(ours);
});

test("opening lists the folder, and an existing name is asked about", async ({ workbench, page }) => {
  workbench.copy("slider-crank/slider-crank.yaml");
  await page.goto(workbench.address);
  await hasRun(page);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^slider-crank\.yaml/ })
    .click();
  await expect(title(page)).toContainText("slider-crank.yaml");
  await page.keyboard.press("Control+Shift+s");
  const dialog = page.getByRole("dialog", { name: "Save as" });
  await dialog.getByRole("textbox").fill("fourbar-motor");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "The file already exists" })).toBeVisible();
  await page.keyboard.press("Escape");
  expect(readFileSync(workbench.file, "utf8")).toBe(TEXT);
});

test("unsaved work survives a reload and can be discarded", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await hasRun(page);
  await edit(page, "mass: 2.25", "mass: 2.5");
  const ours = TEXT.replace("mass: 2.25", "mass: 2.5");
  expect(await modelText(page)).toBe(ours);
  await page.reload();
  await expect(page.getByText(/^Unsaved changes from .* were restored/)).toBeVisible();
  expect(await modelText(page)).toBe(ours);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => modelText(page)).toBe(TEXT);
  await page.reload();
  await hasRun(page);
  await expect(page.getByText(/^Unsaved changes from/)).toBeHidden();
  expect(await modelText(page)).toBe(TEXT);
});

test("a model shared as a link is the same in another browser", async ({ workbench, page, browser }) => {
  await page.goto(workbench.address);
  await hasRun(page);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = page.getByRole("dialog").getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/#model=/);
  const shared = new URL(await link.inputValue());
  expect(shared.hash).not.toContain("token");
  const token = new URL(workbench.address).hash;
  const other = await browser.newContext();
  const guest = await other.newPage();
  await guest.goto(`${shared.origin}/${token}&${shared.hash.slice(1)}`);
  await hasRun(guest);
  expect(await modelText(guest)).toBe(TEXT);
  expect(guest.url()).not.toContain("token");
  await other.close();
});

test("a damaged link is reported", async ({ workbench, page }) => {
  await page.goto(`${workbench.address}&model=q1YqLkksSVWyUqqOz`);
  await expect(page.locator(".toasts")).toContainText("The link cannot be opened.");
  await expect(inBar(page, "Run")).toBeVisible();
});

test("a lost server is reported, work continues, and the server is found again", async ({ workbench, page }) => {
  workbench.mayComplain(); // the browser itself logs that there is no connection
  await page.goto(workbench.address);
  await hasRun(page);
  const token = new URL(workbench.address).hash;
  await workbench.stop();
  const notice = page.getByText("Trammel is not responding. Your work is kept here. Trying again…");
  await expect(notice).toBeVisible();
  await edit(page, "mass: 2.25", "mass: 2.5");
  await page.keyboard.press("Control+s");
  await expect(page.locator(".toasts")).toContainText("cannot be saved now");
  await expect(inBar(page, "Run")).toBeDisabled();
  await workbench.start("fourbar-motor.yaml");
  if (new URL(workbench.address).hash !== token) {
    /* a new token: the old page is told how to go on, and what was written is there */
    await expect(page.getByText("This address is no longer valid.")).toBeVisible();
    await page.goto(workbench.address);
  }
  await expect(notice).toBeHidden();
  await expect(inBar(page, "Run")).toBeEnabled();
  await expect.poll(() => modelText(page)).toBe(TEXT.replace("mass: 2.25", "mass: 2.5"));
  await sidePanel(page, "Text");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+s");
  await expect.poll(() => readFileSync(workbench.file, "utf8")).toContain("mass: 2.5");
});

test("a wrong token is reported", async ({ workbench, page }) => {
  workbench.mayComplain();
  await page.goto(workbench.address.replace(/#.*/, "#token=00000000000000000000000000000000"));
  await expect(page.getByText("This address is no longer valid.")).toBeVisible();
});

test("two tabs on one file keep their unsaved work separate", async ({ workbench, page, context }) => {
  await page.goto(workbench.address);
  await hasRun(page);
  await edit(page, "mass: 2.25", "mass: 2.5");
  const first = TEXT.replace("mass: 2.25", "mass: 2.5");
  await page.reload(); // a tab that is reloaded is the same tab
  await expect.poll(() => modelText(page)).toBe(first);
  const other = await context.newPage();
  await other.goto(workbench.address);
  await expect(other.locator(".toasts")).toContainText("Another tab has unsaved changes to fourbar-motor.yaml.");
  expect(await modelText(other)).toBe(TEXT);
  await edit(other, "inertia: 1.35", "inertia: 1.5");
  const second = TEXT.replace("inertia: 1.35", "inertia: 1.5");
  await page.reload();
  await expect.poll(() => modelText(page)).toBe(first);
  await other.reload();
  await expect.poll(() => modelText(other)).toBe(second);
  await other.close();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+s");
  await expect.poll(() => readFileSync(workbench.file, "utf8")).toBe(first);
  /* what the closed tab left is found again by the next */
  const third = await context.newPage();
  await third.goto(workbench.address);
  await expect(third.getByText("Another program has changed the file since")).toBeVisible();
  await expect.poll(() => modelText(third)).toBe(second);
});

test("a file keeps Windows line endings, also through its draft", async ({ workbench, page }) => {
  const windows = (text: string): string => text.replaceAll("\n", "\r\n");
  writeFileSync(workbench.file, windows(TEXT));
  await page.goto(workbench.address);
  await hasRun(page);
  await edit(page, "mass: 2.25", "mass: 2.5");
  await page.reload();
  await expect(page.getByText(/^Unsaved changes from .* were restored/)).toBeVisible();
  await page.getByRole("button", { name: "New", exact: true }).click();
  /* what to do next is read beside it */
  const apart = async (): Promise<boolean> => {
    const [hint, said] = [await page.locator(".tool-hint").boundingBox(), await page.locator(".toast").boundingBox()];
    return hint!.x + hint!.width <= said!.x || hint!.y + hint!.height <= said!.y;
  };
  await expect.poll(apart).toBe(true);
  await page.locator(".toasts").getByRole("button", { name: "Go back" }).click();
  await expect(title(page)).toContainText("fourbar-motor.yaml");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+s");
  await expect.poll(() => readFileSync(workbench.file, "utf8")).toBe(windows(TEXT.replace("mass: 2.25", "mass: 2.5")));
});

test("folders of the same name have separate unsaved work", async ({ workbench, page, context }) => {
  workbench.mayComplain(); // the browser itself logs that there is no connection
  for (const above of ["a", "b"]) {
    mkdirSync(join(workbench.folder, above, "models"), { recursive: true });
    writeFileSync(join(workbench.folder, above, "models/crank.yaml"), `# of ${above}\n${TEXT}`);
  }
  await workbench.stop();
  await workbench.start("a/models/crank.yaml");
  await page.goto(workbench.address);
  await hasRun(page);
  await edit(page, "mass: 2.25", "mass: 2.5");
  await isKept(page, "mass: 2.5");
  await page.close();
  await workbench.stop();
  await workbench.start("b/models/crank.yaml");
  const other = await context.newPage();
  await other.goto(workbench.address);
  await hasRun(other);
  expect(await modelText(other)).toBe(`# of b\n${TEXT}`);
  await other.getByRole("button", { name: "Open", exact: true }).click();
  await other
    .getByRole("dialog")
    .getByRole("button", { name: /^crank\.yaml.*another folder/ })
    .click();
  await expect.poll(() => modelText(other)).toBe(`# of a\n${TEXT.replace("mass: 2.25", "mass: 2.5")}`);
  await other.keyboard.press("Control+s");
  await expect(other.getByRole("dialog", { name: "Save as" })).toBeVisible();
});

test("unsaved work of a file that does not exist yet is restored", async ({ workbench, page, context }) => {
  workbench.mayComplain(); // the browser itself logs that there is no connection
  await workbench.stop();
  await workbench.start("new.yaml");
  await page.goto(workbench.address);
  await expect(title(page)).toContainText("new.yaml");
  await sidePanel(page, "Text");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# mine");
  const mine = await modelText(page);
  expect(mine).toContain("# mine");
  await isKept(page, "# mine");
  await page.close();
  await workbench.stop();
  await workbench.start("new.yaml");
  const other = await context.newPage();
  await other.goto(workbench.address);
  await expect.poll(() => modelText(other)).toBe(mine);
  await expect(title(other)).toContainText("new.yaml");
});

test("work that the browser cannot store is asked about", async ({ workbench, page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new Error("full");
    };
  });
  await page.goto(workbench.address);
  await hasRun(page);
  await edit(page, "mass: 2.25", "mass: 2.5");
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Unsaved changes cannot be kept" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape"); // decides nothing: the work is on the page again
  await expect(title(page)).toContainText("fourbar-motor.yaml");
  expect(await modelText(page)).toBe(TEXT.replace("mass: 2.25", "mass: 2.5"));
  await page.getByRole("button", { name: "New", exact: true }).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("fourbar-motor.yaml");
  await expect(title(page)).toContainText("untitled");
});
