/* acts.ts - what several tests do with the page, in a user's words, and what a user sees there, as numbers. */
import { expect, type Locator, type Page } from "@playwright/test";
import { deflateRawSync } from "node:zlib";

/* Presses Run and waits until it is done. */
export async function runs(page: Page): Promise<void> {
  await inBar(page, "Run").click();
  await hasRun(page);
}

export async function hasRun(page: Page): Promise<void> {
  await expect(statusLine(page)).toHaveText(/^\w+: \d+ [a-z ]+,/);
}

export function statusLine(page: Page): Locator {
  return page.locator("#dock .run-status");
}

/* A tab of the results. */
export async function results(page: Page, tab: string): Promise<void> {
  await page
    .locator("#dock")
    .getByRole("tab", { name: new RegExp("^" + tab) })
    .click();
}

export async function sidePanel(page: Page, tab: "Text" | "Properties"): Promise<void> {
  await page
    .locator("#side")
    .getByRole("tab", { name: new RegExp("^" + tab) })
    .click();
}

/* The editor is loaded after the rest of the page. */
async function hasEditor(page: Page): Promise<void> {
  await page.locator(".cm-content").waitFor({ state: "attached" });
}

/* The text of the model, whether or not its pane is on show: all of it, which is more than the editor has in the page. */
export async function modelText(page: Page): Promise<string> {
  await hasEditor(page);
  return page.evaluate(() => {
    interface Content extends Element {
      cmTile: { root: { view: { state: { doc: { toString(): string } } } } };
    }
    return document.querySelector<Content>(".cm-content")!.cmTile.root.view.state.doc.toString();
  });
}

interface Editor {
  state: { doc: { toString(): string } };
  dispatch(change: object): void;
  focus(): void;
}

/* Writes `to` in place of the first `from` of the text, as one piece (as from the clipboard); the cursor stands behind it. */
export async function replace(page: Page, from: string, to: string): Promise<void> {
  await expect.poll(() => modelText(page)).toContain(from); // the model may be on its way
  await page.evaluate((words) => {
    interface Content extends Element {
      cmTile: { root: { view: Editor } };
    }
    const { view } = document.querySelector<Content>(".cm-content")!.cmTile.root;
    const at = view.state.doc.toString().indexOf(words);
    if (at < 0) throw new Error(`the text has no ${words}`);
    view.dispatch({ selection: { anchor: at, head: at + words.length }, scrollIntoView: true });
    view.focus();
  }, from);
  await page.keyboard.insertText(to);
}

export function columnOf(csv: string, name: string): number[] {
  const [head, ...rows] = csv.trim().split("\n");
  const at = head!.split(",").indexOf(name);
  if (at < 0) throw new Error(`there is no column ${name}`);
  return rows.filter((row) => !row.startsWith("#")).map((row) => Number(row.split(",")[at]));
}

/* Opens an example from the gallery by words that search it. */
export async function openExample(page: Page, search: string, title: string | RegExp = /./): Promise<void> {
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  const gallery = page.getByRole("dialog");
  await gallery.getByRole("searchbox").fill(search);
  await gallery.locator("button.example").filter({ hasText: title }).first().click();
  await expect(gallery).toBeHidden();
}

/* An address of the server that opens a text at once. */
export function linkTo(address: string, text: string): string {
  return `${address}&model=${deflateRawSync(Buffer.from(text)).toString("base64url")}`;
}

/* Runs a command by the search that Ctrl+K opens; types only what the search can hear, and presses Enter on what it has found. */
export async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search commands" })).toBeFocused();
  await page.keyboard.type(title);
  const chosen = page.getByRole("dialog").getByRole("option", { selected: true });
  await expect(chosen).toContainText(new RegExp(title, "i"));
  await page.keyboard.press("Enter");
}

/* A button of the bar at the top: toasts have an Undo, too. */
export function inBar(page: Page, name: string): Locator {
  return page.locator(".top-bar").getByRole("button", { name, exact: true });
}

/* ---- the drawing ---- */

export function area(page: Page): Locator {
  return page.getByRole("main", { name: "Drawing" });
}

