/* show_when_there.ts - brings what was just added into view, once the engine knows of it. */
import { effect } from "@preact/signals";
import { perform } from "../shell/commands";
import { loads } from "../state/document";
import { scene } from "../state/model";

/* The whole mechanism is shown as soon as it has the new body. */
export function showWhenThere(body: string): void {
  const model = loads.peek();
  let stop = (): void => {};
  let done = false;
  const end = (): void => {
    done = true;
    stop();
  };
  stop = effect(() => {
    if (loads.value !== model) return end();
    if (!scene.value?.bodies.some(({ name }) => name === body)) return;
    end();
    requestAnimationFrame(() => perform("fit"));
  });
  if (done) stop();
}
