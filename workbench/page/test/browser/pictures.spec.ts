/* pictures.spec.ts - a picture to trace over: dropped, calibrated, moved, locked, kept with the document and out of exports; groups of
 * elements that are hidden and locked together. */
import { deflateSync } from "node:zlib";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { boxOf, command, drag, hasRun, linkTo, modelText, pin, runs, sidePanel, statusLine } from "./acts";
import { fourbarText } from "./fourbar";
import { expect, test } from "./workbench";

test.use({ viewport: { width: 1000, height: 620 } });

const FOURBAR = fourbarText({ more: "drivers: {motor: {O.angle: 90 deg + t}}\nanalyses: [kinematics: {end: 1}]\n" });

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/* A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const piece = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)];
    head.writeUInt32BE(data.length);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8); // grey
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, piece("IHDR", head), piece("IDAT", rows), piece("IEND", Buffer.alloc(0))]);
}

/* A file dropped on the drawing, or pasted. */
async function bring(page: Page, how: "drop" | "paste", bytes: Buffer): Promise<void> {
  await page.evaluate(
    ([way, data]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(data!), (one) => one.charCodeAt(0));
      transfer.items.add(new File([content], "photo.png", { type: "image/png" }));
      if (way === "drop") window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
      else document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true }));
    },
    [how, bytes.toString("base64")],
  );
}

/* What the text says of the picture, in m. */
async function written(page: Page): Promise<{ width: number; at: [number, number] }> {
  const text = await modelText(page);
  const of = (one: string): number => Number.parseFloat(one) / (one.includes("mm") ? 1000 : 1);
  const [, x, y] = /at: \[([^,]+), ([^\]]+)\]/.exec(text.slice(text.indexOf("background:")))!;
  return { width: of(/width: ([^,}\n]+)/.exec(text)![1]!), at: [of(x!), of(y!)] };
}

test("a picture is dropped under the drawing, calibrated, moved, locked, and kept with the document", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, FOURBAR));
  await expect(page.locator(".part.body")).toHaveCount(3);
  await bring(page, "drop", png(2400, 1800));
  const picture = page.locator("image.background-image");
  await expect(picture).toHaveAttribute("href", /^data:image\/jpeg;base64,/);
  await expect(page.locator(".toast")).toContainText("2400 × 1800 px is kept in the document with 1600 × 1200 px");
  expect(await page.locator(".world > g").first().getAttribute("class")).toBe("layer-background");
  const form = page.getByRole("dialog", { name: "Picture to trace over" });

  /* 100 px of it are 200 mm: its width in the plane follows from its width in px */
  const px = Number(await picture.getAttribute("width"));
  const box = await boxOf(picture);
  expect(box.height / box.width).toBeCloseTo(0.75, 2);
  const [x, y] = [box.x + 0.3 * box.width, box.y + 0.2 * box.height];
  await form.getByRole("button", { name: "Calibrate by two points" }).click();
  await page.mouse.click(x, y);
  await page.mouse.click(x - 60, y + 80); // beside the form, which lies on a part of the picture
  await form.getByRole("textbox", { name: "Distance" }).fill("200");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("textbox", { name: "Distance" })).toBeHidden();
  const calibrated = (await written(page)).width;
  expect(calibrated).toBeCloseTo((0.2 * px) / 100, 4);

  /* by keys only: two places typed that are 50 mm apart, and are 100 mm apart in truth */
  await form.getByRole("button", { name: "Calibrate by two points" }).press("Enter");
  await expect(form.getByRole("textbox", { name: "Point 1, x and y" })).toBeFocused();
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await expect(form).toContainText("x and y are needed.");
  await form.getByRole("textbox", { name: "Point 1, x and y" }).fill("30 40");
  await page.keyboard.press("Enter");
  await form.getByRole("textbox", { name: "Point 2, x and y" }).fill("60 80");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("textbox", { name: "Distance" })).toHaveValue("50");
  await form.getByRole("textbox", { name: "Distance" }).fill("100");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("textbox", { name: "Distance" })).toBeHidden();
  expect((await written(page)).width).toBeCloseTo(2 * calibrated, 4);
  await command(page, "Undo");

  /* moved by a drag, one step of undo; not when it is locked */
  await command(page, "Undo");
  await expect.poll(async () => Number(await picture.getAttribute("width"))).toBeCloseTo(px, 1);
  const before = await written(page);
  const scale = px / before.width;
  await drag(page, [x, y], [x + 50, y - 30]);
  const after = await written(page);
  expect((after.at[0] - before.at[0]) * scale).toBeCloseTo(50, 0);
  expect((after.at[1] - before.at[1]) * scale).toBeCloseTo(30, 0);
  await form.getByRole("checkbox", { name: "Lock" }).check();
  await drag(page, [x, y], [x + 50, y - 30]);
  expect(await written(page)).toEqual(after);
  await form.getByRole("button", { name: "Done" }).click();

  /* no part of what is exported; its bytes are not shown in the text; the motion is still that of the model */
  await runs(page);
  await command(page, "Picture: hide or show");
  await expect(picture).toBeHidden();
  await command(page, "Picture: hide or show");
  await expect(page.getByText("Edited since the last run")).toBeHidden();
  const saved = page.waitForEvent("download");
  await command(page, "Drawing as SVG");
  expect(await readFile((await (await saved).path())!, "utf8")).not.toContain("<image");
  expect(await page.locator(".cm-content").textContent()).not.toContain(";base64,/9j/");

  await page.reload();
  await expect(picture).toBeVisible();
  await command(page, "Picture: remove");
  await expect(picture).toBeHidden();
  expect(await modelText(page)).toBe(FOURBAR);

  /* pasted: small ones are kept as they came; a file beside the model is shown by its name */
  await bring(page, "paste", png(40, 30));
  await expect(picture).toHaveAttribute("href", /^data:image\/png;base64,/);
  await writeFile(join(workbench.folder, "beside.png"), png(30, 60));
  await page.goto(linkTo(workbench.address, FOURBAR + "background: {image: beside.png, width: 200 mm}\n"));
  await expect(picture).toBeVisible();
  const tall = await boxOf(picture);
  expect(tall.height / tall.width).toBeCloseTo(2, 2);
});

