/* movies.ts - the motion as an animated GIF, or as WebM where the browser has an encoder. */
import { yieldToBrowser, eachFrame, type Film } from "./frames";
import { type Chunk, webmFile } from "./webm";

const COLOURS = 128;

/* ms: how long a frame of a GIF stands. It counts in hundredths of a second; what rounding takes from one frame the next ones get. */
export function gifDelay(index: number, rate: number): number {
  const until = (frame: number): number => Math.round((100 * frame) / rate);
  return 10 * (until(index + 1) - until(index));
}

export async function gifOf(film: Film, progress: (part: number) => void, stop: AbortSignal): Promise<Blob> {
  const { applyPalette, GIFEncoder, quantize } = await import("gifenc");
  const encoder = GIFEncoder();
  let palette: number[][] = [];
  await eachFrame(
    film,
    (context, index, count) => {
      const { data } = context.getImageData(0, 0, film.width, film.height);
      if (index % Math.max(1, Math.floor(count / 8)) === 0) palette = quantize(data, COLOURS, { format: "rgb565" });
      const delay = gifDelay(index, film.rate);
      encoder.writeFrame(applyPalette(data, palette, "rgb565"), film.width, film.height, { palette, delay, repeat: 0 });
    },
    progress,
    stop,
  );
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

const BITRATE = 6_000_000;
const KEY_SECONDS = 2; // a frame that stands for itself, to jump to, so often
const MOST_WAITING = 6; // frames: more would only take memory

export function canEncode(): boolean {
  return typeof VideoEncoder !== "undefined";
}

/* Each frame carries its own instant: the film is right however long the making takes. */
export async function webmOf(film: Film, progress: (part: number) => void, stop: AbortSignal): Promise<Blob> {
  const chunks: Chunk[] = [];
  let failure: Error | null = null;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ at: chunk.timestamp / 1000, key: chunk.type === "key", data });
    },
    error: (error) => (failure = error),
  });
  const { width, height, rate } = film;
  let count = 0;
  encoder.configure({ codec: "vp8", width, height, bitrate: BITRATE, framerate: rate });
  try {
    await eachFrame(
      film,
      async ({ canvas }, index, of) => {
        count = of;
        while (encoder.encodeQueueSize > MOST_WAITING && !failure) await yieldToBrowser();
        if (failure) throw failure;
        const frame = new VideoFrame(canvas, { timestamp: (index * 1e6) / rate, duration: 1e6 / rate });
        encoder.encode(frame, { keyFrame: index % (KEY_SECONDS * rate) === 0 });
        frame.close();
      },
      progress,
      stop,
    );
    await encoder.flush();
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
  const video = { codec: "V_VP8", width, height, duration: (count * 1000) / rate } as const;
  return new Blob([webmFile(video, chunks)], { type: "video/webm" });
}
