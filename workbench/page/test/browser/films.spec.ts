/* films.spec.ts - the motion taken away as a film: GIF, WebM and MP4, in the plane and in space; how far it is, and cancelling. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { command, hasRun, linkTo } from "./acts";
import { expect, MODELS, test } from "./workbench";

const read = (model: string): string => readFileSync(join(MODELS, model), "utf8");
const PLANE = read("fourbar-motor/fourbar-motor.yaml");
const SPACE = read("governor-damped/governor-damped.yaml").replace("end: 10,", "end: 1,"); // few frames, drawn by software

interface Size {
  width: number;
  height: number;
  frames: number;
  seconds: number;
}

/* Opens the dialog for a small film and reads what it promises. */
async function dialogFor(page: Page, format: "GIF" | "WebM" | "MP4"): Promise<{ dialog: Locator; promised: Size }> {
  const pause = page.getByRole("button", { name: /^Pause/ });
  if (await pause.isVisible()) await pause.click(); // frames drawn by software take all the time there is
  await command(page, `Animation as ${format}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Width").selectOption({ label: "400 px" });
  await dialog.getByLabel("Frames per second").selectOption({ index: 0 });
  const found = /(\d+) × (\d+) px, (\d+) frames, ([\d.]+) s/.exec(await dialog.innerText())!;
  const [width, height, frames, seconds] = found.slice(1).map(Number) as [number, number, number, number];
  return { dialog, promised: { width, height, frames, seconds } };
}

async function made(page: Page, dialog: Locator): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Create and save" }).click();
  const file = readFileSync(await (await download).path());
  await expect(dialog).toBeHidden();
  return file;
}

/* How many colours the middle row of a picture has: a drawing has several, an empty sheet one. */
const COLOURS = `(source, width, height) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d");
  pen.drawImage(source, 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  return new Set(new Uint32Array(data.buffer)).size;
}`;

interface Played {
  width: number;
  height: number;
  seconds: number;
  colours: number;
  moves: boolean;
}

/* Plays a film in a video element, and looks at two of its frames. */
function play(page: Page, file: Buffer, type = "video/webm"): Promise<Played> {
  return page.evaluate(
    async ([text, count, type]) => {
      const coloursOf = (0, eval)(count) as (of: CanvasImageSource, width: number, height: number) => number;
      const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
      const video = document.createElement("video");
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([bytes], { type }));
      await new Promise<void>((go, fail) => {
        video.onloadeddata = () => go();
        video.onerror = () => fail(new Error(video.error?.message));
      });
      const { videoWidth: width, videoHeight: height } = video;
      const seek = async (to: number): Promise<string> => {
        const sought = new Promise((go) => (video.onseeked = go));
        const shown = new Promise((go) => video.requestVideoFrameCallback(go)); // the frame may come later than the event
        video.currentTime = to;
        await Promise.all([sought, shown]);
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [width, height];
        canvas.getContext("2d")!.drawImage(video, 0, 0);
        return canvas.toDataURL();
      };
      await seek(1e6); // the end, whatever the file says of it
      const seconds = video.currentTime;
      const first = await seek(0.1 * seconds);
      const colours = coloursOf(video, width, height);
      const moves = first !== (await seek(0.6 * seconds));
      await seek(0);
      await video.play();
      return { width, height, seconds, colours, moves };
    },
    [file.toString("base64"), COLOURS, type] as const,
  );
}

for (const [where, text] of [
  ["the plane", PLANE],
  ["space", SPACE],
] as const) {
  test(`a motion in ${where} is saved as GIF`, async ({ workbench, page }) => {
    await page.goto(linkTo(workbench.address, text));
    await hasRun(page);
    const { dialog, promised } = await dialogFor(page, "GIF");
    const gif = await made(page, dialog);
    expect(gif.subarray(0, 6).toString()).toBe("GIF89a");
    expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([promised.width, promised.height]);
    expect(gif.toString("latin1").split("\x21\xf9\x04").length - 1).toBe(promised.frames); // one control block a frame
  });

  test(`a motion in ${where} is saved as WebM with the promised size and duration`, async ({ workbench, page }) => {
    await page.goto(linkTo(workbench.address, text));
    await hasRun(page);
    const { dialog, promised } = await dialogFor(page, "WebM");
    const played = await play(page, await made(page, dialog));
    expect([played.width, played.height]).toEqual([promised.width, promised.height]);
    expect(played.seconds).toBeCloseTo(promised.seconds, 1);
    expect(played.colours).toBeGreaterThan(20);
    expect(played.moves).toBe(true);
  });
}

test("a motion is saved as MP4 with the duration that is asked for", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, PLANE));
  await hasRun(page);
  const { dialog } = await dialogFor(page, "MP4");
  await dialog.getByLabel("Duration").selectOption({ label: "3 s" });
  await expect(dialog).toContainText("30 frames, 3 s");
  const file = await made(page, dialog);
  expect(file.subarray(4, 8).toString()).toBe("ftyp");
  const played = await play(page, file, "video/mp4");
  expect(played.width).toBe(400);
  expect(Math.abs(played.seconds - 3)).toBeLessThan(0.15);
  expect(played.colours).toBeGreaterThan(20);
  expect(played.moves).toBe(true);
});

test("cancelling a film of a motion in space restores the drawing", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, SPACE));
  await hasRun(page);
  await page.getByRole("button", { name: /^Pause/ }).click();
  const canvas = page.locator(".space-canvas");
  const size = (): Promise<number[]> =>
    canvas.evaluate((one: HTMLCanvasElement) => [one.width, one.height, one.clientWidth, one.clientHeight]);
  const clock = page.getByRole("slider", { name: "Time" });
  const before = { size: await size(), clock: await clock.inputValue() };
  const { dialog } = await dialogFor(page, "GIF");
  await dialog.getByRole("button", { name: "Create and save" }).click();
  const progress = dialog.getByRole("progressbar");
  await expect.poll(() => progress.evaluate((one: HTMLProgressElement) => one.value)).toBeGreaterThan(0.05);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toBeHidden();
  await expect(dialog.getByRole("button", { name: "Create and save" })).toBeEnabled();
  expect(await clock.inputValue()).toBe(before.clock);
  expect((await size()).slice(2)).toEqual(before.size.slice(2));
  const [width, , shown] = (await size()) as [number, number, number, number];
  expect(width).toBeGreaterThan(0.99 * shown); // no longer that of the film
});
