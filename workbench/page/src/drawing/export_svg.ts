/* export_svg.ts - the drawing as a file of its own: a copy in which every colour and width that style sheets gave stands written. */
import { SVG } from "./layers";
import type { Size } from "./camera";

/* How a picture differs from the page. */
export interface PictureLook {
  width?: number; // px; with the height: other proportions leave room at the sides
  height?: number;
  theme?: "light" | "dark";
  transparent?: boolean; // no paper
  background?: boolean; // with the picture that is traced over
}

/* What is done meanwhile is done in this theme; nothing is painted on the page in between. */
export function inTheme<T>(theme: PictureLook["theme"], run: () => T): T {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  if (theme) dataset.theme = theme;
  try {
    return run();
  } finally {
    dataset.theme = before;
  }
}

const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "paint-order",
  "visibility",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
];
const PRESETS: Record<string, string> = {
  "fill-opacity": "1",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  "paint-order": "normal",
  visibility: "visible",
  "font-style": "normal",
  "font-weight": "400",
};
const DROPPED = ["tabindex", "role", "aria-label", "aria-pressed", "aria-hidden", "style", "class", "data-name"];

function inline(from: Element, to: Element, passing: string): void {
  const style = getComputedStyle(from);
  if (style.display === "none" || style.visibility === "hidden" || from.matches(passing)) {
    to.remove();
    return;
  }
  for (const name of DROPPED) to.removeAttribute(name);
  const text = from.tagName === "text";
  const leaf = from.tagName !== "g" && from.tagName !== "svg";
  for (const name of leaf ? PROPERTIES : ["opacity"]) {
    if (name.startsWith("font") && !text) continue;
    const value = style.getPropertyValue(name);
    if (value && value !== PRESETS[name] && !(name.startsWith("stroke-") && style.stroke === "none"))
      to.setAttribute(name, value);
  }
  const children = [...to.children];
  [...from.children].forEach((child, i) => inline(child, children[i]!, passing));
}

/* Groups that hold nothing any more. */
function prune(element: Element): void {
  [...element.children].forEach(prune);
  if (element.tagName === "g" && element.children.length === 0) element.remove();
  if (element.tagName === "path" && !element.getAttribute("d")) element.remove();
}

/* What shows that something is chosen, or being drawn, is no part of the picture; nor is what was traced over, unless it is asked for. */
const PASSING = ".layer-overlay, .layer-halo, .background-handles";
const TRACED = ".layer-background";

/* Runs with nothing chosen or under the pointer; nothing is painted meanwhile. */
function unmarked(svg: SVGSVGElement, run: () => void): void {
  const marks = ["selected", "hovered"].flatMap((mark) =>
    [...svg.querySelectorAll(`.${mark}`)].map((one) => [one, mark] as const),
  );
  marks.forEach(([one, mark]) => one.classList.remove(mark));
  run();
  marks.forEach(([one, mark]) => one.classList.add(mark));
}

/* What of the sheet is in a picture of this size: all of it, with room at the sides where the proportions are others. */
export function boxFor(size: Size, { width, height }: PictureLook): { x: number; y: number } & Size {
  const k = width && height ? Math.max(size.width / width, size.height / height) : 1;
  const [w, h] = width && height ? [k * width, k * height] : [size.width, size.height];
  return { x: (size.width - w) / 2, y: (size.height - h) / 2, width: w, height: h };
}

export function exportSvg(svg: SVGSVGElement, size: Size, look: PictureLook = {}): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const passing = look.background ? PASSING : `${PASSING}, ${TRACED}`;
  const paper = document.createElementNS(SVG, "rect");
  inTheme(look.theme, () => {
    unmarked(svg, () => inline(svg, copy, passing));
    paper.setAttribute("fill", getComputedStyle(svg).getPropertyValue("--paper").trim() || "#fff");
  });
  prune(copy);
  for (const name of ["tabindex", "role", "aria-label", "class", "style"]) copy.removeAttribute(name);
  const box = boxFor(size, look);
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("width", String(look.width ?? size.width));
  copy.setAttribute("height", String(look.height ?? size.height));
  copy.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  for (const name of ["x", "y", "width", "height"] as const) paper.setAttribute(name, String(box[name]));
  if (!look.transparent) copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}
