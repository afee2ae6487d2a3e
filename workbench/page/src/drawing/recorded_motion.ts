/* recorded_motion.ts - scenes and motions of models that are not the one on the page: what small pictures of them are drawn by.
 *
 * The engine is asked about one model at a time, about each once: first for what is seen, scenes before motions. What nobody
 * shows any more when its turn comes is left out. Of a run only where the bodies are is kept.
 */
import { engine } from "../state/connection";
import { described } from "../state/description";
import { fineOf, type Scene, type Table } from "../engine/engine";
import { motionOf, type Motion } from "./poses";
import { isMotion } from "./states";
import { channelColumn } from "./sample";

export interface Recorded {
  scene: Scene;
  motion: Motion | null; // null: not known yet, or it does not move
  ranges: Map<string, [number, number]>; // of displacements: how long guides are drawn
}

/* A model, and who wants to show it: gone, on the page, or in the window. */
export interface Shown {
  text: string;
  file: string;
  where: () => "gone" | "page" | "window";
}

interface Question {
  of: Shown;
  rank: number; // lower ones first
  ask: () => Promise<void>;
  leave: () => void;
}

const questions: Question[] = [];
let busy = false;

function takeNext(): Question | undefined {
  const order = (one: Question): number => one.rank + (one.of.where() === "window" ? 0 : 10);
  const next = questions.reduce<Question | undefined>(
    (best, one) => (best && order(best) <= order(one) ? best : one),
    undefined,
  );
  if (next) questions.splice(questions.indexOf(next), 1);
  return next;
}

async function work(): Promise<void> {
  if (busy || !described.value) return; // what is drawn of a kind is in the description
  busy = true;
  for (let next = takeNext(); next; next = takeNext())
    if (next.of.where() === "gone") next.leave();
    else await next.ask();
  busy = false;
}

described.subscribe(() => queueMicrotask(() => void work()));

/* The answer about a model, asked for once; null where there is none, and then asked anew the next time. */
function once<T>(known: Map<string, Promise<T | null>>, of: Shown, rank: number, ask: () => Promise<T | null>) {
  const before = known.get(of.file);
  if (before) return before;
  const answer = new Promise<T | null>((give) => {
    const leave = (): void => {
      known.delete(of.file);
      give(null);
    };
    questions.push({ of, rank, ask: () => ask().then((one) => (one ? give(one) : leave()), leave), leave });
    queueMicrotask(() => void work());
  });
  known.set(of.file, answer);
  return answer;
}

/* Columns of their own: those of an answer share the memory of all of it. */
function light(motion: Motion): Motion {
  const copy = (column: Float64Array | null): Float64Array | null => column && column.slice();
  const all = (columns: Float64Array[] | null): Float64Array[] | null => columns && columns.map((one) => one.slice());
  return {
    ...motion,
    t: motion.t.slice(),
    bodies: motion.bodies.map(
      (one) =>
        one && {
          at: all(one.at)!,
          speed: all(one.speed),
          angle: copy(one.angle),
          omega: copy(one.omega),
          q: all(one.q),
          turning: all(one.turning),
        },
    ),
  };
}

function rangesOf(scene: Scene, table: Table): Map<string, [number, number]> {
  const channels = scene.joints.flatMap((joint) => joint.coordinates.map((one) => one.channel));
  const ranges = new Map<string, [number, number]>();
  for (const channel of channels.filter((one) => one.endsWith(".displacement"))) {
    const values = channelColumn(table, channel);
    if (values?.length) ranges.set(channel, [Math.min(...values), Math.max(...values)]);
  }
  return ranges;
}

async function record({ text, file }: Shown, drawn: Scene): Promise<Recorded> {
  const answer = await engine.run(text, file, {});
  const moving = answer.tables.filter((table) => isMotion(table) && table.rows > 1).at(-1);
  if (!moving) return { scene: drawn, motion: null, ranges: new Map() };
  const scene = answer.scenes?.[moving.scene ?? ""] ?? drawn; // an analysis may set parameters
  return { scene, motion: light(motionOf(scene, fineOf(moving))), ranges: rangesOf(scene, moving) };
}

const scenes = new Map<string, Promise<Scene | null>>();
const motions = new Map<string, Promise<Recorded | null>>();

export function sceneOf(of: Shown): Promise<Scene | null> {
  return once(scenes, of, 0, async () => (await engine.check(of.text, of.file)).scene);
}

export function recordedMotion(of: Shown, scene: Scene): Promise<Recorded | null> {
  return once(motions, of, 1, () => record(of, scene));
}
