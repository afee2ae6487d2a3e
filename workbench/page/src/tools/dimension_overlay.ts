/* dimension_overlay.ts - dimensions and constraints over the drawing, at every instant; numbers are dragged, and opened by a click. */
import { effect } from "@preact/signals";
import { element, set } from "../drawing/layers";
import type { Frame, Stage } from "../drawing/stage";
import { setValue } from "../editor/text_edits";
import { commit } from "../editor/commit";
import { showDimensions } from "../state/settings";
import { texts } from "../texts/texts";
import { clearPlace, figureOf, labelAt } from "./dimension_geometry";
import { entries, removeEntry, titleOf } from "./dimension_state";
import { measured, openEntry, sheet, type Sheet } from "./measured";
import { fineness, tidy } from "./numbers";
import { holds, isDimension, unitOf, type SketchEntry } from "./sketch_entries";
import { sizeShown } from "./size_text";
import { signPath } from "./snap_signs";
import type { Sign } from "./snap_lines";

export const LOCK = "M-3.5 0h7v5h-7zM-2 0v-2a2 2 0 0 1 4 0v2";
export const SIGNS: Partial<Record<SketchEntry["kind"], Sign>> = {
  horizontal: "horizontal",
  vertical: "vertical",
  equal: "equal",
  parallel: "parallel",
  perpendicular: "perpendicular",
  collinear: "aligned",
};

/* One of them on the sheet, kept from frame to frame. */
class Shown {
  private readonly thin = element("path", { class: "dimension-thin" });
  private readonly strong = element("path", { class: "dimension-line" });
  private readonly box = element("rect", { rx: 4 });
  private readonly text = element("text", { "text-anchor": "middle", dy: "0.35em" });
  private readonly lock = element("path", { class: "dimension-lock", d: LOCK });
  readonly label = element("g", { class: "dimension-label", role: "button", tabindex: 0 });
  readonly group = element("g", { class: "dimension" }, [this.thin, this.strong, this.label]);
  private marks: SVGGElement[] = [];

  constructor(
    readonly entry: SketchEntry,
    private readonly before: number[],
  ) {
    this.group.classList.toggle("held", holds(entry));
    this.group.classList.toggle("measured", entry.name === "");
    this.group.dataset["name"] = entry.name;
    if (isDimension(entry.kind)) this.label.append(this.box, this.text, ...(entry.is === null ? [] : [this.lock]));
    else
      this.marks = entry.of.map(() =>
        element("g", { class: "dimension-mark" }, [
          element("rect", { x: -9, y: -9, width: 18, height: 18, rx: 4 }),
          element("path", { d: signPath(SIGNS[entry.kind]!) }),
        ]),
      );
    if (entry.kind === "collinear") this.marks.splice(1);
    this.label.append(...this.marks);
  }

  draw(on: Sheet): void {
    const figure = on.figure(this.entry, this.before);
    this.group.classList.toggle("absent", figure === null);
    if (!figure) return;
    set(this.thin, "d", figure.thin);
    set(this.strong, "d", figure.strong);
    const said = figure.value === null ? "" : this.said(figure.value);
    set(this.label, "aria-label", texts.dimensions.spoken(titleOf(this.entry), said, holds(this.entry)));
    if (figure.value === null) {
      this.marks.forEach((mark, i) => {
        const [x, y] = figure.marks[i] ?? figure.at;
        set(mark, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      });
      return;
    }
    if (this.text.textContent !== said) {
      this.text.textContent = said;
      const locked = this.entry.is === null ? 0 : 14;
      const half = 3.6 * said.length + 5;
      for (const [name, value] of Object.entries({ x: -half - locked, y: -10, width: 2 * half + locked, height: 20 }))
        set(this.box, name, String(value));
      set(this.lock, "transform", `translate(${-half - 3} -1)`);
    }
    const at = clearPlace(figure, [3.6 * said.length + 5, 10]);
    set(this.label, "transform", `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`);
  }

  private said(value: number): string {
    return (this.entry.kind === "radius" ? "R " : "") + sizeShown(value, unitOf(this.entry.kind));
  }
}

/* Moves the number of a dimension; a click opens its form. */
function watchLabel(on: Sheet, shown: Shown): void {
  const { label, entry } = shown;
  let from: [number, number] | null = null;
  let moved: [number, number] | null = null;
  const open = (): void => {
    const box = label.getBoundingClientRect();
    const host = on.element.getBoundingClientRect();
    openEntry.value = { name: entry.name, at: [box.left - host.left, box.bottom - host.top + 6] };
  };
  label.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    from = [event.clientX, event.clientY];
    moved = null;
    label.setPointerCapture(event.pointerId);
  });
  label.addEventListener("pointermove", (event) => {
    if (!from || !isDimension(entry.kind)) return;
    event.stopPropagation();
    if (!moved && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 4) return;
    moved = on.label(entry, [event.clientX, event.clientY]) ?? moved;
    entry.label = moved; // seen at once; written when it is let go
    shown.draw(on);
  });
  label.addEventListener("pointerup", (event) => {
    if (!from) return;
    event.stopPropagation();
    from = null;
    if (moved) writeLabel(on, entry, moved);
    else open();
  });
  label.addEventListener("dblclick", (event) => event.stopPropagation());
  label.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") open();
    else if ((event.key === "Delete" || event.key === "Backspace") && entry.name !== "") removeEntry(entry.name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function writeLabel(on: Sheet, { name }: SketchEntry, label: [number, number]): void {
  if (name === "") return;
  const step = fineness(on.size(), 4);
  commit((now) => setValue(now, ["sketch", name, "label"], `[${tidy(label[0], step)}, ${tidy(label[1], step)}]`));
}

/* How many symbols stand at each of its lines already. */
function symbolsBefore({ of }: SketchEntry, counts: Map<string, number>): number[] {
  return of.map((line) => {
    const key = line.join();
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  });
}

/* Draws the dimensions on a group of a sheet. */
export function watchSheet(on: Sheet, group: SVGElement): () => void {
  let all: Shown[] = [];
  const draw = (): void => all.forEach((one) => one.draw(on));
  sheet.value = on;
  const stop = effect(() => {
    const wanted = [...(showDimensions.value ? entries.value : []), ...(measured.value ? [measured.value] : [])];
    const counts = new Map<string, number>();
    all = wanted.map((entry) => new Shown({ ...entry }, isDimension(entry.kind) ? [] : symbolsBefore(entry, counts)));
    all.forEach((one) => watchLabel(on, one));
    group.replaceChildren(...all.map((one) => one.group));
    draw();
  });
  const deaf = on.onFrame(draw);
  return () => {
    stop();
    deaf();
    group.remove();
    if (sheet.peek() === on) sheet.value = null;
  };
}

export function watchDimensions(stage: Stage): () => void {
  const group = element("g", { class: "dimensions" });
  stage.layers.of.overlay.before(group);
  const scale = (): number => stage.camera.peek().scale;
  const inFrame = <T>(of: (frame: Frame) => T): T | null => {
    const frame = stage.frame();
    return frame && of(frame);
  };
  return watchSheet(
    {
      element: stage.svg,
      figure: (entry, before) => inFrame((frame) => figureOf(frame, entry, scale(), before)),
      label: (entry, client) => inFrame((frame) => labelAt(frame, entry, stage.toModel(...client), scale())),
      size: () => stage.frame()?.scene.size ?? 1,
      onFrame: (listener) => stage.onFrame(listener),
    },
    group,
  );
}
