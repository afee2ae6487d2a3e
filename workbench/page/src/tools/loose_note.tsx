/* loose_note.tsx - a mechanism that nothing holds to the ground moves away: said before and after a run, with a pin to hold it. */
import { computed } from "@preact/signals";
import { follows } from "../drawing/follow";
import { played } from "../drawing/player";
import { IconButton } from "../shell/widgets";
import { perDocument } from "../state/loads";
import { checkedText, scene } from "../state/model";
import { texts } from "../texts/texts";
import { makeGroundPin } from "./make";
import { jointsAt, nameOfNode, type Node, readSketch, type Sketch } from "./sketch";
import { commitOutcome, dragging, sketch, toolId } from "./tool_state";

/* A free end where there is one, the lowest, of these the leftmost: where a stand would be. */
export function pinPlace(of: Sketch, bodies: readonly string[]): Node | null {
  const nodes = of.nodes.filter((node) => node.ends.some(({ body }) => bodies.includes(body)));
  const ends = nodes.filter((node) => jointsAt(of, node).length === 0);
  const from = ends.length > 0 ? ends : nodes;
  const up = of.space ? 2 : 1;
  return [...from].sort((a, b) => a.at[up]! - b.at[up]! || a.at[0] - b.at[0])[0] ?? null;
}

const loose = computed<string[][]>(() => scene.value?.mobility.loose ?? []);
const dismissed = perDocument("");

/* Something stands on the ground, and whoever holds the tool for it may think that all does. */
function isPinning(): boolean {
  return toolId.value === "ground" && loose.value.flat().length < (scene.value?.bodies.length ?? 0) - 1;
}

/* Nobody is told while he is still drawing. */
const shown = computed(() => {
  const idle = (toolId.value === "select" || isPinning()) && dragging.value === "";
  return loose.value.length > 0 && (idle || played.value !== null) && dismissed.value !== loose.value.flat().join();
});

export function LooseNote() {
  const of = checkedText.value;
  if (!shown.value || of === null) return null;
  const bodies = loose.value.flat();
  const place = pinPlace(readSketch(of, scene.value), loose.value[0]!);
  const pin = (): boolean =>
    commitOutcome(() => {
      const node = pinPlace(sketch.value, loose.value[0] ?? []);
      return node ? makeGroundPin(sketch.value, { at: node.at, node, body: null }) : { why: texts.loose.noPoint };
    });
  return (
    <div class="tool-stuck" role="status">
      <p>{texts.loose.falls(bodies)}</p>
      {place && (
        <button type="button" class="button primary" onClick={pin}>
          {texts.loose.pin(nameOfNode(place))}
        </button>
      )}
      {played.value && !follows.value && (
        <button type="button" class="button" onClick={() => (follows.value = true)}>
          {texts.loose.follow}
        </button>
      )}
      <IconButton
        icon="close"
        label={texts.tools.looseNote.dismiss}
        onClick={() => (dismissed.value = bodies.join())}
      />
    </div>
  );
}
