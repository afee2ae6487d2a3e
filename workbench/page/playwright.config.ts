/* playwright.config.ts - the page in Debian's Chromium, against the program that was built. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

/* Without a window it takes half the time: the other draws the page itself by a graphics card, which is a program here. */
const [SHELL, WHOLE] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export default defineConfig({
  testDir: "test/browser",
  outputDir: "../../build/browser",
  timeout: 3_600_000, // these two end what hangs: nothing fails by being slow
  expect: { timeout: 600_000, toPass: { timeout: 600_000 } },
  workers: Math.min(3, availableParallelism() + 1), // each waits a fifth of its time
  retries: 0, // what passes only at the second try is wrong, here or in the page
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
