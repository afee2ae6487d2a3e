/* watches.ts - the title of the window, and faults of the page that nobody caught. */
import { effect } from "@preact/signals";
import { EngineError } from "../engine/engine";
import { name } from "../state/model";
import { toast } from "./toast";
import { phase, unsaved } from "./work";

export function watchTitle(): void {
  effect(() => {
    const model = phase.value === "model" ? `${unsaved.value ? "● " : ""}${name.value} - ` : "";
    document.title = `${model}Trammel`;
  });
}

/* A lost connection has its own bar, a stopped run its own words, and browsers report harmless loops of ResizeObserver. */
function isKnown(fault: unknown): boolean {
  if (fault instanceof EngineError) return fault.code === "lost" || fault.code === "stopped";
  return /ResizeObserver/.test(String(fault));
}

export function watchFaults(): void {
  const tell = (fault: unknown) => {
    if (isKnown(fault)) return;
    const words = fault instanceof Error ? fault.message : String(fault);
    toast(`Something went wrong: ${words} Your model is kept.`, { kind: "error" });
  };
  addEventListener("error", (event) => tell(event.error ?? event.message));
  addEventListener("unhandledrejection", (event) => tell(event.reason));
}
