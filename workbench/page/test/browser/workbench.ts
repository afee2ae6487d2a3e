/* workbench.ts - what every browser test begins with: a server of its own in a folder of its own, and a page that looks at it.
 *
 *     test("…", async ({ workbench, page }) => { await page.goto(workbench.address); … });
 *
 * `test.use({ model: "fourbar/fourbar.yaml" })` starts it with a copy of that model of models/, `workbench.file`.
 * A test fails when the page logs an error or an exception is not caught, unless it says `workbench.mayComplain()`.
 */
import { test as base, type Browser, type BrowserContext, type ConsoleMessage } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

export { expect } from "@playwright/test";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
export const PROGRAM = process.env.TRAMMEL ?? join(ROOT, "build/trammel");
export const MODELS = join(ROOT, "models");

export class Workbench {
  address = ""; // with its token
  file = ""; // that it was started with
  readonly folder = mkdtempSync(join(tmpdir(), "trammel-"));
  private server: ChildProcess | null = null;
  private ended: Promise<unknown> = Promise.resolve();
  private complaints: string[] = [];
  private quiet = false;

  /* Puts a copy of a model of models/ into the folder. */
  copy(model: string): string {
    const file = join(this.folder, basename(model));
    copyFileSync(join(MODELS, model), file);
    return file;
  }

  /* `more`: a model, options. The port of the first start is kept when it is started again. */
  async start(...more: string[]): Promise<void> {
    const port = this.address ? new URL(this.address).port : "0";
    const server = spawn(PROGRAM, ["view", "--no-browser", "--port", port, ...more], {
      cwd: this.folder,
      env: { ...process.env, XDG_STATE_HOME: this.folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.server = server;
    this.ended = new Promise((done) => server.once("close", done));
    this.address = await new Promise<string>((found, failed) => {
      let said = "";
      server.stdout.on("data", (part: Buffer) => {
        said += part.toString();
        const address = /http:\S+/.exec(said);
        if (address) found(address[0]);
      });
      server.once("close", (code) => failed(new Error(`trammel view ended with ${code}: ${said}`)));
    });
  }

  /* Of the server's process. */
  get pid(): number {
    return this.server!.pid!;
  }

  async stop(): Promise<void> {
    this.server?.kill("SIGTERM");
    this.server = null;
    await this.ended;
  }

  mayComplain(): void {
    this.quiet = true;
  }

  hear(complaint: string): void {
    this.complaints.push(complaint);
  }

  check(): void {
    if (!this.quiet && this.complaints.length > 0)
      throw new Error("The page complains:\n" + this.complaints.join("\n"));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/* LATENCY=400: every answer comes so many milliseconds late, as beside other work; what a test does not wait for fails. */
async function delayAnswers(context: BrowserContext): Promise<void> {
  const late = Number(process.env.LATENCY ?? 0);
  if (late > 0)
    await context.routeWebSocket(/\/engine/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => setTimeout(() => socket.send(message), late));
    });
}

/* Also to pages that a test opens in contexts of its own. The browser serves several tests: the answer puts it back. */
async function delayAll(browser: Browser, own: BrowserContext): Promise<() => void> {
  const { newContext } = browser;
  browser.newContext = async (...options) => {
    const context = await newContext.apply(browser, options);
    await delayAnswers(context);
    return context;
  };
  await delayAnswers(own);
  return () => (browser.newContext = newContext);
}

export const test = base.extend<{ model: string; workbench: Workbench }>({
  model: ["", { option: true }],
  workbench: async ({ browser, page, model }, use) => {
    const workbench = new Workbench();
    page.on("console", (message: ConsoleMessage) => {
      if (message.type() === "error") workbench.hear(message.text());
    });
    page.on("pageerror", (error) => workbench.hear(String(error)));
    const inTime = await delayAll(browser, page.context());
    if (model) workbench.file = workbench.copy(model);
    await workbench.start(...(model ? [basename(model)] : []));
    await use(workbench);
    inTime();
    await page.close(); // what it was still loading would be missed once the server has gone
    await workbench.stop();
    workbench.remove();
    workbench.check();
  },
});
