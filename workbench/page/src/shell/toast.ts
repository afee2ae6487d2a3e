/* toast.ts - short words about what just happened, for all parts of the page.
 *
 *   toast("Saved fourbar.yaml");
 *   toast("Deleted joint B", { action: { title: "Undo", run: undo } });
 *   toast("The picture could not be created.", { kind: "error" });
 *
 * They are read out (role=status) and go after a while; errors and those with an action stay longer, and while they are pointed at.
 */
import { signal } from "@preact/signals";

export interface ToastOptions {
  kind?: "plain" | "error";
  action?: { title: string; run: () => void };
  seconds?: number;
}

export interface Toast extends ToastOptions {
  id: number;
  text: string;
}

export const toasts = signal<readonly Toast[]>([]);

const MOST = 3;
let next = 1;

export function toast(text: string, options: ToastOptions = {}): () => void {
  const id = next++;
  const others = toasts.value.filter((one) => one.text !== text).slice(1 - MOST);
  toasts.value = [...others, { id, text, ...options }];
  return () => dismiss(id);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

export function secondsOf(one: Toast): number {
  return one.seconds ?? (one.action || one.kind === "error" ? 10 : 4);
}
