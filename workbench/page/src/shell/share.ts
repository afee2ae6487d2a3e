/* share.ts - a model as a link: the text, compressed, in the fragment of the address, which browsers never send to a server.
 *
 *   #model=BASE64URL(raw deflate(UTF-8 text))
 *
 * What comes from a link is not trusted: it is limited in size, must be deflate to its end and UTF-8 throughout.
 */
export const LARGEST = 8 * 1024 * 1024; // bytes of a model, in a file or unfolded from a link

export class BrokenLink extends Error {}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(code: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]*$/.test(code)) throw new BrokenLink("The link contains invalid characters.");
  try {
    return Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch {
    throw new BrokenLink("The link is cut off.");
  }
}

async function pass(bytes: Uint8Array, through: GenericTransformStream, limit: number): Promise<Uint8Array> {
  const writer = (through.writable as WritableStream<Uint8Array>).getWriter();
  const wrote = writer.write(bytes).then(() => writer.close());
  wrote.catch(() => {}); // told by the reader below
  const reader = (through.readable as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      void reader.cancel().catch(() => {});
      throw new BrokenLink("The model in the link is too large.");
    }
    parts.push(value);
  }
  await wrote;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function encodeModel(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return toBase64Url(await pass(bytes, new CompressionStream("deflate-raw"), Infinity));
}

export async function decodeModel(code: string): Promise<string> {
  const packed = fromBase64Url(code);
  let bytes: Uint8Array;
  try {
    bytes = await pass(packed, new DecompressionStream("deflate-raw"), LARGEST);
  } catch (error) {
    if (error instanceof BrokenLink) throw error;
    throw new BrokenLink("The link is damaged or cut off.");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BrokenLink("The link does not contain text.");
  }
}

/* The code of the model in a fragment "#model=…"; null: there is none. */
export function modelIn(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("model");
}

export async function linkTo(text: string, page: string): Promise<string> {
  return `${page.replace(/#.*$/, "")}#model=${await encodeModel(text)}`;
}

/* How long a link may be before some programs cut it off. */
export const SAFE_LENGTH = 8000;
