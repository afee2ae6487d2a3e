/* menu.ts - what the tools offer in the menu of the drawing: of a joint, a point, a link, a force, and of empty ground. */
import { addAndChoose } from "../editor/chosen";
import { directionOf } from "../editor/motor_motion";
import { motorOf, reverseMotor } from "../editor/motor_rows";
import { addContact } from "../editor/touching";
import { texts } from "../texts/texts";
import type { SceneBody } from "../engine/engine";
import { scene } from "../state/model";
import { contextMenu, menuSources, thingSources, type MenuEntry } from "../drawing/context_menu";
import { find, isEnabled } from "../shell/commands";
import type { Place as Point } from "../drawing/camera";
import { inTapOrder } from "../drawing/plane";
import { holdsPoint, inSentence, slides } from "../state/description";
import { sameSelected, selected, selection, type Selected } from "../state/selection";
import { commitOutcome, choose, sketch, toolState } from "./tool_state";
import { duplicate } from "./duplicate";
import { nodeMeant } from "./grab";
import {
  changeType,
  drivenCoordinate,
  makeGroundPin,
  makeMotor,
  makePoint,
  makeOnBody,
  type Made,
  type Refused,
} from "./make";
import type { Anchor } from "./plan";
import { products } from "./products";
import { removeElement } from "./remove";
import { renaming, showInText, written } from "./renaming";
import { bodyNamed, GROUND, groundJointAt, type Sketch } from "./sketch";
import { gridStep } from "./snap";
import { board } from "./board";

function entry(label: string, make: () => Made | Refused): MenuEntry {
  return { label, act: () => void commitOutcome(make) };
}

function ofJoint(of: Sketch, name: string): MenuEntry[] {
  const joint = of.joints.find((one) => one.name === name);
  if (!joint) return [];
  const entries: MenuEntry[] = [];
  if (drivenCoordinate(joint, of) !== "") {
    const turns = !slides(joint.type, of.space);
    const driven = of.drivers.some(({ channel }) => channel.startsWith(name + "."));
    if (!driven)
      entries.push(
        entry(turns ? texts.tools.menu.turnAtConstantSpeed : texts.tools.menu.moveToAndFro, () =>
          makeMotor(of, joint, "driver"),
        ),
      );
    for (const { id, title, template } of products.value.filter(({ gesture }) => gesture === "joint"))
      if (turns || template.sliding !== undefined)
        entries.push(entry(texts.tools.menu.addA(inSentence(title)), () => makeMotor(of, joint, id)));
  }
  if (holdsPoint(joint.type, of.space))
    for (const { id, kind, title } of products.value.filter(
      (one) => one.section === "joints" && holdsPoint(one.kind, of.space),
    ))
      if (kind !== joint.type)
        entries.push(entry(texts.tools.menu.makeItA(inSentence(title)), () => changeType(of, joint, id)));
  return entries;
}

/* Begins a tool that takes two places with its first one here. */
function beginWith(label: string, id: string, anchor: Anchor): MenuEntry {
  return {
    label,
    act() {
      choose(id);
      toolState.value = id === "link" ? { anchors: [anchor] } : { from: anchor };
    },
  };
}

function ofPlace(of: Sketch, anchor: Anchor): MenuEntry[] {
  const { node } = anchor;
  const entries: MenuEntry[] = [];
  const moving = anchor.body !== null || node?.ends.some(({ body }) => body !== GROUND);
  if (moving && !(node && groundJointAt(of, node)))
    entries.push(entry(texts.tools.menu.pinItToTheGround, () => makeGroundPin(of, anchor)));
  entries.push(
    beginWith(node || anchor.body ? texts.tools.menu.drawALinkFromHere : texts.tools.menu.drawALink, "link", anchor),
  );
  const [force] = products.value.filter(({ gesture }) => gesture === "arrow");
  if (moving && force) entries.push(beginWith(texts.tools.menu.addAHere(inSentence(force.title)), force.id, anchor));
  const [spring] = products.value.filter(({ gesture, section }) => gesture === "pair" && section === "forces");
  if (spring) entries.push(beginWith(texts.tools.menu.addAFromHere(inSentence(spring.title)), spring.id, anchor));
  if (!node)
    entries.push(
      entry(anchor.body ? texts.tools.menu.addAPointTo(anchor.body) : texts.tools.menu.addAPoint, () =>
        makePoint(of, anchor),
      ),
    );
  return entries;
}

const MOST = 4; // bodies to touch that a menu offers

/* Contacts of a body, with the ground and with those nearest to it. */
function touching(body: string): MenuEntry[] {
  const now = scene.peek();
  const own = now?.bodies.find(({ name }) => name === body);
  if (!now || !own) return [];
  const away = ({ pose }: SceneBody): number => Math.hypot(pose.at[0] - own.pose.at[0], pose.at[1] - own.pose.at[1]);
  const others = now.bodies.slice(1).filter(({ name }) => name !== body);
  const near = others.sort((a, b) => away(a) - away(b)).slice(0, MOST);
  return [now.bodies[0]!, ...near].map(({ name }) => ({
    label: texts.tools.menu.letItTouch(name === GROUND ? "the ground" : name),
    act: () => addAndChoose((text) => addContact(text, now, body, name)),
  }));
}

