/* background_image.ts - a picture that comes onto the page, as the document keeps it: in base64, no larger than tracing needs.
 *
 * Photographs have ten times the pixels of a screen. What is kept is in the text of the model, which is checked, saved and undone as a
 * whole: so it is scaled down to MOST_EDGE pixels, and further until it takes at most MOST_BYTES.
 */
import { texts } from "../texts/texts";

export const MOST_EDGE = 1600; // px
export const MOST_BYTES = 180_000;
const MOST_FILE = 60e6; // bytes
const TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

export interface Picture {
  image: string; // data:…
  width: number; // px, as it is kept
  height: number;
  bytes: number;
  scaledFrom: [width: number, height: number] | null; // px; null: it is kept as it came
}

/* Its type, by what the browser says of it or by its ending; null: it is no picture that can be kept. */
export function pictureType(file: { type: string; name: string }): string | null {
  if (TYPES.includes(file.type)) return file.type;
  const ending = /\.(png|jpe?g|webp|svg)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (!ending || file.type.startsWith("image/")) return null;
  return { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", webp: "image/webp", svg: "image/svg+xml" }[ending]!;
}

/* The size within an edge, with the same proportions, never larger than it is. */
export function within(width: number, height: number, edge: number): [number, number] {
  const k = Math.min(1, edge / Math.max(width, height));
  return [Math.max(1, Math.round(k * width)), Math.max(1, Math.round(k * height))];
}

function asDataUri(blob: Blob, type: string): Promise<string> {
  return new Promise((go, fail) => {
    const reader = new FileReader();
    reader.onload = () => go(String(reader.result).replace(/^data:[^,]*/, `data:${type};base64`));
    reader.onerror = () => fail(new Error(texts.background.unreadable));
    reader.readAsDataURL(blob);
  });
}

const bytesOf = (uri: string): number => Math.round((uri.length - uri.indexOf(",") - 1) * 0.75);

/* On white, as paper is: what was transparent would be black in a JPEG. */
function encode(image: CanvasImageSource, [width, height]: [number, number], quality: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL("image/jpeg", quality);
}

function smaller(image: CanvasImageSource, width: number, height: number): Picture {
  for (let edge = MOST_EDGE; ; edge = Math.round(0.75 * edge))
    for (const quality of [0.82, 0.65]) {
      const size = within(width, height, edge);
      const uri = encode(image, size, quality);
      if (bytesOf(uri) > MOST_BYTES && edge > 300) continue;
      return { image: uri, width: size[0], height: size[1], bytes: bytesOf(uri), scaledFrom: [width, height] };
    }
}

/* An SVG need not say how large it is. */
export function sizeOf(image: HTMLImageElement): [width: number, height: number] {
  return [image.naturalWidth || 300, image.naturalHeight || 300];
}

export async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    throw new Error(texts.background.unreadable);
  }
  return image;
}

/* Throws with words for the user. */
export async function pictureOf(file: File): Promise<Picture> {
  const type = pictureType(file);
  if (!type) throw new Error(texts.background.notAPicture);
  if (file.size > MOST_FILE) throw new Error(texts.background.tooLarge);
  const uri = await asDataUri(file, type);
  const image = await decoded(uri);
  const [width, height] = sizeOf(image);
  const small = Math.max(width, height) <= MOST_EDGE || type === "image/svg+xml";
  if (small && bytesOf(uri) <= MOST_BYTES) return { image: uri, width, height, bytes: bytesOf(uri), scaledFrom: null };
  return smaller(image, width, height);
}
