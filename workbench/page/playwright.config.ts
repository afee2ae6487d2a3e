/* playwright.config.ts - the page in Debian's Chromium, against the program that was built. */
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/* Without a window it takes half the time: the other draws the page itself by a graphics card, which is a program here. */
const [SHELL, WHOLE] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export default defineConfig({
  testDir: "test/browser",
  outputDir: "../../build/browser",
  timeout: 300_000, // what is expected is there long before: this is for machines that are busy
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  workers: 3, // each waits a fifth of its time: two would not keep two cores busy
  retries: 1, // a busy machine may swallow a key: what passes only at the second try is listed as flaky
  fullyParallel: true,
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 720 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : WHOLE),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        ...["--enable-unsafe-swiftshader"], // space, on machines without graphics
      ],
    },
  },
});
