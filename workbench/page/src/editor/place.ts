/* place.ts - where in a model the cursor stands, also while what it stands in is not finished.
 *
 * The word at the cursor is taken out, a mark put in its place and what is open closed; then the text is parsed, and the mark's path
 * in the tree is the place.
 */
import { type Node, type Path, readTree, visit } from "./tree";
import { lineEndAt, lineStartAt } from "./write";

export interface Place {
  path: Path; // of the value; where a key is typed, its last step is what is typed so far
  isKey: boolean;
  root: Node | null; // the model without the word
  word: string; // what is typed of it before the cursor
  from: number;
  to: number; // end of the word, behind the cursor perhaps
  before: string; // what stands before the word in the same value
}

const MARK = "zzMARKzz";

interface Frame {
  bracket: "{" | "[";
  isKey: boolean;
  round: number; // open round brackets: commas in them separate nothing
}

interface Scan {
  frames: Frame[];
  inComment: boolean;
  inQuotes: string; // "" or the quote
}

/* Brackets that are open at an offset. */
function scan(text: string, end: number): Scan {
  const frames: Frame[] = [];
  let quote = "";
  let comment = false;
  for (let i = 0; i < end; i++) {
    const c = text[i]!;
    const previous = text[i - 1] ?? "\n";
    const top = frames[frames.length - 1];
    if (comment) comment = c !== "\n";
    else if (quote) {
      if (quote === '"' && c === "\\") i++;
      else if (c === quote) quote = "";
    } else if (c === "#" && /\s/.test(previous)) comment = true;
    else if ((c === '"' || c === "'") && atValueStart(text, i)) quote = c;
    else if ((c === "{" || c === "[") && (top || atValueStart(text, i)))
      frames.push({ bracket: c, isKey: c === "{", round: 0 });
    else if (top) {
      if (c === "}" || c === "]") frames.pop();
      else if (c === "(") top.round++;
      else if (c === ")") top.round--;
      else if (c === "," && top.round <= 0) top.isKey = top.bracket === "{";
      else if (c === ":" && /[\s,[\]{}"']/.test(text[i + 1] ?? " ")) top.isKey = false;
    }
  }
  return { frames, inComment: comment, inQuotes: quote };
}

function atValueStart(text: string, at: number): boolean {
  const before = text.slice(lineStartAt(text, at), at);
  return /(^\s*|[:\-,[{]\s*)$/.test(before) && !/[\w)]-$/.test(before);
}

function isWord(c: string | undefined): boolean {
  return c !== undefined && /[\w.\u0080-\uffff]/.test(c);
}

/* Whether a key begins in block style where this is all that stands before it in its line; null: neither key nor value. */
function blockKey(before: string): boolean | null {
  const rest = before.replace(/^\s*(-\s+)*/, "");
  if (rest === "") return true;
  return /:\s/.test(rest) ? false : null;
}

export function placeAt(text: string, offset: number): Place | null {
  let from = offset;
  let to = offset;
  while (isWord(text[from - 1])) from--;
  while (isWord(text[to])) to++;
  const found = scan(text, from);
  if (found.inComment) return null;
  const top = found.frames[found.frames.length - 1];
  const isKey = top ? top.isKey : blockKey(text.slice(lineStartAt(text, from), from));
  if (isKey === null || (isKey && found.inQuotes)) return null;
  const mark = isKey && !/^\s*:/.test(text.slice(to)) ? MARK + ": 0" : MARK;
  return (
    locate(text.slice(0, from) + mark + text.slice(to), text, { from, to, offset, isKey }) ??
    locate(closed(text, from, mark, found), text, { from, to, offset, isKey })
  );
}

/* The rest of the line is given up, and what is open at the cursor closed. */
function closed(text: string, from: number, mark: string, { frames, inQuotes }: Scan): string {
  const open = frames.map((frame) => ")".repeat(Math.max(frame.round, 0)) + (frame.bracket === "{" ? "}" : "]"));
  return text.slice(0, from) + mark + inQuotes + open.reverse().join("") + text.slice(lineEndAt(text, from));
}

function locate(
  marked: string,
  text: string,
  at: { from: number; to: number; offset: number; isKey: boolean },
): Place | null {
  const { root, faults } = readTree(marked);
  const sound = faults.length === 0;
  let place: Place | null = null;
  visit(root, (path, node, key) => {
    const inKey = key?.text === MARK;
    const inValue = node.kind === "scalar" && node.text.includes(MARK);
    if ((!inKey && !inValue) || (inKey !== at.isKey && !(inValue && at.isKey && node.text === MARK))) return;
    const word = text.slice(at.from, at.offset);
    const before = inValue ? marked.slice(node.from, marked.indexOf(MARK, node.from)).replace(/^['"]/, "") : "";
    const steps = inKey ? [...path.slice(0, -1), word] : path;
    place = { path: steps, isKey: inKey, root, word, from: at.from, to: at.to, before };
  });
  return sound || place ? place : null;
}
