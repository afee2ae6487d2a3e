/* movies.ts - the motion as an animated GIF, or as WebM where the browser can record one. */
import { eachFrame, type Film, Stopped } from "./frames";

const COLOURS = 128;

export async function gifOf(film: Film, progress: (part: number) => void, stop: AbortSignal): Promise<Blob> {
  const { applyPalette, GIFEncoder, quantize } = await import("gifenc");
  const encoder = GIFEncoder();
  const delay = Math.max(20, Math.round(100 / film.rate) * 10);
  let palette: number[][] = [];
  await eachFrame(
    film,
    (context, index, count) => {
      const { data } = context.getImageData(0, 0, film.width, film.height);
      if (index % Math.max(1, Math.floor(count / 8)) === 0) palette = quantize(data, COLOURS, { format: "rgb565" });
      encoder.writeFrame(applyPalette(data, palette, "rgb565"), film.width, film.height, { palette, delay, repeat: 0 });
    },
    progress,
    stop,
  );
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

export function webmType(): string | null {
  if (typeof MediaRecorder === "undefined") return null;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

function wait(ms: number): Promise<void> {
  return new Promise((go) => setTimeout(go, ms));
}

/* A recorder takes what happens in real time: frames are painted first, then played to it at their rate. */
export async function webmOf(film: Film, progress: (part: number) => void, stop: AbortSignal): Promise<Blob> {
  const type = webmType();
  if (!type) throw new Error("This browser cannot record WebM.");
  const frames: ImageBitmap[] = [];
  try {
    await eachFrame(
      film,
      async (context) => void frames.push(await createImageBitmap(context.canvas)),
      (part) => progress(part * 0.6),
      stop,
    );
    return await record(frames, film, type, (part) => progress(0.6 + 0.4 * part), stop);
  } finally {
    for (const frame of frames) frame.close();
  }
}

async function record(
  frames: ImageBitmap[],
  film: Film,
  type: string,
  progress: (part: number) => void,
  stop: AbortSignal,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = film.width;
  canvas.height = film.height;
  const context = canvas.getContext("2d")!;
  context.drawImage(frames[0]!, 0, 0);
  const stream = canvas.captureStream(film.rate);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 6_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const ended = new Promise<void>((go) => (recorder.onstop = () => go()));
  recorder.start();
  const begin = performance.now();
  for (let i = 0; i < frames.length && !stop.aborted; i++) {
    context.drawImage(frames[i]!, 0, 0);
    progress((i + 1) / frames.length);
    await wait(Math.max(0, begin + ((i + 1) * 1000) / film.rate - performance.now()));
  }
  recorder.stop();
  await ended;
  for (const track of stream.getTracks()) track.stop();
  if (stop.aborted) throw new Stopped();
  return new Blob(parts, { type: "video/webm" });
}
