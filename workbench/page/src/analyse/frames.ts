/* frames.ts - the motion as pictures: the clock is put to instant after instant, and the drawing is painted onto a canvas. */
import { stage } from "../drawing/stage";
import { paint, viewer, type Viewer } from "../drawing/viewer";
import { playing, speed, time } from "../state/clock";

export interface Film {
  width: number; // px
  height: number;
  rate: number; // frames a second
  from: number; // s of the mechanism
  to: number;
  pace?: number; // s of the mechanism in one of the film; absent: as on the page
}

export class Stopped extends Error {}

/* Instants to show so that it plays as fast as on the page. */
export function instantsOf({ rate, from, to }: Film, pace: number): number[] {
  const count = Math.max(2, Math.round(((to - from) / pace) * rate));
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / count);
}

/* How large the drawing is on the page: pictures have its proportions. */
export function drawingSize(): { width: number; height: number } | null {
  const element = stage.value?.svg ?? document.querySelector<HTMLCanvasElement>(".drawing-area canvas");
  if (!element) return null;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 ? { width: box.width, height: box.height } : null;
}

/* Lets the page be painted and clicks be heard between frames. Not by the frames of the screen: they stop when nobody looks. */
export function yieldToBrowser(): Promise<void> {
  return new Promise((go) => setTimeout(go));
}

function viewNow(): Viewer {
  if (!viewer.value) throw new Error("No drawing is visible.");
  return viewer.value;
}

/* What is drawn now, filling the canvas. */
export function paintDrawing(canvas: HTMLCanvasElement): Promise<void> {
  return paint(viewNow(), canvas);
}

/* Calls `take` with the canvas for each instant; the clock is put back at the end. */
export async function eachFrame(
  film: Film,
  take: (context: CanvasRenderingContext2D, index: number, count: number) => void | Promise<void>,
  progress: (part: number) => void,
  stop: AbortSignal,
): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = film.width;
  canvas.height = film.height;
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  const before = { time: time.value, playing: playing.value };
  const instants = instantsOf(film, film.pace ?? speed.value);
  const shooting = viewNow().capture(canvas);
  playing.value = false;
  try {
    for (let i = 0; i < instants.length; i++) {
      await yieldToBrowser();
      if (stop.aborted) throw new Stopped();
      time.value = instants[i]!;
      await shooting.take();
      await take(context, i, instants.length);
      progress((i + 1) / instants.length);
    }
  } finally {
    time.value = before.time;
    playing.value = before.playing;
    shooting.end();
  }
}
