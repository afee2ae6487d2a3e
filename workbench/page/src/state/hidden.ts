/* hidden.ts - elements that the user does not want to see for now. They are part of the model all the same. */
import { signal } from "@preact/signals";
import type { Selected } from "./selection";

export const hidden = signal<readonly Selected[]>([]);
