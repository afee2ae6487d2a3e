/* movies.ts - the motion as an animated GIF, or as WebM or MP4 where the browser has an encoder. */
import { texts } from "../texts/texts";
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

/* Frames of a film through an encoder; `take` gets what comes out. Each carries its own instant: the film is right however long the
 * making takes. Answers how many there were. */
async function encodeFrames(
  film: Film,
  codec: string,
  take: (chunk: EncodedVideoChunk, about?: EncodedVideoChunkMetadata) => void,
  progress: (part: number) => void,
  stop: AbortSignal,
): Promise<number> {
  let failure: Error | null = null;
  const encoder = new VideoEncoder({ output: take, error: (error) => (failure = error) });
  const { width, height, rate } = film;
  let count = 0;
  encoder.configure({ codec, width, height, bitrate: BITRATE, framerate: rate });
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
  return count;
}

export async function webmOf(film: Film, progress: (part: number) => void, stop: AbortSignal): Promise<Blob> {
  const chunks: Chunk[] = [];
  const take = (chunk: EncodedVideoChunk): void => {
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    chunks.push({ at: chunk.timestamp / 1000, key: chunk.type === "key", data });
  };
  const count = await encodeFrames(film, "vp8", take, progress, stop);
  const { width, height, rate } = film;
  const video = { codec: "V_VP8", width, height, duration: (count * 1000) / rate } as const;
  return new Blob([webmFile(video, chunks)], { type: "video/webm" });
}

export interface Mp4Codec {
  name: "avc" | "vp9" | "av1";
  config: string; // as an encoder wants it
}

/* What an MP4 may hold, the one that every player reads first. */
const MP4_CODECS: readonly Mp4Codec[] = [
  { name: "avc", config: "avc1.640028" },
  { name: "avc", config: "avc1.42002a" },
  { name: "vp9", config: "vp09.00.40.08" },
  { name: "av1", config: "av01.0.08M.08" },
];

/* The first that this browser encodes; null: none. */
export async function mp4Codec({ width, height }: Pick<Film, "width" | "height">): Promise<Mp4Codec | null> {
  if (!canEncode()) return null;
  for (const codec of MP4_CODECS) {
    const asked = { codec: codec.config, width, height, bitrate: BITRATE, framerate: 30 };
    const answer = await VideoEncoder.isConfigSupported(asked).catch(() => null);
    if (answer?.supported) return codec;
  }
  return null;
}

export async function mp4Of(film: Film, progress: (part: number) => void, stop: AbortSignal): Promise<Blob> {
  const codec = await mp4Codec(film);
  if (!codec) throw new Error(texts.films.noCodec);
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } = await import("mediabunny");
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const source = new EncodedVideoPacketSource(codec.name);
  output.addVideoTrack(source, { frameRate: film.rate });
  await output.start();
  let added: Promise<unknown> = Promise.resolve();
  const take = (chunk: EncodedVideoChunk, about?: EncodedVideoChunkMetadata): void => {
    const packet = EncodedPacket.fromEncodedChunk(chunk);
    added = added.then(() => source.add(packet, about));
  };
  try {
    await encodeFrames(film, codec.config, take, progress, stop);
    await added;
    await output.finalize();
  } catch (error) {
    added.catch(() => undefined); // what broke is told once
    await output.cancel().catch(() => undefined);
    throw error;
  }
  return new Blob([target.buffer!], { type: "video/mp4" });
}
