/* clock.ts - which instant is shown, and how time goes by while it plays. */
import { signal } from "@preact/signals";

export const time = signal(0); // s, of the table that is played
export const row = signal(0); // of a table whose rows are not instants: the solution, or the mode, that is shown
export const playing = signal(false);
export const speed = signal(1); // seconds of the mechanism for one of the clock
export const looping = signal(true);
/* The picture of the instant before is still being painted: the clock waits for it, so that nothing is computed that nobody sees. */
export const painting = { now: false };
