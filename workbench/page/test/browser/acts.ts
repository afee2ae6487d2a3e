/* acts.ts - what several tests do with the page, in a user's words. */
import { expect, type Page } from "@playwright/test";

/* Presses Run and waits until it is done. */
export async function runs(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator("#dock").getByRole("status").first()).toHaveText(/\d+ rows?,/, { timeout: 30_000 });
}

/* A tab of the results. */
export async function results(page: Page, tab: string): Promise<void> {
  await page
    .locator("#dock")
    .getByRole("tab", { name: new RegExp("^" + tab) })
    .click();
}

/* The text of the model, whether or not its pane is on show. */
export async function modelText(page: Page): Promise<string> {
  await page.getByRole("tab", { name: /^Text/ }).click();
  return page.evaluate(() => {
    const content = document.querySelector(".cm-content") as unknown as {
      cmTile?: unknown;
      cmView?: { view: { state: { doc: string } } };
    };
    return content.cmView
      ? content.cmView.view.state.doc.toString()
      : document.querySelector<HTMLElement>(".cm-content")!.innerText;
  });
}

export function columnOf(csv: string, name: string): number[] {
  const [head, ...rows] = csv.trim().split("\n");
  const at = head!.split(",").indexOf(name);
  return rows.map((row) => Number(row.split(",")[at]));
}

/* Opens an example from the gallery by its title and the name of its file. */
export async function openExample(page: Page, search: string): Promise<void> {
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  const gallery = page.getByRole("dialog");
  await gallery.getByRole("searchbox").fill(search);
  await gallery
    .getByRole("button", { name: new RegExp(search, "i") })
    .first()
    .click();
}