export interface DrawnBody {
  name: string;
  at: [number, number]; // px from the origin of the model, y upwards
  angle: number; // rad
}

export interface Drawn {
  origin: [number, number]; // px, in the window
  bodies: DrawnBody[];
  labels: string[]; // of all elements, sorted
}

/* What the planar drawing shows. */
export function drawn(page: Page): Promise<Drawn> {
  return page.evaluate(() => {
    const svg = document.querySelector<SVGSVGElement>("svg.plane-svg:not(.free-body-picture)")!;
    const box = svg.getBoundingClientRect();
    const numbers = (text: string | null): number[] => (text ?? "").match(/-?[\d.]+(e-?\d+)?/g)?.map(Number) ?? [];
    const parts = [...svg.querySelectorAll<SVGGElement>(".part")];
    const world = svg.querySelector(".part.body, .part")?.closest("g[transform]:has(.part)");
    const [x0 = 0, y0 = 0] = numbers(world?.getAttribute("transform") ?? null);
    return {
      origin: [box.left + x0, box.top + y0] as [number, number],
      labels: parts.map((part) => part.getAttribute("aria-label") ?? "").sort(),
      bodies: parts
        .filter((part) => part.classList.contains("body"))
        .map((part) => {
          const [x = 0, y = 0, turn = 0] = numbers(part.getAttribute("transform"));
          const name = part
            .getAttribute("aria-label")!
            .replace(/^body /, "")
            .replace(/, massless$/, "");
          return { name, at: [x, -y] as [number, number], angle: (-turn * Math.PI) / 180 };
        }),
    };
  });
}

interface CheckedScene {
  space: boolean;
  size: number;
  bodies: { name: string; mass: number; shape: { kind: string }; pose: { at: number[]; angle: number } }[];
  joints: { name: string; type: string }[];
  forces: { name: string; type: string }[];
}

/* What the engine makes of a text, asked anew over a connection of its own. */
export function freshCheck(page: Page, text: string): Promise<CheckedScene | null> {
  return page.evaluate(async (content) => {
    const token = encodeURIComponent(localStorage.getItem("trammel.token")!);
    const socket = new WebSocket(`ws://${location.host}/engine?token=${token}`);
    await new Promise((go) => (socket.onopen = go));
    const answer = new Promise<MessageEvent<string>>((go) => (socket.onmessage = go));
    socket.send(JSON.stringify({ id: 1, do: "check", text: content, name: "fresh.yaml" }));
    const { result } = JSON.parse((await answer).data) as { result: { scene: CheckedScene | null } };
    socket.close();
    return result.scene;
  }, text);
}

const turned = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

/* How far the drawing is from the scene: "" where they agree. The scale is found from the places themselves. */
function difference(shown: Drawn, scene: CheckedScene): string {
  const bodies = scene.bodies.slice(1);
  const names = bodies.map((body) => body.name).sort();
  const seen = shown.bodies.map((body) => body.name).filter((name) => name !== "ground");
  if (names.join() !== seen.sort().join()) return `bodies ${names.join()} are drawn as ${seen.join()}`;
  const of = (name: string): DrawnBody => shown.bodies.find((body) => body.name === name)!;
  let [above, below] = [0, 0];
  for (const { name, pose } of bodies) {
    const { at } = of(name);
    above += at[0] * pose.at[0]! + at[1] * pose.at[1]!;
    below += pose.at[0]! ** 2 + pose.at[1]! ** 2;
  }
  const scale = below > 0 ? above / below : 1;
  for (const { name, pose } of bodies) {
    const { at, angle } = of(name);
    const far = Math.hypot(at[0] - scale * pose.at[0]!, at[1] - scale * pose.at[1]!);
    if (far > 0.1) return `body ${name} is drawn ${far.toFixed(2)} px from its place`;
    if (turned(angle, pose.angle) > 1e-4) return `body ${name} is drawn at ${angle} and stands at ${pose.angle} rad`;
  }
  for (const { name, type } of [...scene.joints, ...scene.forces])
    if (!shown.labels.some((label) => label.includes(` ${name} `) || label.endsWith(` ${name}`)))
      return `${type} ${name} is not drawn`;
  const most = bodies.length + scene.joints.length + scene.forces.length + 1;
  const drawnParts = shown.labels.filter((label) => !/^driver|^motor of/.test(label)).length;
  return drawnParts > most ? `${drawnParts} elements are drawn, there are ${most}` : "";
}

