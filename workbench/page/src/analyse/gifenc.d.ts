/* gifenc.d.ts - what is used of gifenc, which has no types of its own. */
declare module "gifenc" {
  export type Palette = number[][];
  export interface FrameOptions {
    palette?: Palette;
    delay?: number; // ms
    repeat?: number; // 0: for ever
  }
  export interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(
    rgba: Uint8ClampedArray | Uint8Array,
    colours: number,
    options?: { format?: "rgb565" | "rgb444" },
  ): Palette;
  export function applyPalette(
    rgba: Uint8ClampedArray | Uint8Array,
    palette: Palette,
    format?: "rgb565" | "rgb444",
  ): Uint8Array;
}
