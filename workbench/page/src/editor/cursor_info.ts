/* cursor_info.ts - what can be said of the place at the cursor: the meaning of a key, and what a name is. */
import type { Scene } from "../engine/engine";
import { few } from "../shell/number_text";
import { pathAt, tokenAt } from "./diagnostics";
import { roleOf } from "./roles";
import type { SchemaReader } from "./schema";
import { type Node, nodeAt, type Path, readTree } from "./tree";
import { unitAt } from "./complete";

export interface CursorInfo {
  title: string;
  text: string;
  from: number;
  to: number;
}

function isKey(root: Node | null, path: Path, offset: number): boolean {
  const parent = nodeAt(root, path.slice(0, -1));
  if (parent?.kind !== "map") return false;
  return parent.entries.some(({ key }) => key.text === path[path.length - 1] && key.from <= offset && offset <= key.to);
}

/* A name in a few words: "parameter, 39.75 N*m". */
function describeName(name: string, scene: Scene | null): string {
  if (!scene) return "";
  const parameter = scene.parameters.find((one) => one.name === name);
  if (parameter) return `parameter: ${few(parameter.value)}${parameter.unit ? " " + parameter.unit : ""}`;
  const body = scene.bodies.find((one) => one.name === name);
  if (body) return name === "ground" ? "the ground" : `body: ${few(body.mass)} kg, ${body.points.length} points`;
  const joint = scene.joints.find((one) => one.name === name);
  if (joint) return `${joint.type} joint of ${joint.bodies.map((i) => scene.bodies[i]?.name).join(" and ")}`;
  const force = scene.forces.find((one) => one.name === name);
  if (force) return `force: ${force.type}`;
  const driver = scene.drivers.find((one) => one.name === name);
  if (driver) return `driver of ${driver.channel}`;
  const channel = scene.channels.find((one) => one.name === name);
  if (channel) return `channel${channel.unit ? ", in " + channel.unit : ""}`;
  const [head, tail] = name.split(".");
  const owner = scene.bodies.find((one) => one.name === head);
  if (owner?.points.some((point) => point.name === tail)) return `point of ${head}`;
  return "";
}

export function cursorInfoAt(
  text: string,
  offset: number,
  schema: SchemaReader | null,
  scene: Scene | null,
): CursorInfo | null {
  const { root } = readTree(text);
  const path = pathAt(root, offset);
  if (path.length === 0) return null;
  const token = tokenAt(text, offset);
  while (token.from > 0 && /[\w.]/.test(text[token.from - 1]!) && /[\w.]/.test(text[token.from] ?? " ")) token.from--;
  const word = text.slice(token.from, token.to);
  if (isKey(root, path, offset)) {
    const field = schema?.field(path, root);
    if (field) {
      const unit = field.doc.unit ? ` [${field.doc.unit}]` : "";
      const preset = field.default === undefined ? "" : `; ${field.default} if not given`;
      return { title: field.key + unit, text: field.doc.text + preset, ...token };
    }
    const isPoint = path.length === 4 && path[0] === "bodies" && path[2] === "points";
    const said = isPoint
      ? `point of ${path[1]}`
      : path[0] === "points"
        ? "point of the drawing"
        : describeName(word, scene);
    return { title: word, text: said, ...token };
  }
  const known = roleOf(path, root) === "text" ? "" : describeName(word, scene);
  if (known) return { title: word, text: known, ...token };
  const field = schema?.field(
    path.filter((step) => typeof step === "string"),
    root,
  );
  const unit = unitAt({ path, root }, { schema, channels: scene?.channels ?? [], space: scene?.space ?? false });
  if (!field || !field.doc.text) return null;
  return { title: field.key + (unit ? ` [${unit}]` : ""), text: field.doc.text, ...token };
}
