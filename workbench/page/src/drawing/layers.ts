/* layers.ts - the sheets of the drawing, one over the other, in one SVG.
 *
 * `world` is moved by panning: its origin is that of the ground, its unit the pixel, y down. What is drawn in it is at
 * (scale x, -scale y). Layers of `world` come in the order below; `screen` does not move with the camera.
 */
export const SVG = "http://www.w3.org/2000/svg";

const WORLD = [
  "grid",
  "traces",
  "ground",
  "bodies",
  "forces",
  "joints",
  "marks",
  "arrows",
  "labels",
  "overlay",
] as const;
export type WorldLayer = (typeof WORLD)[number];

export interface Layers {
  world: SVGGElement;
  screen: SVGGElement; // scale bar, legend, gravity
  of: Record<WorldLayer, SVGGElement>; // `overlay` is for tools: only they draw on it
}

export type Attributes = Record<string, string | number | undefined>;

export function element<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  children: SVGElement[] = [],
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/* Setting what is there already would cost the browser as much as something new. */
export function set(target: Element, name: string, value: string): void {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

export function makeLayers(svg: SVGSVGElement): Layers {
  const of = Object.fromEntries(WORLD.map((name) => [name, element("g", { class: `layer-${name}` })]));
  const world = element("g", { class: "world" }, Object.values(of));
  const screen = element("g", { class: "layer-screen" });
  svg.append(world, screen);
  return { world, screen, of: of as Record<WorldLayer, SVGGElement> };
}
