/* options.ts - numbers and choices of a tool that are set before it is used: they stand in a small form over the drawing. */
import { signal } from "@preact/signals";

export interface ToolOption {
  key: string;
  label: string;
  value: string; // to begin with
  choices?: string[];
  unit?: string; // SI: it is a quantity, in the unit of the document that stands beside it
  empty?: string; // what it means to leave it empty
  about?: string;
  when?: (values: Values) => boolean; // it matters
}

export type Values = Readonly<Record<string, string>>;

const changed = signal<Record<string, Values>>({}); // by tool

/* The values that a tool has now. */
export function valuesOf(tool: string, options: readonly ToolOption[]): Values {
  const preset = Object.fromEntries(options.map(({ key, value }) => [key, value]));
  return { ...preset, ...changed.value[tool] };
}

export function setOption(tool: string, key: string, value: string): void {
  changed.value = { ...changed.value, [tool]: { ...changed.value[tool], [key]: value } };
}

export function resetOptions(): void {
  changed.value = {};
}
