/* report_data.ts - what a report holds, and how it stands in its file.
 *
 * The file is a template (report.config.ts makes it) with a place for data: <script type="application/json" id="data"></script>. The
 * numbers of all tables are one text in base64 there, as they come from the engine, bit for bit. No "<" stands in the data, so that
 * nothing in a model can end the script. `trammel report` (workbench/report) writes the same.
 */
import type { Plot } from "./plots";
import { bytesOf, fillTables, headsOf, type TableHead } from "../engine/columns";
import type { Description, RunAnswer, Scene, Settings, VerifyAnswer } from "../engine/engine";

/* How the page showed it when the report was made there; absent: as a page shows it first. */
export interface View {
  table: number;
  time: number;
  row: number;
  plots: Plot[];
  traces: string[];
  arrows: { velocity: boolean; acceleration: boolean; force: boolean };
  names: boolean;
  masses: boolean;
  grid: boolean;
}

export interface Report {
  version: string; // of Trammel
  made: string; // 2026-03-01T12:00:00Z
  how: string; // the command, or where it was made
  name: string; // of the model's file
  text: string;
  settings: Settings;
  check: string; // what `trammel check` prints
  scene: Scene | null;
  description: Description; // of the kinds in it: how they are drawn
  run: RunAnswer;
  verified: VerifyAnswer | null;
  meshes?: Record<string, string>; // files that bodies are drawn with, in base64; those that are too large are left out
  view?: View;
}

/* ---- base64 ---- */

const PIECE = 0x6000; // bytes at a time, a multiple of 3

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return pieces.join("");
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/* ---- the data in its place ---- */

export function encode(report: Report): string {
  const run = { ...report.run, tables: headsOf(report.run.tables) };
  const whole = { ...report, run, columns: toBase64(bytesOf(report.run.tables)) };
  return JSON.stringify(whole)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

export function decode(text: string): Report {
  const { columns, ...report } = JSON.parse(text) as Report & { columns: string };
  const heads = report.run.tables as TableHead[];
  return { ...report, run: { ...report.run, tables: fillTables(heads, fromBase64(columns).buffer, 0) } };
}

export const PLACE = '<script type="application/json" id="data">';

/* The template with data in its place. */
export function fill(template: string, report: Report): string {
  const at = template.indexOf(PLACE) + PLACE.length;
  if (at < PLACE.length) throw new Error("This is not a report template.");
  return template.slice(0, at) + encode(report) + template.slice(at);
}
