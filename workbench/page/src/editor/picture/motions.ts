/* motions.ts - pictures of the motor's form: a position over the time that goes on, from A to B and back, or swings. */
import type { FieldPicture } from "./choose";
import { motor } from "./drives";
import { arc, axes, circle, type Family, line, mark, span } from "./pieces";

const MOVE = "M36 68C60 68 66 24 90 24";

const move: Family = [
  line(axes(16, 80, 156, 70)),
  line(`M16 68H36${MOVE.slice(6)}H130C150 24 150 68 168 68`),
  mark("start", span(16, 36, 88, 70), "t₀", 50, 88),
  mark("from", "M16 68H36", "A", 26, 62),
  mark("to", "M90 24H130", "B", 110, 18),
  mark("over", span(36, 90, 88, 26), "T", 63, 85),
  mark("dwell", span(90, 130, 42, 26), "T", 110, 56),
  mark("speed", "M50 62L76 30", "v max", 100, 50),
  mark("acceleration", "M36 68C46 68 51 64 55 57", "a max", 84, 64),
  mark("jerk", "M36 68C41 68 45 66 48 63", "j max", 80, 66),
  mark(["profile", "table", "phase", "period"], MOVE, "", 0, 0),
];

const steady: Family = [
  line(axes(16, 80, 156, 70)),
  line("M16 66L160 16"),
  mark("speed", "M16 66L160 16", "v", 84, 32),
  mark("from", circle(16, 66, 5), "A", 32, 74),
];

const swing: Family = [
  line(axes(16, 84, 156, 78)),
  line("M16 70C36 70 42 20 62 20S88 70 108 70S134 20 154 20"),
  mark("from", "M16 70H120", "A", 134, 74),
  mark("to", "M16 20H80", "B", 92, 18),
  mark("period", span(16, 108, 50, 66), "T", 62, 46),
  mark("phase", circle(16, 70, 5) + circle(39, 45, 5), "", 0, 0),
  mark("speed", "M30 60L48 30", "v max", 78, 50),
];

const given: Family = motor.map((piece) =>
  piece.look ? piece : { of: ["load"], path: arc(150, 45, 16, -20, 160), label: { x: 152, y: 22, text: "M" } },
);

/* The picture of a field of the form, for a way to move; none where it has no part in that. */
export function motorPicture(field: string, way: string): FieldPicture | undefined {
  const family = field === "load" ? given : way === "swing" ? swing : way === "speed" ? steady : move;
  return family.some(({ of }) => of?.includes(field)) ? { family, of: field } : undefined;
}
