/* smoke.test.ts - in Firefox: a model in the plane and one in space open, run, play and plot; a link is drawn, undone; light and dark. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const PROGRAM = process.env.TRAMMEL ?? join(ROOT, "build/trammel");
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const folder = mkdtempSync(join(tmpdir(), "trammel-"));
const errors: string[] = [];
let [server, browser, page, address] = [
  null as never as ChildProcess,
  null as never as Browser,
  null as never as Page,
  "",
];

beforeAll(async () => {
  const env = { ...process.env, XDG_STATE_HOME: folder };
  server = spawn(PROGRAM, ["view", "--no-browser", "--port", "0"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  address = await new Promise((found) =>
    server.stdout!.on("data", (part: Buffer) => {
      said += part.toString();
      const match = /http:\S+/.exec(said);
      if (match) found(match[0]);
    }),
  );
  const extraPrefsFirefox = { "webgl.force-enabled": true, "gfx.x11-egl.force-enabled": true }; // drawn by a program where there is no graphics card
  browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true, extraPrefsFirefox });
});

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 640 });
  errors.length = 0;
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  page.on("pageerror", (error) => void errors.push(String(error)));
});

afterAll(async () => {
  await browser?.close();
  server?.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

async function open(model: string): Promise<void> {
  const text = readFileSync(join(ROOT, "models", model), "utf8");
  await page.goto(`${address}&model=${deflateRawSync(Buffer.from(text)).toString("base64url")}`);
  await page.waitForFunction(() => /^\w+: \d+ /.test(document.querySelector("#dock .run-status")?.textContent ?? ""));
}

const bodies = (): Promise<number> => page.$$eval("svg.plane-svg .part.body", (list) => list.length);
const clockMoves = async (): Promise<unknown> => {
  const read = (): Promise<string> =>
    page.$eval("input[type=range][aria-label=Time]", (one) => (one as HTMLInputElement).value);
  const before = await read();
  return page.waitForFunction(
    (was) => document.querySelector<HTMLInputElement>("input[type=range][aria-label=Time]")!.value !== was,
    {},
    before,
  );
};

test("a mechanism in the plane runs, plays and is plotted; a link is drawn and undone", async () => {
  await open("fourbar-motor/fourbar-motor.yaml");
  await clockMoves();
  await page.waitForSelector("#dock .plot canvas");
  await page.keyboard.press(" ");
  const before = await bodies();
  await page.click("[role=toolbar][aria-label=Tools] button[aria-label^=Link]");
  const box = (await (await page.$("svg.plane-svg"))!.boundingBox())!;
  for (const part of [0.3, 0.6]) await page.mouse.click(box.x + part * box.width, box.y + 0.75 * box.height);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForFunction((was) => document.querySelectorAll("svg.plane-svg .part.body").length > was, {}, before);
  await page.click(".top-bar button[aria-label=Undo]");
  await page.waitForFunction((was) => document.querySelectorAll("svg.plane-svg .part.body").length === was, {}, before);
  const paper = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper"));
  const light = await paper();
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  expect(await paper()).not.toBe(light);
  expect(errors).toEqual([]);
});

/* Without a graphics card Firefox may have no WebGL: then the page says so, and the rest goes on. */
test("a mechanism in space is drawn, or the page says what that needs, and plays", async () => {
  await open("governor-damped/governor-damped.yaml");
  await page.waitForFunction(
    () => document.querySelector(".space-canvas") ?? document.querySelector("main")!.innerText.includes("needs WebGL"),
  );
  await clockMoves();
  const drawn = await page.$eval(".space-canvas", () => true).catch(() => false);
  console.log(drawn ? "drawn in space" : "no WebGL");
  expect(errors.filter((one) => drawn || !one.includes("WebGL"))).toEqual([]);
});
