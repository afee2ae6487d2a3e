/* focus_steps.ts - arrow keys from one to the next of several, the first after the last; Home and End. */

/* Which of n is next for a key; null: the key is another's. */
export function stepped(key: string, at: number, n: number, vertical = false): number | null {
  const [back, forth] = vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  if (n === 0) return null;
  if (key === back) return (at + n - 1) % n;
  if (key === forth) return (at + 1) % n;
  if (key === "Home") return 0;
  if (key === "End") return n - 1;
  return null;
}

/* True: the key was for the items, and one of them has the focus. */
export function stepFocus(event: KeyboardEvent, items: HTMLElement[]): boolean {
  const next = stepped(event.key, items.indexOf(document.activeElement as HTMLElement), items.length, true);
  if (next === null) return false;
  event.preventDefault();
  event.stopPropagation();
  items[next]!.focus();
  return true;
}
