/* faulty_analyses.ts - analyses with mistakes do not keep the others from running: the text without them, line for line. */
import { nodeAt, readTree } from "../editor/tree";
import { applyChanges, remove } from "../editor/text_edits";
import type { Message } from "../engine/engine";
import type { TextChange } from "../state/document";
import { analysesIn } from "./analysis_form";

export interface Remainder {
  text: string; // what can be run; its lines have the numbers of the whole text
  leftOut: string[]; // "2. steady"
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) line++;
  return line;
}

/* The same changes, with as many ends of lines as they take away. */
function keepingLines(text: string, changes: TextChange[]): TextChange[] {
  const ends = (one: string): number => one.split("\n").length - 1;
  return changes.map(({ from, to, insert }) => ({
    from,
    to,
    insert: insert + "\n".repeat(Math.max(0, ends(text.slice(from, to)) - ends(insert))),
  }));
}

/* Which of the items a message is about. */
function indexOf(text: string, message: Message): number {
  const list = nodeAt(readTree(text).root, ["analyses"]);
  if (list?.kind !== "list" || message.line <= 0) return -1;
  return list.items.findIndex((item) => {
    const first = lineOf(text, item.from);
    const last = lineOf(text, Math.max(item.from, item.to - 1));
    if (message.line < first || message.line > last) return false;
    if (!list.flow) return true;
    const start = text.lastIndexOf("\n", item.from - 1) + 1; // several may stand in one line
    return first !== last || (message.column > item.from - start && message.column <= item.to - start);
  });
}

/* null: an error is of something else, or nothing would be left to run. */
export function withoutFaulty(text: string, messages: readonly Message[]): Remainder | null {
  const errors = messages.filter((message) => message.severity === "error");
  const faulty = [...new Set(errors.map((message) => indexOf(text, message)))].sort((a, b) => b - a);
  const written = analysesIn(text);
  if (errors.length === 0 || faulty.includes(-1) || faulty.length >= written.length) return null;
  let rest = text;
  for (const index of faulty) rest = applyChanges(rest, keepingLines(rest, remove(rest, ["analyses", index])));
  const names = faulty.reverse().map((index) => {
    const kind = written.find((one) => one.index === index)?.kind;
    return kind ? `${index + 1}. ${kind}` : String(index + 1);
  });
  return { text: rest, leftOut: names };
}
