/* viewer.ts - what any drawing offers, in the plane or in space: to buttons and keys, and to those who make pictures and films of it. */
import { signal } from "@preact/signals";

export interface Viewer {
  fit(): void;
  zoomCentre(factor: number): void;
  /* The drawing as a vector picture; only where it is one. */
  snapshotSvg?(): string;
  /* Draws what is on show at this moment, with the clock's poses, on a canvas that takes this size (px). */
  paint(canvas: HTMLCanvasElement, width: number, height: number): Promise<void>;
}

export const viewer = signal<Viewer | null>(null);

/* A canvas loses what is on it when its size is set, even to what it was. */
export function sized(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/* A vector picture on a canvas, as large as it goes, in the middle. */
export async function paintSvg(svg: string, canvas: HTMLCanvasElement, width: number, height: number): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  sized(canvas, width, height);
  const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
  const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim() || "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
}
