/* background.ts - the picture under the drawing on the page: as the text has it, as it is being dragged, and the picture itself. */
import { computed, effect, signal } from "@preact/signals";
import type { Point } from "../drawing/camera";
import { commit } from "../editor/commit";
import { remove } from "../editor/text_edits";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { perDocument } from "../state/loads";
import { scene } from "../state/model";
import { texts } from "../texts/texts";
import { backgroundChanges, backgroundIn, KEY, type Background, type Known } from "./background_key";
import { decoded, sizeOf } from "./background_image";

export const background = computed(() => {
  const known: Known = (name) => scene.value?.parameters.find((one) => one.name === name)?.value;
  return backgroundIn(text.value, known);
});

export function changeBackground(part: Partial<Background>): string | undefined {
  return commit((now) => backgroundChanges(now, part));
}

export function removeBackground(): string | undefined {
  adjusting.value = false;
  return commit((now) => remove(now, [KEY]));
}

/* ---- the picture itself ---- */

/* Whether its handles and its form are shown. */
export const adjusting = perDocument(false);
/* Two places that are so far apart in truth: the first ones are clicked, then the distance is typed; null: nothing is calibrated. */
export const calibrating = perDocument<Point[] | null>(null);
/* While it is dragged; null: as the text says. */
export const dragged = signal<Background | null>(null);

export const shownBackground = computed(() => dragged.value ?? background.value);

interface Loaded {
  of: string; // image
  href: string; // "": it cannot be shown
  ratio: number; // height / width
  why: string;
}

export const loaded = signal<Loaded>({ of: "", href: "", ratio: 1, why: "" });

async function fetchImage(image: string): Promise<string> {
  if (image.startsWith("data:")) return image;
  if (!engine.files) throw new Error(texts.background.noFolder(image));
  const { type, data } = await engine.files.picture(image);
  return `data:${type};base64,${data}`;
}

async function load(image: string): Promise<void> {
  try {
    const href = await fetchImage(image);
    const [width, height] = sizeOf(await decoded(href));
    if (background.peek()?.image === image) loaded.value = { of: image, href, ratio: height / width, why: "" };
  } catch (error) {
    const why = texts.background.notShown(error instanceof Error ? error.message : "");
    if (background.peek()?.image === image) loaded.value = { of: image, href: "", ratio: 1, why };
  }
}

export function watchImage(): () => void {
  return effect(() => {
    const image = background.value?.image ?? "";
    if (image === loaded.peek().of) return;
    loaded.value = { of: image, href: "", ratio: 1, why: "" };
    if (image !== "") void load(image);
  });
}
