/* workbench.ts - what every browser test begins with: a server of its own in a folder of its own, and a page that looks at it.
 *
 *     test("…", async ({ workbench, page }) => { await page.goto(workbench.address); … });
 *
 * `test.use({ model: "fourbar/fourbar.yaml" })` starts it with a copy of that model of models/, `workbench.file`.
 * A test fails when the page logs an error or an exception is not caught, unless it says `workbench.mayComplain()`.
 */
import { test as base, type ConsoleMessage } from "@playwright/test";
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

export const test = base.extend<{ model: string; workbench: Workbench }>({
  model: ["", { option: true }],
  workbench: async ({ page, model }, use) => {
    const workbench = new Workbench();
    page.on("console", (message: ConsoleMessage) => {
      if (message.type() === "error") workbench.hear(message.text());
    });
    page.on("pageerror", (error) => workbench.hear(String(error)));
    if (model) workbench.file = workbench.copy(model);
    await workbench.start(...(model ? [basename(model)] : []));
    await use(workbench);
    await page.close(); // what it was still loading would be missed once the server has gone
    await workbench.stop();
    workbench.remove();
    workbench.check();
  },
});
