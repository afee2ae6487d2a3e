/* trace_choice.ts - the paths of points that the user has chosen to see, and who keeps them. */
import { traces } from "../state/settings";

let keep: (names: string[]) => void = () => {};

/* Said once, by a page that has a text to keep them in. */
export function keepTracesBy(write: (names: string[]) => void): void {
  keep = write;
}

export function withTrace(name: string): string[] {
  return traces.value.includes(name) ? traces.value.filter((one) => one !== name) : [...traces.value, name];
}

export function toggleTrace(name: string): void {
  traces.value = withTrace(name);
  keep(traces.value);
}
