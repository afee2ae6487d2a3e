/* drawing.tsx - the mechanism on show, in the plane or in space. The bar that plays it is transport.tsx. */
import { computed, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { showPart } from "../shell/layout";
import { inDisplayUnits } from "../shell/units_in_text";
import { messages, sceneIsOld } from "../state/model";
import "./drawing.css";
import "./plane.css";
import { FreeBody } from "./free_body";
import { registerCommands } from "./commands";
import { Plane } from "./plane";
import { shownScene } from "./player";
import { ViewControls } from "./view_controls";
import { texts } from "../texts/texts";

/* The view of space is large: it is fetched when a model needs it. */
const views = import.meta.glob<{ SpaceView: ComponentType }>("../space/space_view.tsx");
const spaceView = signal<ComponentType | null>(null);
const failed = signal(false);

async function fetchSpace(): Promise<void> {
  try {
    const fetched = await views["../space/space_view.tsx"]?.();
    if (fetched) spaceView.value = fetched.SpaceView;
    else failed.value = true;
  } catch {
    failed.value = true;
  }
}

function Space() {
  useEffect(() => {
    if (!spaceView.value) void fetchSpace();
  }, []);
  const View = spaceView.value;
  if (View) return <View />;
  return <p class="drawing-note">{failed.value ? texts.view.drawing.theDrawingInSpaceCouldNot : "Loading …"}</p>;
}

/* The first message up to its advice; what cannot be read at all has none. */
const whatIsWrong = computed(() => {
  const first = messages.value.find(({ severity }) => severity === "error")?.text.split("; ")[0];
  return first === undefined ? texts.view.drawing.theTextHasErrors : texts.view.drawing.wrong(inDisplayUnits(first));
});

/* In the line of the status. */
export function StaleNote() {
  if (!sceneIsOld.value) return null;
  return (
    <button type="button" class="drawing-stale" onClick={() => showPart("text")}>
      {whatIsWrong.value}{" "}
      {shownScene.value ? texts.view.drawing.thisIsTheLastValidState : texts.view.drawing.itCannotBeDrawnYet}
    </button>
  );
}

export function Drawing() {
  useEffect(registerCommands, []);
  const space = shownScene.value?.space ?? false;
  return (
    <div class="drawing">
      <div class="drawing-view">
        {space ? <Space /> : <Plane />}
        <ViewControls />
        <FreeBody />
      </div>
    </div>
  );
}
