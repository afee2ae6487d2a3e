/* export_drawing.ts - the drawing as a picture of a chosen size, theme and ground, in the plane and in space. */
import { inTheme } from "../drawing/export_svg";
import { stage } from "../drawing/stage";
import { paint, viewer } from "../drawing/viewer";
import { pngOf } from "./download";
import { pixelsOf, type ExportChoice } from "./export_choice";
import { drawingSize } from "./frames";
import { texts } from "../texts/texts";

type Options = ExportChoice["drawing"];

function sizeOf(options: Options): NonNullable<ReturnType<typeof pixelsOf>> {
  const page = drawingSize();
  const size = page && pixelsOf(options, page);
  if (!size) throw new Error(texts.exporting.badSize);
  return size;
}

/* Of a drawing in the plane. */
export function drawingSvg(options: Options): string {
  const { width, height } = sizeOf(options);
  const { theme, transparent, background } = options;
  return stage.value!.exportSvg({
    width,
    height,
    transparent,
    background,
    ...(theme === "page" ? {} : { theme }),
  });
}

/* Shades and shadows of space are pixels: they are drawn anew in the size of the picture. */
async function spacePng(options: Options, [width, height]: [number, number]): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const view = viewer.value!;
  await inTheme(options.theme === "page" ? undefined : options.theme, () => paint(view, canvas, options.transparent));
  const blob = await new Promise<Blob | null>((go) => canvas.toBlob(go, "image/png"));
  if (!blob) throw new Error(texts.results.export.thePictureCouldNotBeCreated);
  return blob;
}

export async function drawingPng(options: Options): Promise<Blob> {
  const { pixels } = sizeOf(options);
  return stage.value ? pngOf(drawingSvg(options), ...pixels) : spacePng(options, pixels);
}
