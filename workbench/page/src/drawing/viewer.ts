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

/* A vector picture on a canvas, as large as it goes, in the middle. */
export async function paintSvg(svg: string, canvas: HTMLCanvasElement, width: number, height: number): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  [canvas.width, canvas.height] = [width, height];
  const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
  const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim() || "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
}

/* What is on show as a PNG file of this size. */
export async function pngOf(view: Viewer, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  await view.paint(canvas, width, height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture could not be made."))), "image/png"),
  );
}
