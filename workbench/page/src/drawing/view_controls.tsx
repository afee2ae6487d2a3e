/* view_controls.tsx - zoom, fit, and the menu of what is shown: names, masses, grid, arrows, traces. */
import { perDocument } from "../state/loads";
import { useLayoutEffect, useRef } from "preact/hooks";
import { find, isEnabled } from "../shell/commands";
import { displayUnits } from "../shell/display_units";
import { below, usePopover } from "../shell/popover";
import { unitText } from "../shell/unit_text";
import { selected } from "../state/selection";
import { texts } from "../texts/texts";
import { arrows, showConstruction, showDimensions, showGrid, showMasses, showNames, traces } from "../state/settings";
import { unseen } from "../state/hidden";
import { arrowScale, arrowsOf } from "./arrow_state";
import { toggleTrace } from "./trace_choice";
import { follows } from "./follow";
import { freeBody } from "./free_body_state";
import { TeachMenu } from "./overlay_menu";
import { pointsOf } from "./points";
import { shownScene } from "./player";
import { viewer } from "./viewer";
import { IconButton } from "./icons";

const open = perDocument(false);

function Check({ label, on, set, tone }: { label: string; on: boolean; set(on: boolean): void; tone?: string }) {
  return (
    <label class="check">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      {tone && <span class={`swatch ${tone}`} aria-hidden="true" />}
      <span>{label}</span>
    </label>
  );
}

function Arrows() {
  const now = arrows.value;
  const some = now.velocity || now.acceleration || now.force;
  const body = selected.value?.kind === "body" ? selected.value.name : null;
  return (
    <fieldset>
      <legend>{texts.view.viewControls.arrows}</legend>
      <Check
        label={texts.view.viewControls.velocity}
        tone="velocity"
        on={now.velocity}
        set={(on) => (arrows.value = { ...now, velocity: on })}
      />
      <Check
        label={texts.view.viewControls.acceleration}
        tone="acceleration"
        on={now.acceleration}
        set={(on) => (arrows.value = { ...now, acceleration: on })}
      />
      <Check
        label={texts.view.viewControls.forces}
        tone="force"
        on={now.force}
        set={(on) => (arrows.value = { ...now, force: on })}
      />
      {some && (
        <>
          <label class="range">
            <span>{texts.view.viewControls.length}</span>
            <input
              type="range"
              min={-1}
              max={1}
              step={0.05}
              value={Math.log10(arrowScale.value)}
              onInput={(event) => (arrowScale.value = 10 ** Number(event.currentTarget.value))}
            />
          </label>
          <Check
            label={body ? texts.view.viewControls.onlyOn(body) : texts.view.viewControls.onlyOnTheSelectedBody}
            on={arrowsOf.value === "selected"}
            set={(on) => (arrowsOf.value = on ? "selected" : "all")}
          />
        </>
      )}
    </fieldset>
  );
}

