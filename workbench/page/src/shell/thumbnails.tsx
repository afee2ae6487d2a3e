/* thumbnails.tsx - small pictures of models that move under the pointer or the focus, and on touch in the middle of the window.
 *
 * They are drawn from the model itself, by a layer above this one: whoever begins the page says how (drawThumbnailsBy). A picture is
 * asked for when its place comes into view, and nothing moves where the user wants less motion.
 */
import { useEffect, useRef } from "preact/hooks";

export interface Thumbnail {
  play(): void;
  rest(): void;
  remove(): void;
}

export type DrawThumbnail = (box: HTMLElement, text: string, file: string) => Thumbnail;

let load: (() => Promise<DrawThumbnail>) | null = null;

export function drawThumbnailsBy(given: () => Promise<DrawThumbnail>): void {
  load = given;
}

const wantsStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const hasPointer = (): boolean => matchMedia("(hover: hover)").matches;

/* Calls back as an element comes into a part of the window and leaves it. */
function watchView(element: Element, margin: string, seen: (inside: boolean) => void): () => void {
  const observer = new IntersectionObserver((entries) => seen(entries.at(-1)!.isIntersecting), { rootMargin: margin });
  observer.observe(element);
  return () => observer.disconnect();
}

/* What makes the picture of a card move, and stop. */
function watchWishes(card: HTMLElement, play: () => void, rest: () => void): () => void {
  if (wantsStill()) return () => undefined;
  if (!hasPointer()) return watchView(card, "-30% 0px -30% 0px", (inside) => (inside ? play() : rest()));
  const over = (): boolean => card.matches(":hover, :focus-visible");
  const change = (): void => (over() ? play() : rest());
  const events = ["pointerenter", "pointerleave", "focus", "blur"] as const;
  for (const event of events) card.addEventListener(event, change);
  return () => {
    for (const event of events) card.removeEventListener(event, change);
  };
}

/* Draws a model into a box of a card as soon as it is seen, and lets it move as the user wishes. */
function attach(box: HTMLElement, text: string, file: string): () => void {
  let picture: Thumbnail | null = null;
  let playing = false;
  let gone = false;
  const stopWatching = watchView(box, "120px 0px", (inside) => {
    if (!inside) return;
    stopWatching();
    load?.().then(
      (draw) => {
        if (gone) return;
        picture = draw(box, text, file);
        if (playing) picture.play();
      },
      () => undefined, // no picture: the card says all by its words
    );
  });
  const stopWishes = watchWishes(
    box.closest<HTMLElement>("button") ?? box,
    () => {
      playing = true;
      picture?.play();
    },
    () => {
      playing = false;
      picture?.rest();
    },
  );
  return () => {
    gone = true;
    stopWatching();
    stopWishes();
    picture?.remove();
  };
}

export function LivePicture({ text, file }: { text: string; file: string }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => attach(box.current!, text, file), [text, file]);
  return <span class="thumbnail" ref={box} aria-hidden="true" data-file={file} />;
}
