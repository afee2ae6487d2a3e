/* work.ts - what the page does for a picture, in counts: they are the same on every machine, however busy it is.
 *
 * Counted are calls of the page's functions, which the browser counts where it is asked to, and calls that draw in space. The acts are those of
 * tests (performance.spec.ts, many_bodies.spec.ts), which count, and of `make bench-page`, which takes their time.
 */
import type { CDPSession, Page } from "@playwright/test";

/* ---- calls ---- */

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[];
}

/* How often functions of the page are called while something is done; those that tests put there do not count. */
export async function callsDuring(client: CDPSession, act: () => Promise<unknown>): Promise<number> {
  await client.send("Profiler.enable");
  await client.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await act();
  const { result } = (await client.send("Profiler.takePreciseCoverage")) as Coverage;
  await client.send("Profiler.stopPreciseCoverage");
  await client.send("Profiler.disable");
  const scripts = result.filter(({ url }) => url.startsWith("http"));
  return scripts.flatMap((one) => one.functions).reduce((sum, one) => sum + one.ranges[0]!.count, 0);
}

/* Counts from now on what the engine answers to a page that is opened after this: each answer is work, as each frame is. */
export function answersTo(page: Page): { count: number } {
  const answers = { count: 0 };
  page.on("websocket", (socket) => socket.on("framereceived", () => answers.count++));
  return answers;
}

/* ---- playing ---- */

/* Counts, before anything of the page runs, what it draws. */
export function countDraws(): void {
  const count = { draws: 0, pictures: 0 };
  Object.assign(window, { count });
  const post = Worker.prototype.postMessage as (this: Worker, ...given: unknown[]) => void;
  Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
    if ((given[0] as { picture?: object }).picture) count.pictures++;
    post.apply(this, given);
  };
  const counted = (owner: object, name: string): void => {
    const own = owner as Record<string, (...given: unknown[]) => unknown>;
    const real = own[name]!;
    own[name] = function (...given) {
      count.draws++;
      return real.apply(this, given);
    };
  };
  for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"])
    counted(WebGL2RenderingContext.prototype, name);
  const extension = WebGL2RenderingContext.prototype.getExtension as (this: unknown, name: string) => object | null;
  const known = new Set<object>();
  (WebGL2RenderingContext.prototype as unknown as Record<string, unknown>).getExtension = function (name: string) {
    const found = extension.call(this, name);
    if (name === "WEBGL_multi_draw" && found && !known.has(found)) {
      known.add(found);
      for (const one of ["multiDrawElementsWEBGL", "multiDrawArraysWEBGL"]) counted(found, one);
    }
    return found;
  };
}

export interface Played {
  frames: number;
  draws: number; // calls that draw
}

/* Waits for so many new pictures while it plays. */
export function plays(page: Page, pictures: number): Promise<Played> {
  return page.evaluate(async (wanted) => {
    const { count } = window as unknown as { count: { draws: number; pictures: number } };
    const clock = document.querySelector<HTMLInputElement>("input[type=range][aria-label=Time]")!;
    /* where another thread paints, a frame is what it is given */
    const frame = (): string => (count.pictures ? String(count.pictures) : clock.value);
    const before = count.draws;
    let frames = 0;
    for (let seen = 0, last = ""; seen < wanted;) {
      await new Promise(requestAnimationFrame);
      frames++;
      if (frame() === last) continue;
      last = frame();
      seen++;
    }
    return { frames, draws: count.draws - before };
  }, pictures);
}

/* ---- opening ---- */

/* Drops a file on the page and waits for the picture of its mechanism. */
export async function opens(page: Page, text: string, drawn: string): Promise<void> {
  await page.evaluate(
    async ([text, drawn]) => {
      const given = new DataTransfer();
      given.items.add(new File([text], "many.yaml"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
      while (!document.querySelector(drawn)) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    },
    [text, drawn] as const,
  );
}

/* ---- dragging ---- */

export interface Log {
  frames: number[]; // ms, when each frame was
  pictures: number; // frames in which a link was drawn otherwise than in the one before
}

/* Takes hold at a place and moves the pointer in every frame round a small loop, free of the grid, until the links were drawn anew
 * so many times. */
export async function dragRound(page: Page, [x, y]: [number, number], pictures: number): Promise<Log> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 6, y, { steps: 2 });
  const log = await page.evaluate(
    ({ x, y, pictures }) =>
      new Promise<Log>((done) => {
        const svg = document.querySelector("svg.plane-svg")!;
        const picture = (): string =>
          [...svg.querySelectorAll(".part.body")]
            .map((part) => part.getAttribute("transform") + part.firstElementChild!.getAttribute("d")!)
            .join();
        const log: Log = { frames: [], pictures: 0 };
        let before = "";
        const frame = (now: number): void => {
          log.frames.push(now);
          const seen = picture();
          if (seen !== before) log.pictures++;
          before = seen;
          if (log.pictures >= pictures) return done(log);
          const t = (now - log.frames[0]!) / 1000;
          const place = { clientX: x - 20 + 20 * Math.cos(5 * t), clientY: y + 10 * Math.sin(5 * t) };
          svg.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, buttons: 1, ctrlKey: true, ...place }));
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    { x, y, pictures },
  );
  await page.mouse.up();
  return log;
}

/* ---- a slider ---- */

export interface Slid {
  pictures: number; // in which a body was drawn otherwise than in the one before
  frames: number;
  seconds: number;
}

/* Draws a slider a little in every frame until the mechanism was drawn anew so many times; then to 200. */
export function slides(page: Page, slider: string, pictures: number): Promise<Slid> {
  return page.evaluate(
    async ([slider, wanted]) => {
      const input = document.querySelector<HTMLInputElement>(slider)!;
      const seen = (): string =>
        [...document.querySelectorAll("svg.plane-svg .part.body")].map((one) => one.getAttribute("transform")).join();
      const begun = performance.now();
      let [pictures, frames, last, place] = [0, 0, seen(), 60];
      for (; pictures < wanted; frames++) {
        input.value = String((place = place < 140 ? place + 1 : 60));
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
        if (seen() !== last) pictures++;
        last = seen();
      }
      const seconds = (performance.now() - begun) / 1000;
      input.value = "200";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return { pictures, frames, seconds };
    },
    [slider, pictures] as const,
  );
}
