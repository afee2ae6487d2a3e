/* download.ts - what exported files are called, and SVG as pixels. */
import { download } from "../shell/download";
import { name } from "../state/model";

/* The model's file name without its ending, then what it is. */
export function fileName(what: string, ending: string): string {
  const stem = name.value.replace(/\.(ya?ml|json)$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-") || "model";
  return `${stem}${what ? "-" + what : ""}.${ending}`;
}

export function downloadBlob(blob: Blob, file: string): void {
  download(blob, blob.type, file);
}

/* An SVG drawn onto a canvas of width x height pixels. */
async function paint(svg: string, context: CanvasRenderingContext2D, width: number, height: number): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    context.drawImage(image, 0, 0, width, height);
  } finally {
    URL.revokeObjectURL(url);
  }
}

export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  await paint(svg, canvas.getContext("2d")!, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be created."))),
      "image/png",
    ),
  );
}
