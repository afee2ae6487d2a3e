/* background_form.tsx - the picture under the drawing, adjusted: its place, size and angle as numbers, how strongly it shows, and its
 * calibration by two places whose distance is known. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { stage } from "../drawing/stage";
import { Entry } from "../editor/entry";
import { Frame } from "../editor/values";
import { chooseFile } from "../shell/file_takers";
import { IconButton } from "../shell/widgets";
import { texts } from "../texts/texts";
import {
  adjusting,
  background,
  calibrating,
  changeBackground,
  dragged,
  loaded,
  removeBackground,
  shownBackground,
} from "./background";
import type { Point } from "../drawing/camera";
import { calibrated, differing, type Background } from "./background_key";
import { ACCEPTED, takePicture } from "./background_commands";
import { hand } from "./hints";
import { readSize, sizeField, sizeShown, sizeUnit } from "./size_text";
import "./background.css";

export function closeBackground(): void {
  adjusting.value = false;
  calibrating.value = null;
  stage.value?.svg.focus({ preventScroll: true });
}

interface NumberProps {
  label: string;
  si: "m" | "rad";
  value: number;
  positive?: boolean;
  part(value: number): Partial<Background>;
}

function NumberRow({ label, si, value, positive, part }: NumberProps) {
  return (
    <Frame label={label} unit={sizeUnit(si)}>
      <Entry
        label={label}
        steps
        value={sizeField(value, si)}
        onCommit={(next) => {
          const wanted = readSize(next, si);
          if (wanted === null) return texts.sizes.notANumber;
          if (positive && !(wanted > 0)) return texts.sizes.notPositive;
          return changeBackground(part(wanted));
        }}
      />
    </Frame>
  );
}

function Opacity({ now }: { now: Background }) {
  const words = texts.background;
  return (
    <label class="background-opacity">
      <span>{words.opacity}</span>
      <input
        type="range"
        min={0.05}
        max={1}
        step={0.05}
        value={now.opacity}
        onInput={(event) => (dragged.value = { ...now, opacity: Number(event.currentTarget.value) })}
        onChange={(event) => {
          const opacity = Number(event.currentTarget.value);
          dragged.value = null;
          changeBackground({ opacity });
        }}
      />
    </label>
  );
}

function Check({ label, on, set }: { label: string; on: boolean; set(on: boolean): void }) {
  return (
    <label class="tool-check">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/* Two coordinates, as they are typed; null: they are none. */
function readPlace(text: string): Point | null {
  const [x, y, ...more] = text.split(/[;\s]+/).filter((one) => one !== "").map((one) => readSize(one, "m")); // prettier-ignore
  return more.length === 0 && typeof x === "number" && typeof y === "number" ? [x, y] : null;
}

/* A place of the calibration by its coordinates, for those who have no pointer or know them. */
function PlaceRow({ index }: { index: 0 | 1 }) {
  const words = texts.background;
  const picked = calibrating.value ?? [];
  return (
    <Frame label={words.place(index + 1)} unit={sizeUnit("m")}>
      <Entry
        label={words.placeXY(index + 1)}
        of={picked.join(" ")}
        value=""
        onCommit={(next) => {
          const wanted = readPlace(next);
          if (!wanted) return words.twoNumbers;
          calibrating.value = [...picked, wanted];
          return undefined;
        }}
      />
    </Frame>
  );
}

/* Two places are clicked, or typed; then their true distance is typed. */
function Calibration({ now }: { now: Background }) {
  const words = texts.background;
  const picked = calibrating.value ?? [];
  const box = useRef<HTMLDivElement>(null);
  /* before the next key comes */
  useLayoutEffect(() => {
    if (picked.length === 2 || hand.peek() === "keys") box.current?.querySelector("input")?.select();
  }, [picked.length]);
  const [a, b] = picked;
  return (
    <div class="background-calibration" ref={box}>
      <p role="status">{words.pick(picked.length)}</p>
      {a && b && (
        <Frame label={words.distance} unit={sizeUnit("m")}>
          <Entry
            label={words.distance}
            of={picked.join(" ")}
            value={sizeField(Math.hypot(b[0] - a[0], b[1] - a[1]), "m")}
            onCommit={(next) => {
              const wanted = readSize(next, "m");
              if (wanted === null) return texts.sizes.notANumber;
              if (!(wanted > 0)) return texts.sizes.notPositive;
              const why = changeBackground(differing(now, calibrated(now, [a, b], wanted)));
              if (why === undefined) calibrating.value = null;
              return why;
            }}
          />
        </Frame>
      )}
      <div class="background-place">
        {picked.length < 2 && <PlaceRow key={picked.length} index={a ? 1 : 0} />}
        <button type="button" class="button" onClick={() => (calibrating.value = null)}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}

export function BackgroundForm() {
  const now = shownBackground.value;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("button, input")?.focus(), []);
  if (!now || !adjusting.value) return null;
  const words = texts.background;
  return (
    <div
      class="tool-sizes background-form"
      role="dialog"
      aria-label={words.title}
      ref={form}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        if (calibrating.value) calibrating.value = null;
        else closeBackground();
      }}
    >
      <div class="tool-sizes-head">
        <b>{words.title}</b>
        <IconButton icon="close" class="small" label={words.done} onClick={closeBackground} />
      </div>
      {loaded.value.why && <p class="prop-note error">{loaded.value.why}</p>}
      {calibrating.value ? (
        <Calibration now={background.value ?? now} />
      ) : (
        <>
          <button type="button" class="button primary" onClick={() => (calibrating.value = [])}>
            {words.calibrate}
          </button>
          <div class="background-numbers">
            <NumberRow label="x" si="m" value={now.at[0]} part={(x) => ({ at: [x, now.at[1]] })} />
            <NumberRow label="y" si="m" value={now.at[1]} part={(y) => ({ at: [now.at[0], y] })} />
            <NumberRow label={words.width} si="m" positive value={now.width} part={(width) => ({ width })} />
            <NumberRow label={words.angle} si="rad" value={now.angle} part={(angle) => ({ angle })} />
          </div>
          <Opacity now={now} />
          <div class="background-checks">
            <Check label={words.locked} on={now.locked} set={(locked) => void changeBackground({ locked })} />
            <Check label={words.hidden} on={now.hidden} set={(hidden) => void changeBackground({ hidden })} />
          </div>
          <p class="prop-note">
            {now.locked ? words.lockedNote : words.dragNote}{" "}
            {words.size(sizeShown(now.width * loaded.value.ratio, "m"))}
          </p>
          <div class="tool-sizes-acts">
            <button type="button" class="button" onClick={() => chooseFile(ACCEPTED, takePicture)}>
              {words.replace}
            </button>
            <button type="button" class="button" onClick={() => void removeBackground()}>
              {words.remove}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
