/* lock_guard.ts - what keys, commands and tools would do to an element of a locked group is not done, and why is said. */
import { isLocked } from "../drawing/locked";
import { toast } from "../shell/toast";
import type { Selected } from "../state/selection";
import { texts } from "../texts/texts";

/* Why nothing is done to these; null: none of them is locked. */
export function whyLocked(list: readonly Selected[]): string | null {
  const found = list.find((one) => isLocked.value(one));
  return found ? texts.groups.stays(found.name) : null;
}

export function refusedByLock(list: readonly Selected[]): boolean {
  const why = whyLocked(list);
  if (why !== null) toast(why);
  return why !== null;
}
