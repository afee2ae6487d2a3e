/* commit.ts - edits of the text on the page: each one step of undo, and none that leaves a text which cannot be read.
 *
 * An edit that cannot be made throws a TextEditError, whose words a field shows or a toast tells.
 */
import { toast } from "../shell/toast";
import { change, text, type TextChange } from "../state/document";
import { followed } from "./followers";
import { refuseInvalid, TextEditError } from "./text_edits";

export type TextEdit = (text: string) => TextChange[];

function write(edit: TextEdit): void {
  const now = text.peek();
  change(refuseInvalid(now, followed(now, edit(now))));
}

/* Makes an edit; answers why it could not be made. */
export function commit(edit: TextEdit): string | undefined {
  try {
    write(edit);
    return undefined;
  } catch (fault) {
    if (fault instanceof TextEditError) return fault.message;
    throw fault;
  }
}

/* What is made of the text; null where nothing can be, which is told. */
export function orReport<T>(make: () => T): T | null {
  try {
    return make();
  } catch (fault) {
    if (!(fault instanceof TextEditError)) throw fault;
    toast(fault.message, { kind: "error" });
    return null;
  }
}

/* Makes an edit, where no field could show why not. */
export function commitOrReport(edit: TextEdit): boolean {
  return orReport(() => write(edit)) !== null;
}