/* What is done with all that is selected. */
function ofSelection(): MenuEntry[] {
  const ids = ["copy", "cut", "duplicate-selected", "mirror-x", "mirror-y", "arrange", "hide", "delete-selected"];
  return ids.flatMap((id) => {
    const command = find(id);
    return command && isEnabled(command) ? [{ label: command.title, act: () => command.run() }] : [];
  });
}

function isOfSeveral(hits: Selected[]): boolean {
  return selection.peek().length > 1 && hits.some((hit) => selection.peek().some((one) => sameSelected(one, hit)));
}

/* In space, where no place is meant. */
function ofThings(hits: Selected[]): MenuEntry[] {
  if (isOfSeveral(hits)) return ofSelection();
  const what = inTapOrder(hits).find(({ name }) => name !== GROUND);
  if (!what) return [];
  return ["copy", "duplicate-selected", "hide", "delete-selected"].flatMap((id) => {
    const command = find(id);
    return command
      ? [{ label: `${command.title.replace(/ what is selected$/, "")} ${what.name}`, act: () => command.run() }]
      : [];
  });
}

function common(of: Sketch, what: Selected, at: Point): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const place = board.value!.toClient(at);
  const box = board.value!.element.getBoundingClientRect();
  const name = written(what);
  if (what.kind === "body" || what.kind === "force") {
    const grid = gridStep(board.value!.scale());
    entries.push(entry(texts.tools.menu.duplicate(what.name), () => duplicate(of, what, [2 * grid, -2 * grid])));
  }
  entries.push({
    label: texts.tools.menu.rename(name.name),
    act: () => void (renaming.value = { what: name, at: [place[0] - box.left, place[1] - box.top], wrong: "" }),
  });
  entries.push({ label: texts.tools.menu.showItInTheText, act: () => showInText(what) });
  const hide = find("hide");
  if (hide) entries.push({ label: `${hide.title} ${name.name}`, act: () => hide.run() });
  entries.push(entry(texts.tools.menu.deleteWord(name.name), () => removeElement(of, name)));
  return entries;
}

/* The menu is of one element: that which a tap would take. */
function entriesFor(of: Sketch, hits: Selected[], at: Point): MenuEntry[] {
  const what = inTapOrder(hits).find((one) => !(one.kind === "body" && one.name === GROUND));
  const node = hits.map((one) => nodeMeant(of, one)).find((one) => one !== undefined) ?? null;
  const body = node ? null : (hits.find((one) => one.kind === "body" && one.name !== GROUND)?.name ?? null);
  const anchor: Anchor = { at: node?.at ?? at, node, body };
  if (!what) return ofPlace(of, anchor);
  const own = what.kind === "joint" ? ofJoint(of, what.name) : [];
  const found = what.kind === "body" ? bodyNamed(of, what.name) : undefined;
  for (const { id, title } of products.value.filter(({ gesture }) => gesture === "body"))
    if (found) own.push(entry(texts.tools.menu.addA(inSentence(title)), () => makeOnBody(of, id, found)));
  if (found) own.push(...touching(what.name));
  const motor = what.kind === "force" || what.kind === "driver" ? motorOf(what) : null;
  if (motor && directionOf(motor.motion) !== 0)
    own.push({ label: texts.motor.reverse(what.name), act: () => void reverseMotor(what) });
  const place = what.kind === "force" || what.kind === "driver" ? [] : ofPlace(of, anchor);
  return [...own, ...place, ...common(of, what, at)];
}

/* The menu key, or Shift+F10: of what is selected. */
function byKey(event: KeyboardEvent): void {
  const wanted = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
  const inDrawing =
    event.target instanceof Element &&
    (event.target === document.body || event.target.closest(".plane-svg, .space-canvas"));
  if (!wanted || !inDrawing || !board.value || contextMenu.value) return;
  const what = selected.value;
  const node = what && nodeMeant(sketch.value, what);
  const body = what?.kind === "body" ? bodyNamed(sketch.value, what.name) : undefined;
  const at = node?.at ?? body?.frame.origin;
  if (!at) return;
  event.preventDefault();
  const [clientX, clientY] = board.value.toClient(at);
  board.value.element.dispatchEvent(
    new MouseEvent("contextmenu", { clientX, clientY, bubbles: true, cancelable: true }),
  );
}

export function watchMenu(): () => void {
  const source = (hits: Selected[], at: Point): MenuEntry[] =>
    isOfSeveral(hits) ? ofSelection() : entriesFor(sketch.value, hits, at);
  menuSources.unshift(source);
  thingSources.push(ofThings);
  document.addEventListener("keydown", byKey);
  return () => {
    document.removeEventListener("keydown", byKey);
    menuSources.splice(menuSources.indexOf(source), 1);
    thingSources.splice(thingSources.indexOf(ofThings), 1);
  };
}
