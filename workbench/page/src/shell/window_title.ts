/* window_title.ts - the title of the window: the name of the model, and whether it is saved. */
import { effect } from "@preact/signals";
import { name } from "../state/model";
import { phase, unsaved } from "./work";

export function watchTitle(): void {
  effect(() => {
    const model = phase.value === "model" ? `${unsaved.value ? "● " : ""}${name.value} - ` : "";
    document.title = `${model}Trammel`;
  });
}
