/* plane_bar.tsx - over the drawing in space while something is drawn: the work plane and its distance from the origin, and the axis that
 * new joints turn about.
 */
import type { Vec } from "../engine/engine";
import { quantity } from "../shell/quantity";
import { shownUnit } from "../shell/display_units";
import { typedNumber } from "../editor/typed";
import { toast } from "../shell/toast";
import { texts } from "../texts/texts";
import { board } from "../tools/board";
import { itemOf } from "../tools/kit";
import { OptionForm } from "../tools/option_form";
import { tidy } from "../tools/numbers";
import { toolId } from "../tools/tool_state";
import { unit } from "./vectors";
import { offsetOf, PLANES } from "./work_plane";
import {
  activePlane,
  axisInHand,
  axisWish,
  chooseAxis,
  chosenAxis,
  offsetPlane,
  picking,
  turnPlane,
  workPlane,
  type Picking,
} from "./work_plane_state";

const AXES: [name: string, along: Vec][] = [
  ["x", [1, 0, 0]],
  ["y", [0, 1, 0]],
  ["z", [0, 0, 1]],
];

interface Choice {
  label: string;
  on: boolean;
  take(): void;
}

function Choices({ label, of }: { label: string; of: Choice[] }) {
  const now = of.findIndex(({ on }) => on);
  return (
    <select
      class="input"
      aria-label={label}
      title={label}
      value={now < 0 ? "" : now}
      onChange={({ currentTarget }) => {
        of[Number(currentTarget.value)]?.take();
        board.value?.element.focus({ preventScroll: true }); // keys are the drawing's again
      }}
    >
      {now < 0 && <option value="">{texts.space.other}</option>}
      {of.map((one, i) => (
        <option key={one.label} value={i}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

/* A field that takes what is typed when it is left, or by Enter. */
function Field({ label, value, take }: { label: string; value: string; take: (text: string) => boolean }) {
  return (
    <input
      class="input"
      key={value}
      aria-label={label}
      title={label}
      defaultValue={value}
      autocomplete="off"
      spellcheck={false}
      onChange={({ currentTarget }) => {
        if (take(currentTarget.value)) return;
        toast(texts.space.noNumber);
        currentTarget.value = value;
      }}
    />
  );
}

const isPicking = (what: Picking["what"]): boolean => picking.value?.what === what;

function planes(): Choice[] {
  const words = texts.space;
  return [
    ...PLANES.map(({ name }) => ({
      label: name.toUpperCase(),
      on: !picking.value && workPlane.value.name === name,
      take: () => turnPlane(name),
    })),
    { label: words.throughPoint, on: isPicking("point"), take: () => void (picking.value = { what: "point" }) },
    { label: words.onFace, on: isPicking("face"), take: () => void (picking.value = { what: "face" }) },
  ];
}

function axes(): Choice[] {
  const words = texts.space;
  const same = (a: Vec, b: Vec | null): boolean => b !== null && a.every((one, i) => Math.abs(one - b[i]!) < 1e-9);
  const isLink = axisWish.value === "link" && !isPicking("axis");
  const isNormal = chosenAxis.value === null && !isLink && !isPicking("axis");
  return [
    { label: words.alongNormal, on: isNormal, take: () => chooseAxis(null) },
    { label: words.alongLink, on: isLink, take: () => chooseAxis(null, "link") },
    ...AXES.map(([name, along]) => ({
      label: name,
      on: same(along, chosenAxis.value) && !axisWish.value && !isPicking("axis"),
      take: () => chooseAxis(along),
    })),
    {
      label: words.alongPoints,
      on: isPicking("axis"),
      take: () => void (picking.value = { what: "axis", from: null }),
    },
  ];
}

/* "0 0.5 1" or "0, 0.5, 1"; not all of them 0. */
function takeAxis(text: string): boolean {
  const numbers = text
    .trim()
    .split(/[,;]?\s+|[,;]/)
    .map(Number);
  if (numbers.length !== 3 || !numbers.every(Number.isFinite) || numbers.every((one) => one === 0)) return false;
  chooseAxis(unit(numbers as Vec));
  return true;
}

function takeOffset(text: string): boolean {
  const to = typedNumber(text, shownUnit("m"));
  if (to !== null) offsetPlane(to);
  return to !== null;
}

export function PlaneBar() {
  const inHand = itemOf(toolId.value).tool !== null;
  if (!inHand && !picking.value) return null;
  const words = texts.space;
  const axis = axisInHand.value.map((one) => tidy(one, 1e-4)).join(" ");
  return (
    <>
      <div class="plane-group">
        <Choices label={words.workPlane} of={planes()} />
        <Field label={words.offset} value={quantity(offsetOf(activePlane.value), "m")} take={takeOffset} />
      </div>
      <div class="plane-group">
        <Choices label={words.axis} of={axes()} />
        <Field label={words.axisNumbers} value={axis} take={takeAxis} />
      </div>
      <OptionForm only="options" />
    </>
  );
}
