/* connection.ts - the engine that this page speaks to, and how the connection stands.
 *
 * Whoever begins a page says which engine it has (main.tsx: the server that it came from). A page without one, such as a report, says
 * nothing and asks nothing.
 */
import { signal } from "@preact/signals";
import type { Connection, Engine } from "../engine/engine";

export let engine: Engine;
export const connection = signal<Connection>("connecting");

/* Called once, before anything is asked. */
export function useEngine(given: Engine): void {
  engine = given;
  engine.watch((state) => (connection.value = state));
}
