/* loads.ts - counts the models that came onto the page, and keeps what belongs to one of them from the next. */
import { effect, signal, type Signal } from "@preact/signals";

/* What was begun in one model is given up when there is another. */
export const loads = signal(0);

/* A signal that begins anew with each model: a search, an open panel, what is chosen for runs. */
export function perDocument<T>(preset: T): Signal<T> {
  const value = signal(preset);
  effect(() => {
    void loads.value;
    value.value = preset;
  });
  return value;
}
