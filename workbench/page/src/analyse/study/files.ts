/* files.ts - the points of a study as a file, written by the engine: CSV, or HDF5 with the study's definition inside. */
import { EngineError, type StudyFormat } from "../../engine/engine";
import { download } from "../../shell/download";
import { toast } from "../../shell/toast";
import { engine } from "../../state/connection";
import { name } from "../../state/model";
import { fileName } from "../download";
import type { Study } from "./state";

const TYPES: Record<StudyFormat, string> = { csv: "text/csv", h5: "application/x-hdf5" };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/* A number as it is, in SI; what is missing is left empty. */
function cell(value: number): string {
  return Number.isFinite(value) ? String(value) : "";
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/* What a search has tried. */
export function triedCsv({ axes, answers, points }: Study): string {
  const head = ["evaluation", ...axes.map(({ name }) => name), ...answers.map(({ name }) => name), "reason"];
  const rows = points.map(({ number, values, answers, reason }) =>
    [String(number), ...[...values, ...answers].map(cell), quoted(reason ?? "")].join(","),
  );
  return [head.map(quoted).join(","), ...rows, ""].join("\n");
}

export async function saveStudy(of: Study, format: StudyFormat): Promise<void> {
  const file = fileName(of.title || "study", format);
  if (of.wish.kind === "optimize") return download(triedCsv(of), TYPES.csv, file);
  try {
    const options = { ...of.wish.options, set: of.set };
    const { data } = await engine.studyFile(of.text, name.peek(), options, format);
    download(bytesOf(data), TYPES[format], file);
  } catch (error) {
    toast(error instanceof EngineError ? error.message : String(error));
  }
}
