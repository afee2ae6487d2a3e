/* background_layer.ts - the picture under the drawing, and the handles by which it is moved, scaled and turned while it is adjusted.
 *
 * It lies below the grid and lets the pointer through; only while its form is open a sheet over the drawing takes the pointer.
 */
import { effect } from "@preact/signals";
import type { Camera, Point } from "../drawing/camera";
import { element, set } from "../drawing/layers";
import type { Stage } from "../drawing/stage";
import { texts } from "../texts/texts";
import { adjusting, background, calibrating, changeBackground, dragged, loaded, shownBackground } from "./background";
import { boxOf, corners, differing, movedTo, scaledTo, turnedTo, type Background } from "./background_key";

const STEM = 28; // px: of the handle that turns it
const SIZE = 5; // px: half a handle

type Way = "move" | "scale" | "turn";

/* Where things of the plane lie in the world of the drawing. */
const onSheet = ({ scale }: Camera, [x, y]: Point): Point => [scale * x, -scale * y];

class Handles {
  private readonly frame = element("path", { class: "background-frame" });
  private readonly stem = element("path", { class: "background-stem" });
  private readonly grips = [0, 1, 2, 3].map(() => element("rect", { class: "background-grip", rx: 2 }));
  private readonly turn = element("circle", { class: "background-turn", r: SIZE + 1 });
  private readonly line = element("path", { class: "background-line" });
  private readonly dots = [0, 1].map(() => element("path", { class: "background-dot", d: "M-8 0H8M0 -8V8" }));
  readonly group = element("g", { class: "background-handles" }, [
    this.frame,
    this.stem,
    ...this.grips,
    this.turn,
    this.line,
    ...this.dots,
  ]);

  constructor(private readonly stage: Stage) {
    this.grips.forEach((grip) => this.watch(grip, "scale"));
    this.watch(this.turn, "turn");
    this.watch(this.frame, "move");
    for (const [target, words] of this.named()) {
      const title = element("title");
      title.textContent = words;
      target.append(title);
    }
  }

  private named(): [SVGElement, string][] {
    const grips = this.grips.map((grip): [SVGElement, string] => [grip, texts.background.handleScale]);
    return [[this.turn, texts.background.handleTurn], ...grips];
  }

  /* One drag is one step of undo. */
  private watch(target: SVGElement, way: Way): void {
    let from: { at: Point; of: Background } | null = null;
    target.addEventListener("pointerdown", (event) => {
      const now = background.value;
      if (event.button !== 0 || !now) return;
      event.stopPropagation();
      event.preventDefault();
      const at = this.stage.toModel(event.clientX, event.clientY);
      if (calibrating.value) return this.pick(at);
      if (now.locked) return;
      from = { at, of: now };
      target.setPointerCapture(event.pointerId);
    });
    target.addEventListener("pointermove", (event) => {
      if (!from) return;
      event.stopPropagation();
      const to = this.stage.toModel(event.clientX, event.clientY);
      if (way === "move") dragged.value = movedTo(from.of, from.at, to);
      else if (way === "scale") dragged.value = scaledTo(from.of, from.at, to);
      else dragged.value = turnedTo(from.of, from.at, to, event.shiftKey);
    });
    const end = (event: PointerEvent): void => {
      if (!from) return;
      event.stopPropagation();
      const { of } = from;
      const now = dragged.value;
      from = null;
      dragged.value = null;
      if (event.type === "pointerup" && now) changeBackground(differing(of, now));
    };
    target.addEventListener("pointerup", end);
    target.addEventListener("pointercancel", end);
    target.addEventListener("dblclick", (event) => event.stopPropagation());
  }

  private pick(at: Point): void {
    const picked = calibrating.value ?? [];
    calibrating.value = picked.length < 2 ? [...picked, at] : [at];
  }

  draw(camera: Camera): void {
    const now = shownBackground.value;
    const on = adjusting.value && now !== null;
    this.group.classList.toggle("absent", !on);
    if (!on) return;
    this.group.classList.toggle("locked", now.locked);
    this.group.classList.toggle("calibrating", calibrating.value !== null);
    const all = corners(now, loaded.value.ratio).map((one) => onSheet(camera, one));
    const [a, , c, d] = all as [Point, Point, Point, Point];
    set(this.frame, "d", `M${all.map((one) => one.join(" ")).join("L")}Z`);
    all.forEach(([x, y], i) => {
      for (const [name, value] of [
        ["x", x - SIZE],
        ["y", y - SIZE],
        ["width", 2 * SIZE],
        ["height", 2 * SIZE],
      ] as const)
        set(this.grips[i]!, name, String(value));
    });
    const top: Point = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
    const up: Point = [d[0] - a[0], d[1] - a[1]];
    const size = Math.hypot(...up) || 1;
    const end: Point = [top[0] + (STEM * up[0]) / size, top[1] + (STEM * up[1]) / size];
    set(this.stem, "d", `M${top.join(" ")}L${end.join(" ")}`);
    set(this.turn, "cx", String(end[0]));
    set(this.turn, "cy", String(end[1]));
    this.drawPicked(camera);
  }

  private drawPicked(camera: Camera): void {
    const picked = (calibrating.value ?? []).map((one) => onSheet(camera, one));
    set(this.line, "d", picked.length === 2 ? `M${picked[0]!.join(" ")}L${picked[1]!.join(" ")}` : "");
    this.dots.forEach((dot, i) => {
      dot.classList.toggle("absent", picked[i] === undefined);
      if (picked[i]) set(dot, "transform", `translate(${picked[i].join(" ")})`);
    });
  }
}

export function watchBackground(stage: Stage): () => void {
  const picture = element("image", { class: "background-image", preserveAspectRatio: "none" });
  const sheet = element("g", { class: "layer-background" }, [picture]);
  stage.layers.of.grid.before(sheet);
  const handles = new Handles(stage);
  stage.layers.of.overlay.before(handles.group);
  const draw = (camera: Camera): void => {
    const now = shownBackground.value;
    const { href, ratio } = loaded.value;
    const on = now !== null && !now.hidden && href !== "";
    sheet.classList.toggle("absent", !on);
    if (on) {
      const [x, y] = onSheet(camera, now.at);
      const [width, height] = [camera.scale * now.width, camera.scale * now.width * ratio];
      const turn = (-now.angle * 180) / Math.PI;
      set(picture, "href", href);
      set(picture, "width", String(width));
      set(picture, "height", String(height));
      set(picture, "opacity", String(Math.min(Math.max(now.opacity, 0), 1)));
      set(picture, "transform", `translate(${x} ${y}) rotate(${turn}) translate(${-width / 2} ${-height / 2})`);
    }
    handles.draw(camera);
  };
  const stops = [
    effect(() => draw(stage.camera.value)),
    effect(() => {
      const now = background.value;
      stage.under = now && !now.hidden && loaded.value.href !== "" ? boxOf(now, loaded.value.ratio) : null;
    }),
  ];
  return () => {
    stops.forEach((stop) => stop());
    stage.under = null;
    sheet.remove();
    handles.group.remove();
  };
}