/* The drawing shows what a fresh check of the text says. */
export async function agrees(page: Page): Promise<void> {
  let of: string | null = null;
  let scene: CheckedScene | null = null;
  await expect(async () => {
    const text = await modelText(page);
    if (text !== of) scene = await freshCheck(page, text);
    of = text;
    if (!scene) throw new Error("the text is wrong:\n" + text);
    expect(difference(await drawn(page), scene)).toBe("");
    expect(await modelText(page)).toBe(text);
  }).toPass({ intervals: [20, 50, 100, 200] });
}

/* A drag by mouse in several steps, as a hand does it. */
export async function drag(page: Page, from: [number, number], to: [number, number], steps = 8): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps });
  await page.mouse.up();
}

/* Where an element lies on the window. The page may put another in its place at that moment: then it is asked again. */
export async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect.poll(() => part.boundingBox()).not.toBeNull();
  const box = await part.boundingBox();
  return box ?? (await boxOf(part));
}

/* The middle of an element of the drawing on the window. */
export async function middleOf(part: Locator): Promise<[number, number]> {
  const box = await boxOf(part);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/* Waits until the planar drawing stands still: it shows another time, and is fitted to a motion, a few frames after it was asked to. */
export async function stands(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const places = (): string =>
      [...document.querySelectorAll<SVGGElement>("svg.plane-svg .part")]
        .map((part) => part.getCTM())
        .map((at) => at && [at.a, at.b, at.e, at.f].join())
        .join(";");
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    let [last, still] = [places(), 0];
    for (let frames = 0; still < 12 && frames < 120; frames++) {
      await frame();
      const now = places();
      still = now === last ? still + 1 : 0;
      last = now;
    }
  });
}

/* Where a joint's pin is drawn, once the drawing stands still. */
export async function pin(page: Page, name: string): Promise<[number, number]> {
  await stands(page);
  return page.evaluate((joint) => {
    const parts = [...document.querySelectorAll<SVGGElement>("svg.plane-svg .part.joint, svg.plane-svg .part")];
    const part = parts.find((one) => new RegExp(`(^| )${joint} between `).test(one.getAttribute("aria-label") ?? ""))!;
    const at = part.getCTM()!;
    const svg = part.ownerSVGElement!.getBoundingClientRect();
    return [svg.left + at.e, svg.top + at.f];
  }, name);
}

/* ---- motion ---- */

/* Waits until bodies of the planar drawing move, frame after frame. */
export async function moves(page: Page): Promise<void> {
  const places = (): Promise<string> =>
    page.evaluate(() =>
      [...document.querySelectorAll("svg.plane-svg .part.body")].map((one) => one.getAttribute("transform")).join(),
    );
  const before = await places();
  await expect.poll(places, { intervals: [30, 60, 120] }).not.toBe(before);
}

/* The mechanism in space as it is drawn next, small: taken in the frame in which it is drawn. A screenshot waits for the whole page. */
export function spacePicture(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const small = document.createElement("canvas");
    [small.width, small.height] = [160, 90];
    const pen = small.getContext("2d", { willReadFrequently: true })!;
    for (let frames = 0; frames < 100; frames++) {
      await new Promise((go) => setTimeout(go)); // between frames: behind what the page has asked for in the last one
      await new Promise(requestAnimationFrame);
      pen.drawImage(document.querySelector<HTMLCanvasElement>(".space-canvas")!, 0, 0, small.width, small.height);
      const { data } = pen.getImageData(0, 0, small.width, small.height);
      if (data.some((one, i) => i % 4 < 3 && one > 0)) return small.toDataURL(); // black: not drawn in this frame
    }
    return "";
  });
}
