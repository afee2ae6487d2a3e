/* viewer.ts - what any drawing offers, in the plane or in space: to buttons and keys, and to those who make pictures and films of it. */
import { signal } from "@preact/signals";
import type { Vec } from "../engine/engine";

export interface Viewer {
  fit(): void;
  zoomCentre(factor: number): void;
  /* The drawing as a vector picture; only where it is one. */
  snapshotSvg?(): string;
  /* Makes ready to draw on this canvas, in its size, instead of on the page. `transparent`: without the paper; only in space. */
  capture(canvas: HTMLCanvasElement, transparent?: boolean): FrameCapture;
}

/* Pictures of the drawing, one or many. What is done at the beginning and the end is done once for all of them. */
export interface FrameCapture {
  take(): Promise<void>; // draws what the clock says at this moment
  end(): void;
}

/* One picture of what is on show. */
export async function paint(view: Viewer, canvas: HTMLCanvasElement, transparent = false): Promise<void> {
  const shooting = view.capture(canvas, transparent);
  try {
    await shooting.take();
  } finally {
    shooting.end();
  }
}

export const viewer = signal<Viewer | null>(null);

/* Of a drawing in space: what is to the right on the screen, and what is up; null: it is one in the plane. */
export const outlook = signal<[right: Vec, up: Vec] | null>(null);

/* A canvas loses what is on it when its size is set, even to what it was. */
export function sized(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/* A vector picture on a canvas, as large as it goes, in the middle. */
export async function paintSvg(svg: string, canvas: HTMLCanvasElement): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { width, height } = canvas;
  const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
  const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim() || "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
}
