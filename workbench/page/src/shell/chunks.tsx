/* chunks.tsx - a long list, of which the page has what is in sight and a little more: a thousand rows would cost a second to lay out.
 *
 * Rows come in chunks. One that is far from sight is an empty box of its height; it keeps its rows while the focus is in it. Screen
 * readers learn from `placeIn` how many rows there are and which one this is. A short list is drawn as it is.
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

const SHORT = 120; // rows
const CHUNK = 40;
const AHEAD = "400px 0px"; // of what is in sight

const canWatch = typeof IntersectionObserver === "function";

export function isLong(count: number): boolean {
  return canWatch && count > SHORT;
}

/* Where a row stands, for those who do not see the others. */
export function placeIn(count: number, at: number): { "aria-setsize"?: number; "aria-posinset"?: number } {
  return isLong(count) ? { "aria-setsize": count, "aria-posinset": at + 1 } : {};
}

/* The first row of each chunk. */
export function startsOf(count: number): number[] {
  return Array.from({ length: Math.ceil(count / CHUNK) }, (_, i) => i * CHUNK);
}

/* ---- which boxes are in sight: one observer for each element that scrolls ---- */

type Tell = (inSight: boolean, height: number) => void;

const observers = new WeakMap<Element, IntersectionObserver>();
const listeners = new WeakMap<Element, Tell>();

function observerOf(scroller: Element): IntersectionObserver {
  const hear = (entries: IntersectionObserverEntry[]): void => {
    for (const { target, isIntersecting, boundingClientRect } of entries)
      listeners.get(target)?.(isIntersecting, boundingClientRect.height);
  };
  const found = observers.get(scroller) ?? new IntersectionObserver(hear, { root: scroller, rootMargin: AHEAD });
  observers.set(scroller, found);
  return found;
}

function watch(box: Element, scroller: Element, tell: Tell): () => void {
  const observer = observerOf(scroller);
  listeners.set(box, tell);
  observer.observe(box);
  return () => observer.unobserve(box);
}

/* ---- the list ---- */

function Chunk(props: { rows: number; height: number; within: string; kept: boolean; draw: () => ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const inSight = useSignal(false);
  const height = useRef(props.rows * props.height);
  const drawn = inSight.value || props.kept;
  const wasDrawn = useRef(drawn);
  wasDrawn.current = drawn;
  useEffect(() => {
    const own = box.current!;
    const scroller = own.closest(props.within);
    if (!scroller) {
      inSight.value = true;
      return undefined;
    }
    return watch(own, scroller, (now, high) => {
      if (wasDrawn.current && high > 0) height.current = high; // groups in it may have been opened
      inSight.value = now || own.contains(document.activeElement);
    });
  }, []);
  return (
    <div ref={box} role="presentation" style={drawn ? undefined : { height: `${height.current}px` }}>
      {drawn && props.draw()}
    </div>
  );
}

interface ChunksProps {
  count: number; // of rows
  height: number; // of a row, about, px
  within: string; // selector of what scrolls
  kept?: number; // a row that is there in sight or not
  draw: (from: number, to: number) => ComponentChildren;
}

export function Chunks({ count, height, within, kept = -1, draw }: ChunksProps) {
  if (!isLong(count)) return <>{draw(0, count)}</>;
  return (
    <>
      {startsOf(count).map((from) => {
        const to = Math.min(from + CHUNK, count);
        return (
          <Chunk
            key={from}
            rows={to - from}
            height={height}
            within={within}
            kept={from === 0 || (kept >= from && kept < to)}
            draw={() => draw(from, to)}
          />
        );
      })}
    </>
  );
}
