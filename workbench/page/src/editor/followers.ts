/* followers.ts - what follows elsewhere in the text from an edit of a form, in the same step of undo: the disc of a wheel, from its teeth.
 *
 * What is typed into the text itself is left as it is typed.
 */
import type { TextChange } from "../state/document";
import { applyChanges, combine } from "./text_edits";

export type Follower = (before: string, after: string) => TextChange[]; // changes of the text after

const followers = new Set<Follower>();

export function addFollower(one: Follower): () => void {
  followers.add(one);
  return () => followers.delete(one);
}

/* Changes with all that follows from them. */
export function followed(text: string, changes: TextChange[]): TextChange[] {
  if (followers.size === 0 || changes.length === 0) return changes;
  const extra = [...followers].map((one) => (now: string) => one(text, now));
  const after = applyChanges(text, changes);
  return extra.every((one) => one(after).length === 0) ? changes : combine(text, () => changes, ...extra);
}
