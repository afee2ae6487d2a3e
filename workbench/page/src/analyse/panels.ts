/* panels.ts - the registry of the dock's panels: each file of panel/ that exports `panel` is one.
 *
 *   export const panel: Panel = { id: "plots", place: "main", order: 1, title: () => "Plots", Body: PlotsPanel };
 *
 * Panels of the side stand left of those of the main part; where there is little room all are tabs of one bar.
 */
import type { ComponentType } from "preact";

export interface Panel {
  id: string; // of its tab; kept in the browser's settings
  place: "main" | "side";
  order: number; // among those of its place, from the left
  title: () => string; // may read signals
  badge?: () => string; // beside the title; "": none
  shown?: () => boolean; // there is something to show: else it has no tab; absent: always
  Body: ComponentType;
  Tools?: ComponentType; // at the right end of the bar while the panel is shown
  wide?: boolean; // it needs the room of the side, which is not shown beside it
  showsFailures?: boolean; // it says itself why a run failed
}

const files = import.meta.glob<{ panel: Panel }>("./panel/*.tsx", { eager: true });
const panels = Object.values(files)
  .map((file) => file.panel)
  .sort((a, b) => a.order - b.order);

export function panelsOf(place: Panel["place"]): Panel[] {
  return panels.filter((panel) => panel.place === place && (panel.shown?.() ?? true));
}
