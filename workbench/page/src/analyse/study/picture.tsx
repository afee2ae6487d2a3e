/* picture.tsx - the picture of a study, filling in as points come; a click, or Enter, shows the variant of a point. */
import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../../texts/texts";
import { coloursOf, themeCount } from "../plot_colours";
import { layoutOf, type Layout, nextPoint, placeOf, pointAt } from "./layout";
import { paint } from "./paint";
import { type Point, type Study, study } from "./state";
import { showVariant, variant } from "./variant";
import { answerText, pointText, valuesText } from "./words";

/* A canvas of as many pixels as the screen has for it. */
function prepared(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const ratio = devicePixelRatio;
  const { clientWidth, clientHeight } = canvas;
  const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const ctx = canvas.getContext("2d");
  ctx?.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx?.clearRect(0, 0, clientWidth, clientHeight);
  return ctx;
}

function Tip({ of, point, layout }: { of: Study; point: Point; layout: Layout }) {
  const [x, y] = placeOf(layout, point);
  const middle = layout.box.left + layout.box.width / 2;
  const side = x > middle ? `right: calc(100% - ${x - 12}px)` : `left: ${x + 12}px`;
  const low = y > layout.box.top + layout.box.height / 2;
  return (
    <div class="study-tip" style={`${side}; ${low ? `bottom: calc(100% - ${y - 8}px)` : `top: ${y + 8}px`}`}>
      <strong>{texts.results.study.point(point.number)}</strong>
      <span>{valuesText(of.axes, point.values)}</span>
      <span class={Number.isFinite(point.answer) ? "" : "error"}>{answerText(of, point)}</span>
    </div>
  );
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/* The point under the pointer; else the one that keys have gone to. */
function lookedAt(layout: Layout, of: Study, at: [number, number] | null, number: number | null): Point | null {
  if (at) return pointAt(layout, of, ...at);
  return of.points.find((point) => point.number === number) ?? null;
}

export function Picture({ of }: { of: Study }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  const pointer = useSignal<[number, number] | null>(null); // where it rests: points may still come there
  const looked = useSignal<number | null>(null); // the number of the point that keys have gone to
  const layout = layoutOf(of, size.value);
  const pointed = lookedAt(layout, of, pointer.value, looked.value);
  useEffect(() => {
    const box = canvas.current!;
    const watch = new ResizeObserver(() => (size.value = { width: box.clientWidth, height: box.clientHeight }));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  useEffect(
    () =>
      effect(() => {
        const now = study.value;
        const place = size.value;
        void themeCount.value;
        const ctx = place.width > 0 && now ? prepared(canvas.current!) : null;
        if (!ctx || !now) return;
        const chosen = variant.value?.point ?? null;
        const layout = layoutOf(now, place);
        const under = lookedAt(layout, now, pointer.value, looked.value);
        paint(ctx, layout, now, coloursOf(canvas.current!), [chosen, under]);
      }),
    [],
  );
  const move = (event: MouseEvent): void => {
    const box = canvas.current!.getBoundingClientRect();
    pointer.value = [event.clientX - box.left, event.clientY - box.top];
  };
  const keys = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (!arrow && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (arrow) {
      pointer.value = null;
      looked.value = nextPoint(layout, of, pointed, ...arrow)?.number ?? null;
    } else if (pointed) showVariant(of, pointed);
  };
  return (
    <div class="study-picture">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-roledescription={texts.results.study.picture}
        aria-label={texts.results.study.pictureOf(
          of.answer.name,
          of.axes.map(({ name }) => name),
        )}
        onPointerMove={move}
        onPointerLeave={() => (pointer.value = null)}
        onBlur={() => (looked.value = null)}
        onClick={(event) => {
          move(event);
          const point = pointAt(layout, of, ...pointer.value!);
          if (point) showVariant(of, point);
        }}
        onKeyDown={keys}
      />
      {pointed && <Tip of={of} point={pointed} layout={layout} />}
      <span class="unseen" role="status">
        {pointed ? pointText(of, pointed) : ""}
      </span>
    </div>
  );
}
