/* Links that carry models: what goes in comes out, and what is not such a link is told apart. */
import { Duplex } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BrokenLink, decodeModel, encodeModel, LARGEST, linkTo, modelIn } from "../../src/shell/share";

/* Browsers have streams of raw deflate; Node has them since version 20 only. */
function knowsRaw(): boolean {
  try {
    return Boolean(new CompressionStream("deflate-raw"));
  } catch {
    return false;
  }
}
if (!knowsRaw()) {
  const made = (make: () => Duplex) =>
    function () {
      const { toWeb } = Duplex as unknown as { toWeb: (stream: Duplex) => unknown };
      return toWeb(make());
    };
  Object.assign(globalThis, {
    CompressionStream: made(createDeflateRaw),
    DecompressionStream: made(createInflateRaw),
  });
}

async function roundTrip(text: string): Promise<string> {
  return decodeModel(await encodeModel(text));
}

describe("the code of a model", () => {
  it("gives back the text", async () => {
    const text = "trammel: 1\ntitle: Four-bar\n";
    expect(await roundTrip(text)).toBe(text);
  });

  it("gives back nothing for nothing", async () => {
    expect(await roundTrip("")).toBe("");
  });

  it("keeps every sign: accents, Greek, emoji, a byte order mark, CRLF", async () => {
    const text = "\uFEFF# Kurbelgetriebe für ω = 2π/s → 🛠\r\nname: Ø\r\n";
    expect(await roundTrip(text)).toBe(text);
  });

  it("keeps a megabyte that does not compress", async () => {
    let seed = 1;
    const signs = Array.from({ length: 1_000_000 }, () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return String.fromCharCode(33 + ((seed >> 16) % 90));
    });
    const text = signs.join("");
    expect(await roundTrip(text)).toBe(text);
  });

  it("is short, and made of signs that need no escape in an address", async () => {
    const text = "  A: {revolute: [crank, coupler]}\n".repeat(100);
    const code = await encodeModel(text);
    expect(code).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(code.length).toBeLessThan(200);
  });

  it("is raw deflate in base64url, as the command line reads it", async () => {
    const { inflateRawSync } = await import("node:zlib");
    const code = await encodeModel("trammel: 1\n");
    expect(inflateRawSync(Buffer.from(code, "base64url")).toString()).toBe("trammel: 1\n");
  });
});

describe("a broken link", () => {
  it.each([
    ["signs that do not belong there", "abc$def"],
    ["no deflate", "AAECAwQFBgcICQ"],
    ["a length that base64 cannot have", "A"],
  ])("says so: %s", async (_, code) => {
    await expect(decodeModel(code)).rejects.toBeInstanceOf(BrokenLink);
  });

  it("says so when it was cut off", async () => {
    const code = await encodeModel("bodies: some text that is long enough to be cut\n".repeat(3));
    await expect(decodeModel(code.slice(0, -8))).rejects.toBeInstanceOf(BrokenLink);
  });

  it("says so when what is in it is not UTF-8", async () => {
    const { deflateRawSync } = await import("node:zlib");
    const code = deflateRawSync(Buffer.from([0xff, 0xfe, 0x41])).toString("base64url");
    await expect(decodeModel(code)).rejects.toThrow("does not contain text");
  });

  it("does not fill the memory", async () => {
    const { deflateRawSync } = await import("node:zlib");
    const code = deflateRawSync(Buffer.alloc(LARGEST + 1)).toString("base64url");
    await expect(decodeModel(code)).rejects.toThrow("too large");
  });
});

describe("an address", () => {
  it("carries the model in its fragment, in place of another", async () => {
    const link = await linkTo("a", "http://127.0.0.1:8080/#model=old");
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/#model=/);
    expect(await decodeModel(modelIn(new URL(link).hash)!)).toBe("a");
  });

  it("carries none where there is none", () => {
    expect(modelIn("")).toBeNull();
    expect(modelIn("#token=abc")).toBeNull();
    expect(modelIn("#token=abc&model=xyz")).toBe("xyz");
  });
});
