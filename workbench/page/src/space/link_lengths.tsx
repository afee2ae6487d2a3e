/* link_lengths.tsx - in space: the lengths of a link as fields in its properties, and the distance between two points that are selected.
 *
 * A length that is typed moves the end that does not stand on the ground, along the link; what is pinned to it follows.
 */
import { bodyRows } from "../editor/body_rows";
import { Entry } from "../editor/entry";
import { severalRows } from "../editor/several_form";
import { Frame } from "../editor/values";
import { quantity } from "../shell/quantity";
import { selection } from "../state/selection";
import { texts } from "../texts/texts";
import { toast } from "../shell/toast";
import { addEntry, entries, entryOfSide, holderOf, setDimension } from "../tools/dimension_state";
import { lineBetween } from "../tools/dimension_tool";
import { distance, onGround, vec } from "../tools/geometry";
import { sidesOf, type Side } from "../tools/link_size";
import { sameEntry, type SketchEntry } from "../tools/sketch_entries";
import { readSize, sizeField, sizeUnit } from "../tools/size_text";
import { bodyNamed, nameOfNode, nodeNamed, type SketchBody } from "../tools/sketch";
import { HoldButton } from "../tools/size_rows";
import { sketch, spatial } from "../tools/tool_state";
import { angleOf, componentsOf } from "./measured";

function lengthOf(body: SketchBody, { from, to }: Side): number {
  return distance(onGround(body.frame, body.points.get(from)!), onGround(body.frame, body.points.get(to)!));
}

function LengthRow({ body, side, only }: { body: SketchBody; side: Side; only: boolean }) {
  const label = only ? texts.sizes.length : texts.sizes.lengthOf(side.from, side.to);
  return (
    <Frame
      label={label}
      doc={texts.gizmo.lengthDoc}
      unit={sizeUnit("m")}
      ways={<HoldButton kind="length" side={side} value={lengthOf(body, side)} />}
    >
      <Entry
        label={label}
        doc={texts.gizmo.lengthDoc}
        of={`${side.body} ${side.from} ${side.to}`}
        steps
        value={sizeField(lengthOf(body, side), "m")}
        onCommit={(next) => {
          const wanted = readSize(next, "m");
          return wanted === null
            ? texts.sizes.notANumber
            : setDimension(holderOf("length", side) ?? entryOfSide("length", side), wanted);
        }}
      />
    </Frame>
  );
}

function Lengths({ body }: { body: string }) {
  const found = spatial.value ? bodyNamed(sketch.value, body) : undefined;
  const sides = found ? sidesOf(found) : [];
  if (!found || sides.length === 0) return null;
  return (
    <fieldset class="prop-group">
      <legend>{texts.sizes.group}</legend>
      {sides.map((side) => (
        <LengthRow key={`${side.from} ${side.to}`} body={found} side={side} only={sides.length === 1} />
      ))}
    </fieldset>
  );
}

/* The distance as a dimension on the drawing, kept in the document. */
function KeepButton({ of }: { of: [string, string] }) {
  const entry: SketchEntry = { name: "", kind: "length", of: [of], is: null, label: null };
  if (entries.value.some((one) => sameEntry(one, entry))) return null;
  const keep = (): void => {
    const why = addEntry(entry);
    if (why) toast(why);
  };
  return (
    <button type="button" class="button" onClick={keep}>
      {texts.dimensions.keep}
    </button>
  );
}

/* Of two points their distance, of three the angle at the second. */
function Between() {
  const nodes = selection.value.flatMap(({ kind, name }) => {
    const node = kind === "point" ? nodeNamed(sketch.value, name) : undefined;
    return node ? [node] : [];
  });
  if (!spatial.value || nodes.length !== selection.value.length || nodes.length < 2 || nodes.length > 3) return null;
  const [a, b, c] = nodes.map(({ at }) => vec(at));
  const words = texts.gizmo;
  return (
    <fieldset class="prop-group">
      <legend>{words.measured}</legend>
      <dl class="measured">
        <dt>{words.distance(nameOfNode(nodes[0]!), nameOfNode(nodes[1]!))}</dt>
        <dd>{quantity(distance(a!, b!), "m", 6)}</dd>
        {componentsOf(a!, b!).map(([axis, value]) => (
          <>
            <dt>{words.difference(axis)}</dt>
            <dd>{quantity(value, "m", 6)}</dd>
          </>
        ))}
        {c && (
          <>
            <dt>{words.angleAt(nameOfNode(nodes[1]!))}</dt>
            <dd>{quantity(angleOf(a!, b!, c), "rad", 5)}</dd>
          </>
        )}
      </dl>
      {!c && <KeepButton of={lineBetween(nodes[0]!, nodes[1]!)} />}
    </fieldset>
  );
}

export function watchLengths(): () => void {
  bodyRows.value = [...bodyRows.value, Lengths];
  severalRows.value = [Between, ...severalRows.value];
  return () => {
    bodyRows.value = bodyRows.value.filter((one) => one !== Lengths);
    severalRows.value = severalRows.value.filter((one) => one !== Between);
  };
}
