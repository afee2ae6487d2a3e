/* plot_colours.ts - the colours of the page as a canvas needs them. */
import { signal } from "@preact/signals";

export interface Colours {
  ink: string;
  muted: string;
  grid: string;
  accent: string;
  paper: string;
  curves: string[];
}

/* The colours of the page as they are now. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: of("--ink"),
    muted: of("--muted"),
    grid: of("--grid"),
    accent: of("--accent"),
    paper: of("--paper"),
    curves: Array.from({ length: 8 }, (_, i) => of(`--curve-${i + 1}`)),
  };
}

/* Counts changes of the theme: colours on a canvas do not follow by themselves. */
export const themeCount = signal(0);
if (typeof MutationObserver === "function")
  new MutationObserver(() => themeCount.value++).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme"],
  });
