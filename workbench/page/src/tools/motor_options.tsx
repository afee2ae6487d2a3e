/* motor_options.tsx - the form of the motor over the drawing while its tool is in hand: of the next one, and of the one just placed. */
import { computed, effect, signal, untracked, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { SceneMotion } from "../engine/engine";
import { Select } from "../editor/entry";
import { curveOf } from "../editor/motor_curve";
import { MotorForm } from "../editor/motor_form";
import type { Motion } from "../editor/motor_motion";
import { presetMotion } from "../editor/motor_presets";
import { MotorOf, motorOf, sensesOf, tablesToFollow } from "../editor/motor_rows";
import { probeOf } from "../editor/motor_write";
import { Frame } from "../editor/values";
import { phone, side, sideTab } from "../shell/layout";
import { firstError } from "../shell/units_in_text";
import { engine } from "../state/connection";
import { settledText } from "../state/document";
import { scene } from "../state/model";
import { selected } from "../state/selection";
import { texts } from "../texts/texts";
import { board } from "./board";
import { sketch } from "./tool_state";
import { draft, draftPlace, setDraft, type Place } from "./motor_draft";

interface Probed {
  motion?: SceneMotion;
  error?: string;
}

/* The model's parameters, for limits that name them. */
function parametersText(): string {
  const all = scene.value?.parameters ?? [];
  const written = all.filter(({ name }) => /^\w+$/.test(name)).map(({ name, value }) => `${name}: ${value}`);
  return written.length > 0 ? `parameters: {${written.join(", ")}}\n` : "";
}

/* What the engine makes of a motion that is not in the model yet. */
function useProbe(motion: Motion): Probed {
  const probed = useSignal<Probed>({});
  const text = motion.to === "" ? null : probeOf({ ...motion, from: motion.from || "0" }, parametersText());
  useEffect(() => {
    probed.value = {};
    if (text === null) return;
    const stop = new AbortController();
    engine.check(text, "motion.yaml", {}, stop.signal).then(
      (answer) => {
        if (stop.signal.aborted) return;
        const error = firstError(answer.messages) ?? undefined;
        probed.value = { motion: answer.scene?.motions?.[0], error };
      },
      () => undefined, // asked anew with the next change
    );
    return () => stop.abort();
  }, [text]);
  return probed.value;
}

function NextMotor() {
  const place = draftPlace.value;
  const turning = place === "turning";
  const motion = draft.value;
  const size = scene.value?.size ?? 1;
  const { motion: known, error } = useProbe(motion);
  const change = (next: Motion): undefined => void setDraft(place, next);
  const { on, places, here } = texts.motor;
  return (
    <>
      <Frame label={on}>
        <Select
          label={on}
          value={places[place]}
          words={Object.values(places)}
          onCommit={(word) =>
            (draftPlace.value = (Object.keys(places) as Place[]).find((one) => places[one] === word) ?? "turning")
          }
        />
      </Frame>
      <MotorForm
        motion={motion}
        turning={turning}
        loads
        senses={sensesOf(turning)}
        tables={tablesToFollow(settledText.value)}
        curve={curveOf(motion, known)}
        error={error}
        here={here}
        onWay={(way) => change({ ...presetMotion(way, motion, { turning, value: null, size }), from: motion.from })}
        onChange={change}
      />
    </>
  );
}

const isOpen = signal(!phone.peek()); // it covers a part of the drawing

/* Whether the properties show the motor that is selected. */
const inPanel = computed(() => !phone.value && side.value.open && sideTab.value === "properties");

/* As soon as a motor is there, its form is in the properties: the drawing is free again. */
effect(() => {
  const what = selected.value;
  if (inPanel.value && what && untracked(() => motorOf(what))) isOpen.value = false;
});

/* Whether a place for a motor lies under the form. */
function covers(form: HTMLElement): boolean {
  const on = board.peek();
  const { left, right, top, bottom } = form.getBoundingClientRect();
  return sketch.peek().nodes.some(({ at }) => {
    const [x, y] = on?.toClient(at) ?? [-1, -1];
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}

export function MotorOptions() {
  const form = useRef<HTMLDetailsElement>(null);
  /* Once, as the tool is taken up: who opens it then wants it there. */
  useLayoutEffect(() => {
    if (form.current && isOpen.peek() && covers(form.current)) isOpen.value = false;
  }, []);
  const what = inPanel.value ? null : selected.value;
  const motor = what && motorOf(what);
  return (
    <details
      class="motor-options"
      ref={form}
      open={isOpen.value}
      onToggle={(event) => (isOpen.value = event.currentTarget.open)}
    >
      <summary>{motor ? texts.motor.of(what.name, motor.on.channel) : texts.motor.next}</summary>
      {motor ? (
        <>
          <MotorOf what={what} {...motor} />
          <button type="button" class="button quiet" onClick={() => (selected.value = null)}>
            {texts.motor.another}
          </button>
        </>
      ) : (
        <NextMotor />
      )}
    </details>
  );
}
