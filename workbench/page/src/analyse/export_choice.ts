/* export_choice.ts - what was exported last, and how: the dialog begins with it, on every visit. */
import { kept } from "../state/settings";

export type What = "drawing" | "film" | "plot" | "table" | "results" | "report" | "outlines" | "model";

export interface PictureSize {
  width: number | null; // px; null: as on the page
  height: number | null;
  scale: number; // pixels for each of them
}

export interface ExportChoice {
  what: What;
  drawing: PictureSize & {
    format: "png" | "svg";
    theme: "page" | "light" | "dark";
    transparent: boolean;
    background: boolean; // with the picture that is traced over
  };
  plot: PictureSize & { format: "svg" | "png" | "csv"; theme: "page" | "light" | "dark"; transparent: boolean };
  table: "shown" | "all" | "si";
  film: "gif" | "webm" | "mp4";
}

export const SCALES = [1, 2, 4];
export const MOST_EDGE = 8192; // px: what browsers draw on
export const LEAST_EDGE = 16;

const PRESET: ExportChoice = {
  what: "drawing",
  drawing: {
    format: "png",
    width: null,
    height: null,
    scale: 2,
    theme: "page",
    transparent: false,
    background: false,
  },
  plot: { format: "svg", width: null, height: null, scale: 2, theme: "light", transparent: false },
  table: "shown",
  film: "gif",
};

const stored = kept<Partial<ExportChoice>>("export", {});

/* What an earlier version kept may lack something. */
export function exportChoice(): ExportChoice {
  const { drawing, plot, ...rest } = stored.value;
  return { ...PRESET, ...rest, drawing: { ...PRESET.drawing, ...drawing }, plot: { ...PRESET.plot, ...plot } };
}

export function choose(part: Partial<ExportChoice>): void {
  stored.value = { ...exportChoice(), ...part };
}

/* The size that a picture is made in, where the page shows it in `page`; null: it is no size. */
export function pixelsOf(
  { width, height, scale }: PictureSize,
  page: { width: number; height: number },
): { width: number; height: number; pixels: [number, number] } | null {
  const [w, h] = [width ?? Math.round(page.width), height ?? Math.round(page.height)];
  const pixels: [number, number] = [Math.round(scale * w), Math.round(scale * h)];
  const good = pixels.every((one) => Number.isFinite(one) && one >= LEAST_EDGE && one <= MOST_EDGE);
  return good ? { width: w, height: h, pixels } : null;
}
