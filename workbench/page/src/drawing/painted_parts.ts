/* painted_parts.ts - parts that are many are painted on a canvas while they move: to lay them out as elements takes the page too long.
 *
 * The elements stay where they are, unseen, for the keyboard and for those who do not see; what parts write into them is kept until
 * they stand still, and is then written at once. What lies below the parts goes below the canvas meanwhile.
 */
import { effect } from "@preact/signals";
import { painting, playing } from "../state/clock";
import type { Camera, Size } from "./camera";
import { DisplayList } from "./display_list";
import { element, set, type Layers } from "./layers";
import { startPainting, type PaintingThread } from "./painting_thread";
import { Kept, keeping } from "./writes";

const MANY = 400; // parts: fewer are laid out in less than half of a frame
const SOON = 400; // ms: frames that follow each other within are a motion, also where the clock is led by hand
const STILL = 200; // ms without a frame

const PAINTED = ["bodies", "forces", "joints", "marks"] as const;

export class PaintedParts {
  private state: "page" | "begins" | "painted" = "page";
  private canvas: HTMLCanvasElement | null = null;
  private thread: PaintingThread | null = null;
  private failed = false;
  private kept = new Kept();
  private list: DisplayList | null = null;
  private busy = false; // a picture is being painted,
  private wanted = false; // and another was asked for since
  private last = -Infinity; // ms: when the last frame came
  private timer: ReturnType<typeof setTimeout> | undefined;
  private world = element("g", { class: "world" });
  private below = element("svg", { class: "plane-below", "aria-hidden": "true" }, [this.world]);
  private look: { camera: Camera; size: Size } | null = null;
  private themes = new MutationObserver(() => this.list?.forget());

  constructor(
    private svg: SVGSVGElement,
    private layers: Layers,
    private redraw: () => void, // at once
  ) {}

  watch(): () => void {
    return effect(() => {
      if (!playing.value) this.settle();
    });
  }

  /* A frame of a motion has come, of so many parts. */
  comes(parts: number): void {
    const now = performance.now();
    const moves = playing.peek() || now - this.last < SOON;
    this.last = now;
    if (!moves || parts < MANY || this.failed) return;
    if (this.state === "page") this.begin();
    clearTimeout(this.timer);
    if (!playing.peek()) this.timer = setTimeout(() => this.settle(), STILL);
  }

  /* True: a picture is being painted. The frame is drawn when that is done, so that names and arrows stay with what they belong to. */
  waits(): boolean {
    if (this.state !== "painted" || !this.busy) return false;
    return (this.wanted = true);
  }

  /* pose: lays out and poses parts */
  show(pose: () => void, camera: Camera, size: Size): void {
    if (this.state === "painted") keeping(this.kept, pose);
    else pose();
    this.look = { camera, size };
    if (this.state === "painted") this.place(camera);
    if (this.state !== "page") this.paint();
  }

  /* The elements of the page are what is seen again, as they were posed last. */
  settle(): void {
    clearTimeout(this.timer);
    if (this.state === "page") return;
    this.kept.write();
    if (this.state === "painted") this.uncover();
    this.state = "page";
    this.list?.dispose();
    this.list = null;
    this.themes.disconnect();
    if (this.wanted) this.again();
  }

  private again(): void {
    this.wanted = false;
    this.redraw();
  }

  dispose(): void {
    painting.now = false;
    this.settle();
    this.thread?.end();
  }

  private begin(): void {
    if (!this.thread) {
      this.canvas = document.createElement("canvas");
      this.canvas.className = "plane-canvas";
      this.thread = startPainting(
        this.canvas,
        () => this.done(),
        () => this.fails(),
      );
    }
    this.state = "begins";
    this.list = new DisplayList(
      PAINTED.map((name) => this.layers.of[name]),
      this.kept,
    );
    this.themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  private fails(): void {
    this.failed = true;
    painting.now = false;
    this.settle();
  }

  private paint(): void {
    if (this.busy || !this.look || !this.list) return;
    const { camera, size } = this.look;
    this.busy = painting.now = true;
    this.thread!.paint({ ...this.list.news(), ...size, ratio: devicePixelRatio, x0: camera.x0, y0: camera.y0 });
  }

  private place({ x0, y0 }: Camera): void {
    set(this.world, "transform", `translate(${x0} ${y0})`);
  }

  private done(): void {
    this.busy = painting.now = false;
    if (this.state === "begins") this.cover();
    if (this.wanted) this.again();
  }

  /* What lies below the parts, the ground among it, which does not move. */
  private cover(): void {
    this.state = "painted";
    this.place(this.look!.camera);
    const focus = document.activeElement;
    const { bodies } = this.layers.of;
    while (this.layers.world.firstElementChild !== bodies) this.world.append(this.layers.world.firstElementChild!);
    this.svg.before(this.below, this.canvas!);
    this.svg.classList.add("painted");
    this.refocus(focus);
  }

  private uncover(): void {
    const focus = document.activeElement;
    this.layers.world.prepend(...this.world.children);
    this.below.remove();
    this.canvas!.remove();
    this.svg.classList.remove("painted");
    this.refocus(focus);
  }

  /* An element that goes elsewhere loses the focus. */
  private refocus(before: Element | null): void {
    if (before !== document.activeElement && before instanceof SVGElement) before.focus({ preventScroll: true });
  }
}
