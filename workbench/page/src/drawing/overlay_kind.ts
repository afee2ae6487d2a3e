/* overlay_kind.ts - the registry of teaching overlays: each file of overlay/ that exports `overlay` is one.
 *
 *   export const overlay: OverlayKind = { id: "ghosts", order: 1, title: () => texts.teach.ghosts, about: …, make: (sheet, view) => … };
 *
 * One that draws over the mechanism has `make`; one that is a diagram of its own has `Card`, which stands among the results, so that it
 * covers nothing. What they show comes from the engine: channels, loads and the table of diagrams.
 */
import type { ComponentType } from "preact";
import type { Instant } from "./part";
import type { Moment, Played } from "./player";
import type { PlaneView } from "./plane_view";

/* An overlay on the drawing in the plane. */
export interface DrawnOverlay {
  prepare(now: Played | null): void; // another motion is played, or an option has changed: `prepare` reads the signals of its options
  draw(now: Instant): void; // in each frame
}

export interface CardProps {
  now: Moment;
  of: Played;
}

export interface OverlayKind {
  id: string; // kept in the settings
  order: number;
  title: () => string;
  about: () => string; // a sentence on what is seen
  space?: boolean; // it has a meaning in space, too
  onlySpace?: boolean;
  make?: (sheet: SVGGElement, view: PlaneView) => DrawnOverlay;
  Card?: ComponentType<CardProps>;
  Options?: ComponentType;
}

const files = import.meta.glob<{ overlay: OverlayKind }>("./overlay/*.{ts,tsx}", { eager: true });

export const overlayKinds: OverlayKind[] = Object.values(files)
  .flatMap((file) => file.overlay ?? [])
  .sort((a, b) => a.order - b.order);

export function overlaysFor(space: boolean): OverlayKind[] {
  return overlayKinds.filter((kind) => (space ? kind.space || kind.onlySpace : !kind.onlySpace));
}
