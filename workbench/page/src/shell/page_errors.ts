/* page_errors.ts - faults of the page that nobody caught are told. */
import { EngineError } from "../engine/engine";
import { toast } from "./toast";
import { texts } from "../texts/texts";

/* A lost connection has its own bar, a stopped run its own words, and browsers report harmless loops of ResizeObserver. */
function isKnown(fault: unknown): boolean {
  if (fault instanceof EngineError) return fault.code === "lost" || fault.code === "stopped";
  return /ResizeObserver/.test(String(fault));
}

export function watchErrors(): void {
  const tell = (fault: unknown) => {
    if (isKnown(fault)) return;
    const words = fault instanceof Error ? fault.message : String(fault);
    toast(texts.shell.pageErrors.somethingWentWrongYourModelIs(words), { kind: "error" });
  };
  addEventListener("error", (event) => tell(event.error ?? event.message));
  addEventListener("unhandledrejection", (event) => tell(event.reason));
}
