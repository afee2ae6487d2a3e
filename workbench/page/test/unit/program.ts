/* program.ts - what the program makes of a model, for tests of what the page makes of that. `TRAMMEL`, or the program in build/. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decode, PLACE, type Report } from "../../src/analyse/report_data";
import type { Certificate, Description } from "../../src/engine/engine";
import type { Schema } from "../../src/editor/schema";
import { modelText } from "./models";

const PROGRAM = process.env.TRAMMEL ?? fileURLToPath(new URL("../../../../build/trammel", import.meta.url));

/* The output of `trammel COMMAND`, or the file that it is told to write, for a model given as text. */
function run(command: string, text: string, file = "", options: string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), "trammel-"));
  try {
    const model = text && join(folder, "model.yaml");
    if (model) writeFileSync(model, text);
    const written = join(folder, file || "none");
    const more = [...(model ? [model] : []), ...(file ? ["-o", written, "--quiet"] : []), ...options];
    const ran = spawnSync(PROGRAM, [command, ...more], { encoding: "utf8", maxBuffer: 1e8 });
    if (ran.status !== 0) throw new Error(`${PROGRAM} ${command} ended with ${ran.status}: ${ran.error ?? ran.stderr}`);
    return file ? readFileSync(written, "utf8") : ran.stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/* What `trammel run` says of a model, a message a line: "a fix that works …". */
export function messagesOf(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "trammel-"));
  try {
    writeFileSync(join(folder, "model.yaml"), text);
    const { stderr } = spawnSync(PROGRAM, ["run", "model.yaml", "--quiet"], { encoding: "utf8", cwd: folder });
    return stderr.split("\n").map((line) => line.replace(/^\S*:\d+:\d+: (note: )?/, "").replace(/ \[[ENW]\d+\]$/, ""));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/* The four-bar with a motor, in 11 rows. */
export const FOURBAR_MOTOR = modelText("models/fourbar-motor/fourbar-motor.yaml").replace(
  /output: [^,}]*/,
  "output: 0.5",
);

export function schemaOf(): Schema {
  return JSON.parse(run("schema", "")) as Schema;
}

export function described(): Description {
  return JSON.parse(run("describe", "")) as Description;
}

export function csvOf(text: string): string {
  return run("run", text, "result.csv");
}

export function certificateOf(text: string): Certificate {
  return JSON.parse(run("verify", text, "", ["--json"])) as Certificate;
}

/* The scene and the tables of a model, as they stand in its report. */
/* The first error of a model that cannot be built, as the page hears it. */
export function complaintOf(text: string): string {
  try {
    run("check", text);
  } catch (fault) {
    return /model\.yaml:[\d:]* ([^]*?) \[[EW]\d+\]/.exec(String(fault))?.[1] ?? "";
  }
  return "";
}

export function reportOf(text: string): Report {
  const html = run("report", text, "report.html");
  const from = html.indexOf(PLACE) + PLACE.length;
  return decode(html.slice(from, html.indexOf("</script>", from)));
}
