/* move.ts - items of a list in another order; comments that belong to an item go with it, and everything else stays where it is. */
import type { TextChange } from "../state/document";
import { validTree, TextEditError } from "./text_edits";
import { type ListNode, type Node, nodeAt, type Path, visit } from "./tree";
import { columnAt, lineEndAt, lineStartAt, nextLineAt } from "./write";

interface Piece {
  from: number;
  to: number;
}

const isComment = (line: string): boolean => /^[ \t]*#/.test(line);

/* From the comment right above an item of a block list to the end of its last line, and of comments that are deeper than its dash. */
function pieceOf(text: string, list: ListNode, index: number): Piece {
  const item = list.items[index]!;
  if (list.flow) return { from: item.from, to: item.to };
  const dash = list.dashes[index]!;
  let from = dash;
  for (let start = lineStartAt(text, dash); start > 0 && text.slice(start, from).trim() === "";) {
    const above = lineStartAt(text, start - 1);
    const line = text.slice(above, start);
    if (!isComment(line)) break;
    from = above + line.search(/\S/);
    start = above;
  }
  let to = lineEndAt(text, Math.max(item.to, dash + 1));
  for (let next = nextLineAt(text, to); next < text.length; next = nextLineAt(text, next)) {
    const line = text.slice(next, lineEndAt(text, next));
    if (!isComment(line) || line.search(/\S/) <= columnAt(text, dash)) break;
    to = next + line.length;
  }
  return { from, to };
}

/* What is shared stands before those who refer to it. */
function refuseReversal(first: Node, second: Node): void {
  const anchors = new Set<string>();
  visit(first, (_, node) => node.anchor !== undefined && anchors.add(node.anchor));
  visit(second, (_, node) => {
    if (node.kind === "alias" && anchors.has(node.name))
      throw new TextEditError(`The alias "*${node.name}" must stay behind its anchor: change it in the text.`);
  });
}

/* The item at an index and the next one change places. */
export function swapWithNext(text: string, path: Path, index: number): TextChange[] {
  const list = nodeAt(validTree(text).root, path);
  if (list?.kind !== "list" || index < 0 || index + 1 >= list.items.length) return [];
  refuseReversal(list.items[index]!, list.items[index + 1]!);
  const [a, b] = [pieceOf(text, list, index), pieceOf(text, list, index + 1)];
  return [
    { ...a, insert: text.slice(b.from, b.to) },
    { ...b, insert: text.slice(a.from, a.to) },
  ];
}
