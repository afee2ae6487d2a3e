/* body_rows.ts - rows that others add to the form of a body: its sizes, which tools know how to change. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";

export const bodyRows = signal<readonly ComponentType<{ body: string }>[]>([]);
