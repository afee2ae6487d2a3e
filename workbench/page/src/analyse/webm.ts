/* webm.ts - encoded frames as a WebM file: one track of video in clusters that begin with a key frame, and cues to find them.
 *
 * An element is its id, its length and what it holds (RFC 8794); which there are says RFC 9559. Instants are in ms.
 */

export interface Chunk {
  at: number; // ms from the beginning
  key: boolean; // can be shown without those before
  data: Uint8Array;
}

export interface Video {
  codec: "V_VP8" | "V_VP9";
  width: number; // px
  height: number;
  duration: number; // ms
}

type Bytes = Uint8Array<ArrayBuffer>;

function joined(parts: Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/* The bytes of a number, the largest first. */
function bigEndian(value: number, count: number): Bytes {
  return Uint8Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** (count - 1 - i)) % 256);
}

function element(id: number, ...parts: Uint8Array[]): Bytes {
  const held = joined(parts);
  const length = bigEndian(held.length, 8);
  length[0] = 1; // a length of eight bytes: films are short of 2^56
  return joined([bigEndian(id, Math.ceil(Math.log2(id + 1) / 8)), length, held]);
}

/* Numbers take four bytes whatever they are, so that the place of what follows does not depend on them. */
const whole = (id: number, value: number): Bytes => element(id, bigEndian(value, 4));
const text = (id: number, value: string): Bytes => element(id, new TextEncoder().encode(value));

function real(id: number, value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
}

const HEAD = element(
  0x1a45dfa3,
  whole(0x4286, 1), // version of EBML
  whole(0x42f7, 1),
  whole(0x42f2, 4), // longest id
  whole(0x42f3, 8), // longest length
  text(0x4282, "webm"),
  whole(0x4287, 2),
  whole(0x4285, 2),
);

function info(video: Video): Bytes {
  const by = "Trammel";
  return element(0x1549a966, whole(0x2ad7b1, 1e6), real(0x4489, video.duration), text(0x4d80, by), text(0x5741, by));
}

function tracks({ codec, width, height }: Video): Bytes {
  const size = element(0xe0, whole(0xb0, width), whole(0xba, height));
  return element(
    0x1654ae6b,
    element(0xae, whole(0xd7, 1), whole(0x73c5, 1), whole(0x9c, 0), whole(0x83, 1), text(0x86, codec), size),
  );
}

function cluster(chunks: Chunk[]): Bytes {
  const begin = Math.round(chunks[0]!.at);
  const blocks = chunks.map(({ at, key, data }) => {
    const since = Math.round(at) - begin; // at most 32 s: key frames come more often
    return element(0xa3, Uint8Array.of(0x81, since >> 8, since & 255, key ? 0x80 : 0), data);
  });
  return element(0x1f43b675, whole(0xe7, begin), ...blocks);
}

/* Where each cluster begins, counted from the first byte that the segment holds. */
function cues(groups: Chunk[][], places: number[]): Bytes {
  const points = groups.map((chunks, i) =>
    element(0xbb, whole(0xb3, Math.round(chunks[0]!.at)), element(0xb7, whole(0xf7, 1), whole(0xf1, places[i] ?? 0))),
  );
  return element(0x1c53bb6b, ...points);
}

export function webmFile(video: Video, chunks: Chunk[]): Bytes {
  const groups: Chunk[][] = [];
  for (const chunk of chunks) {
    if (chunk.key || groups.length === 0) groups.push([]);
    groups[groups.length - 1]!.push(chunk);
  }
  const before = joined([info(video), tracks(video)]);
  const clusters = groups.map(cluster);
  let at = before.length + cues(groups, []).length;
  const places = clusters.map((one) => {
    at += one.length;
    return at - one.length;
  });
  return joined([HEAD, element(0x18538067, before, cues(groups, places), ...clusters)]);
}