function Traces() {
  const scene = shownScene.value;
  if (!scene) return null;
  const names = [
    ...pointsOf(scene).filter((point) => point.body > 0),
    ...scene.bodies.slice(1).map((body, i) => ({ name: body.name, body: i + 1 })),
  ].map((point) => point.name);
  return (
    <fieldset class="traces">
      <legend>{texts.view.viewControls.pathsOfPoints}</legend>
      <div class="trace-list">
        {names.map((name) => (
          <Check
            key={name}
            label={name.includes(".") ? name : texts.view.viewControls.centreOfMass(name)}
            on={traces.value.includes(name)}
            set={() => toggleTrace(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/* What a tool offers, where it is there. */
function CommandLink({ id, label, close }: { id: string; label: string; close(): void }) {
  const command = find(id);
  if (!command || !isEnabled(command)) return null;
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        close();
        command.run();
      }}
    >
      {label}
    </button>
  );
}

/* The picture under the drawing. */
function PictureLink({ close }: { close(): void }) {
  const adjust = find("background-adjust");
  const there = adjust !== undefined && isEnabled(adjust);
  return (
    <CommandLink
      id={there ? "background-adjust" : "background-add"}
      label={texts.background.inMenu(there)}
      close={close}
    />
  );
}

function Panel({ close }: { close(): void }) {
  const box = useRef<HTMLDivElement>(null);
  const owner = (): Element => box.current!.closest(".view-menu")!;
  usePopover(box, { at: (panel) => below(owner(), panel), owner, close });
  useLayoutEffect(() => box.current!.querySelector<HTMLElement>("input")?.focus(), []);
  const bodies = shownScene.value?.bodies.slice(1) ?? [];
  return (
    <div
      class="popover view-panel"
      popover="manual"
      ref={box}
      role="dialog"
      aria-label={texts.view.viewControls.displayOptions}
    >
      <fieldset>
        <legend>{texts.view.viewControls.show}</legend>
        <Check label={texts.view.viewControls.names} on={showNames.value} set={(on) => (showNames.value = on)} />
        <Check
          label={texts.view.viewControls.centresOfMass}
          on={showMasses.value}
          set={(on) => (showMasses.value = on)}
        />
        <Check label={texts.view.viewControls.grid} on={showGrid.value} set={(on) => (showGrid.value = on)} />
        {shownScene.value && (
          <>
            <Check label={texts.loose.follow} on={follows.value} set={(on) => (follows.value = on)} />
            <Check label={texts.dimensions.show} on={showDimensions.value} set={(on) => (showDimensions.value = on)} />
          </>
        )}
        {shownScene.value?.space === false && (
          <Check
            label={texts.view.viewControls.constructionOfGearsAndCams}
            on={showConstruction.value}
            set={(on) => (showConstruction.value = on)}
          />
        )}
      </fieldset>
      <PictureLink close={close} />
      <Arrows />
      <TeachMenu />
      <Traces />
      {bodies.length > 0 && (
        <label class="range">
          <span>{texts.view.viewControls.freeBodyDiagram}</span>
          <select
            value={freeBody.value ?? ""}
            onChange={(event) => {
              freeBody.value = event.currentTarget.value || null;
              if (freeBody.value) close();
            }}
          >
            <option value="">{texts.view.viewControls.none}</option>
            {bodies.map((body) => (
              <option key={body.name} value={body.name}>
                {body.name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/* The unit of lengths; a press offers others. */
function UnitsButton() {
  const command = find("units");
  if (!command || !isEnabled(command)) return null;
  const units = displayUnits.value;
  const all = [units.length, units.force, units.angle, units.speed, units.mass].map(unitText).join(", ");
  const label = texts.units.button(all);
  return (
    <button type="button" class="icon-button units-button" title={label} aria-label={label} onClick={command.run}>
      {units.length}
    </button>
  );
}

/* Named groups of elements, to hide and to lock. */
function GroupsButton() {
  const command = find("groups");
  if (!command || !isEnabled(command)) return null;
  return <IconButton of="layers" label={texts.groups.button} act={command.run} />;
}

export function ViewControls() {
  const box = useRef<HTMLDivElement>(null);
  const close = (): void => void (open.value = false);
  useLayoutEffect(() => {
    /* what stands beside it, in space, begins where it ends */
    const watch = new ResizeObserver(([one]) =>
      document.documentElement.style.setProperty(
        "--view-controls",
        `${Math.ceil(one!.borderBoxSize[0]!.inlineSize)}px`,
      ),
    );
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <div
      class="view-controls view-menu"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open.value) return;
        event.stopPropagation();
        close();
        box.current?.querySelector("button")?.focus();
      }}
    >
      <IconButton
        of="eye"
        label={texts.view.viewControls.displayOptionsNamesArrowsPaths}
        text={texts.view.viewControls.view}
        expanded={open.value}
        act={() => (open.value = !open.value)}
      />
      <IconButton of="fit" label={texts.view.viewControls.showEverything} act={() => viewer.value?.fit()} />
      <IconButton of="minus" label={texts.view.viewControls.zoomOut} act={() => viewer.value?.zoomCentre(0.8)} />
      <IconButton of="plus" label={texts.view.viewControls.zoomIn} act={() => viewer.value?.zoomCentre(1.25)} />
      <UnitsButton />
      <GroupsButton />
      {unseen.value.length > 0 && (
        <button
          type="button"
          class="hidden-count"
          title={texts.selection.showHidden}
          onClick={() => find("show-hidden")?.run()}
        >
          {texts.selection.hiddenCount(unseen.value.length)}
        </button>
      )}
      {open.value && <Panel close={close} />}
    </div>
  );
}
