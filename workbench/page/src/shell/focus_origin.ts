/* focus_origin.ts - whether the focus came by a pointer: a button that was clicked keeps it, but the keys that follow are not meant for it. */
let pointerWasLast = false;
let byPointer = false;

export function watchFocus(): void {
  addEventListener("pointerdown", () => void (pointerWasLast = byPointer = true), true);
  addEventListener("keydown", () => void (pointerWasLast = false), true);
  addEventListener("focusin", () => void (byPointer = pointerWasLast), true);
}

export function focusCameByPointer(): boolean {
  return byPointer;
}

let releases = 0;

/* The button that opened another model is not what keys are for any more, nor does a dialog give them back to it. */
export function releaseFocus(): void {
  releases++;
  if (typeof document === "undefined") return;
  const active = document.activeElement as HTMLElement | null;
  if (active?.closest("button, a[href], dialog")) active.blur();
}

/* What is being typed in a field counts from now on, as if the field had been left; it keeps the focus. */
export function commitField(field: HTMLElement): void {
  field.blur();
  if (field.isConnected) field.focus({ preventScroll: true });
}

export function focusReleases(): number {
  return releases;
}