test("named groups hide and lock what is in them; a run stays, and the model is the same", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, FOURBAR));
  await hasRun(page);
  const body = (name: string) => page.locator(`.part.body[aria-label^="body ${name}"]`);
  await expect(body("rocker")).toBeVisible();
  await page.keyboard.press("Home");
  const [b, c] = [await pin(page, "B"), await pin(page, "C")];
  const onRocker: [number, number] = [b[0] + 0.4 * (c[0] - b[0]), b[1] + 0.4 * (c[1] - b[1])];
  await page.mouse.click(...onRocker);
  await expect(body("rocker")).toHaveClass(/selected/);
  await page.keyboard.press("Shift+G");
  const panel = page.getByRole("dialog", { name: "Groups" });
  await panel.getByRole("textbox", { name: "Name of a new group" }).fill("still");
  await panel.getByRole("button", { name: "New group of 1 selected" }).click();
  await expect.poll(() => modelText(page)).toContain("still: {of: [rocker]}");

  await panel.getByRole("button", { name: "Hide still" }).click();
  await expect(body("rocker")).toBeHidden();
  await expect(page.getByRole("button", { name: "1 hidden" })).toBeVisible();
  await hasRun(page);
  await expect(statusLine(page)).not.toContainText("Out of date");
  await expect(page.getByText("Edited since the last run")).toBeHidden();
  await panel.getByRole("button", { name: "Hide still" }).click();
  await expect(body("rocker")).toBeVisible();

  await panel.getByRole("button", { name: /^Lock still/ }).click();
  await expect.poll(() => modelText(page)).toContain("still: {of: [rocker], locked: true}");
  await panel.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("Escape");
  await page.mouse.click(...onRocker);
  await expect(body("rocker")).not.toHaveClass(/selected/);

  /* chosen in the list it is in the form, which says so; keys and commands leave it */
  const locked = await modelText(page);
  await sidePanel(page, "Properties");
  await page
    .locator("#side")
    .getByRole("option", { name: /^rocker/ })
    .click();
  await expect(page.locator("#side")).toContainText("Locked by group still");
  await page.locator("svg.plane-svg").focus();
  for (const keys of ["Delete", "Shift+H", "]"]) {
    await page.keyboard.press(keys);
    await expect(page.locator(".toast")).toContainText("rocker is in a locked group");
  }
  expect(await modelText(page)).toBe(locked);
  await page.reload();
  await expect(body("rocker")).toBeVisible();
  await page.keyboard.press("Shift+G");
  await expect(panel.getByRole("button", { name: /^Lock still/ })).toHaveAttribute("aria-pressed", "true");
});
