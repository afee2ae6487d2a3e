/* free_body_state.ts - of which body the free-body diagram is open. */
import { signal } from "@preact/signals";

export const freeBody = signal<string | null>(null);
