/* cursor_info.ts - what can be said of the place at the cursor: the meaning of a key, and what a name is. */
import type { Scene } from "../engine/engine";
import { shownUnit } from "../shell/display_units";
import { quantity } from "../shell/quantity";
import { counted } from "../texts/english";
import { pathAt, tokenAt } from "./diagnostics";
import { called } from "../state/description";
import { roleOf } from "./roles";
import { firstUse, lastPart, ownerOf, scoped } from "./scope";
import type { SchemaReader } from "./schema";
import { type Node, nodeAt, type Path, readTree } from "./tree";
import { unitAt } from "./complete";
import { texts } from "../texts/texts";

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
  if (parameter) return `parameter: ${quantity(parameter.value, parameter.unit, 6)}`;
  const body = scene.bodies.find((one) => one.name === name);
  if (body)
    return name === "ground"
      ? texts.editor.cursorInfo.theGround
      : `body: ${quantity(body.mass, "kg", 6)}, ${counted(body.points.length, "point")}`;
  const joint = scene.joints.find((one) => one.name === name);
  if (joint)
    return texts.editor.cursorInfo.jointOf(
      called(joint.type),
      joint.bodies.map((i) => scene.bodies[i]?.name).join(" and "),
    );
  const force = scene.forces.find((one) => one.name === name);
  if (force) return texts.editor.cursorInfo.forceOf(called(force.type));
  const driver = scene.drivers.find((one) => one.name === name);
  if (driver) return texts.editor.cursorInfo.driverOf(driver.channel);
  const state = scene.states?.find((one) => one.name === name);
  if (state) return called(state.type);
  const output = scene.outputs?.find((one) => one.name === name);
  if (output)
    return texts.editor.cursorInfo.output(
      output.unit ? ", in " + shownUnit(output.unit).unit : "",
      output.title ? ": " + output.title : "",
    );
  const use = scene.uses?.find((one) => one.name === name);
  if (use) return texts.editor.cursorInfo.useOfThePart(use.part);
  const channel = scene.channels.find((one) => one.name === name);
  if (channel) return `channel${channel.unit ? ", in " + shownUnit(channel.unit).unit : ""}`;
  const owner = scene.bodies.find((one) => one.name === ownerOf(name));
  if (owner?.points.some((point) => point.name === lastPart(name))) return texts.editor.cursorInfo.pointOf(owner.name);
  if (scene.drawing.some((one) => one.name === name)) return texts.editor.cursorInfo.pointOfTheDrawing;
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
  const { scope, path: own } = scoped(path, root);
  const use = scope.length > 0 ? firstUse(root, String(scope[1])) : null;
  /* what a part has is known by its first use; what it takes from the file, by its own name */
  const meaning = (): string => {
    const inUse = use === null ? "" : describeName(`${use}.${word}`, scene);
    return inUse ? texts.editor.cursorInfo.inWord(inUse, use!) : describeName(word, scene);
  };
  if (isKey(root, path, offset)) {
    const field = schema?.field(path, root);
    if (field) {
      const unit = field.doc.unit ? ` [${field.doc.unit}]` : "";
      const preset = field.default === undefined ? "" : texts.editor.cursorInfo.ifNotGiven(field.default);
      return { title: field.key + unit, text: field.doc.text + preset, ...token };
    }
    const isPoint = own.length === 4 && own[0] === "bodies" && own[2] === "points";
    const said = isPoint
      ? texts.editor.cursorInfo.pointOf2(own[1]!)
      : own[0] === "points"
        ? texts.editor.cursorInfo.pointOfTheDrawing
        : meaning();
    return { title: word, text: said, ...token };
  }
  const known = roleOf(path, root) === "text" ? "" : meaning();
  if (known) return { title: word, text: known, ...token };
  const field = schema?.field(
    path.filter((step) => typeof step === "string"),
    root,
  );
  const unit = unitAt({ path, root }, { schema, channels: scene?.channels ?? [], space: scene?.space ?? false });
  if (!field || !field.doc.text) return null;
  return { title: field.key + (unit ? ` [${unit}]` : ""), text: field.doc.text, ...token };
}
