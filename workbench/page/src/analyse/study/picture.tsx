/* picture.tsx - the picture of a study, filling in as points come; a click, or Enter, shows the variant of a point. */
import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../../texts/texts";
import { coloursOf, themeCount } from "../plot_colours";
import { type Board, boardOf } from "./board";
import { type Point, type Study, study } from "./state";
import { showVariant, variant } from "./variant";
import { viewOf } from "./views";
import { answerText, pointText, valuesText } from "./words";

/* A canvas of as many pixels as the screen has for it. */
function prepared(canvas: HTMLCanvasElement, { width: w, height: h }: Board["size"]): CanvasRenderingContext2D | null {
  const ratio = devicePixelRatio;
  const [width, height] = [Math.round(w * ratio), Math.round(h * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const ctx = canvas.getContext("2d");
  ctx?.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx?.clearRect(0, 0, w, h);
  return ctx;
}

function Tip({ of, point, board }: { of: Study; point: Point; board: Board }) {
  const [x, y] = board.place(point);
  const { width, height } = board.size;
  const side = x > width / 2 ? `right: ${width - x + 12}px` : `left: ${x + 12}px`;
  const low = y > height / 2;
  return (
    <div class="study-tip" style={`${side}; ${low ? `bottom: ${height - y + 8}px` : `top: ${y + 8}px`}`}>
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
function lookedAt(board: Board, of: Study, at: [number, number] | null, number: number | null): Point | null {
  if (at) return board.at(...at);
  return of.points.find((point) => point.number === number) ?? null;
}

export function Picture({ of }: { of: Study }) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  const pointer = useSignal<[number, number] | null>(null); // where it rests: points may still come there
  const looked = useSignal<number | null>(null); // the number of the point that keys have gone to
  const view = viewOf(of);
  const board = boardOf(of, view, size.value);
  const pointed = lookedAt(board, of, pointer.value, looked.value);
  useEffect(() => {
    const box = place.current!;
    const watch = new ResizeObserver(() => (size.value = { width: box.clientWidth, height: box.clientHeight }));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  useEffect(
    () =>
      effect(() => {
        const now = study.value;
        const room = size.value;
        void themeCount.value;
        if (room.width === 0 || !now || now.points.length === 0) return;
        const drawn = boardOf(now, viewOf(now), room);
        const ctx = prepared(canvas.current!, drawn.size);
        const chosen = variant.value?.point ?? null;
        const under = lookedAt(drawn, now, pointer.value, looked.value);
        if (ctx) drawn.paint(ctx, coloursOf(canvas.current!), [chosen, under]);
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
      looked.value = board.next(pointed, ...arrow)?.number ?? null;
    } else if (pointed) showVariant(of, pointed);
  };
  return (
    <div class="study-picture" ref={place}>
      <div class="study-sheet" style={`width: ${board.size.width}px; height: ${board.size.height}px`}>
        <canvas
          ref={canvas}
          tabIndex={0}
          role="application"
          aria-roledescription={texts.results.study.picture}
          aria-label={texts.results.study.pictureOf(
            texts.results.study.views[view],
            of.answer.name,
            of.axes.map(({ name }) => name),
          )}
          onPointerMove={move}
          onPointerLeave={() => (pointer.value = null)}
          onBlur={() => (looked.value = null)}
          onClick={(event) => {
            move(event);
            const point = board.at(...pointer.value!);
            if (point) showVariant(of, point);
          }}
          onKeyDown={keys}
        />
        {pointed && <Tip of={of} point={pointed} board={board} />}
      </div>
      <span class="unseen" role="status">
        {pointed ? pointText(of, pointed) : ""}
      </span>
    </div>
  );
}
