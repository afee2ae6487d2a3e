/* trial.ts - the scene while something of it is moved, in place of the page's; null: nothing is. */
import { signal } from "@preact/signals";
import type { Scene } from "../engine/engine";

export const trial = signal<Scene | null>(null);
