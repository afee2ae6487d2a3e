/* robot_file.ts - descriptions of robots by other programs (URDF, MJCF, SDFormat), which become models when they are opened. */
import { engine } from "../state/connection";
import { texts } from "../texts/texts";

const FORMATS: Record<string, string> = { robot: "URDF", mujoco: "MJCF", sdf: "SDFormat" };

/* The format of a description by the first element of its XML; null: it is none. */
export function robotFormat(text: string): string | null {
  const found = /^\ufeff?\s*(?:<\?[^>]*\?>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<(\w+)[\s>/]/.exec(text);
  return (found && FORMATS[found[1]!]) ?? null;
}

export interface ImportedRobot {
  name: string; // of the model's file
  text: string;
  notes: string[]; // what was left out
}

/* Throws what is wrong, in words. */
export async function importRobot(name: string, text: string): Promise<ImportedRobot> {
  const { text: model, messages } = await engine.import(text, name);
  if (model === null) {
    const why = messages.find(({ severity }) => severity === "error") ?? messages[0];
    const place = why && why.line > 0 ? `${texts.shell.robotFile.line(why.line)}: ` : "";
    throw new Error(place + (why?.text ?? texts.shell.robotFile.cannotBeRead));
  }
  return { name: name.replace(/\.\w+$/, "") + ".yaml", text: model, notes: messages.map((one) => one.text) };
}
