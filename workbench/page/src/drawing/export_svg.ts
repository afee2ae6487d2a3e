/* export_svg.ts - the drawing as a file of its own: a copy in which every colour and width that style sheets gave stands written. */
import { SVG } from "./layers";
import type { Size } from "./camera";

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

function inline(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  if (style.display === "none" || style.visibility === "hidden" || from.matches(PASSING)) {
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
  [...from.children].forEach((child, i) => inline(child, children[i]!));
}

/* Groups that hold nothing any more. */
function prune(element: Element): void {
  [...element.children].forEach(prune);
  if (element.tagName === "g" && element.children.length === 0) element.remove();
  if (element.tagName === "path" && !element.getAttribute("d")) element.remove();
}

/* What shows that something is chosen, or being drawn, is no part of the picture. */
const PASSING = ".layer-overlay, .layer-halo, .layer-background, .background-handles";

/* Runs with nothing chosen or under the pointer; nothing is painted meanwhile. */
function unmarked(svg: SVGSVGElement, run: () => void): void {
  const marks = ["selected", "hovered"].flatMap((mark) =>
    [...svg.querySelectorAll(`.${mark}`)].map((one) => [one, mark] as const),
  );
  marks.forEach(([one, mark]) => one.classList.remove(mark));
  run();
  marks.forEach(([one, mark]) => one.classList.add(mark));
}

export function exportSvg(svg: SVGSVGElement, size: Size): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  unmarked(svg, () => inline(svg, copy));
  prune(copy);
  for (const name of ["tabindex", "role", "aria-label", "class", "style"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("width", String(size.width));
  copy.setAttribute("height", String(size.height));
  copy.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  const paper = document.createElementNS(SVG, "rect");
  paper.setAttribute("width", String(size.width));
  paper.setAttribute("height", String(size.height));
  paper.setAttribute("fill", getComputedStyle(svg).getPropertyValue("--paper").trim() || "#fff");
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}
