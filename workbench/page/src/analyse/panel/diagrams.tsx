/* diagrams.tsx - diagrams that are taught with a motion, live with it: polygons, energy bars, hodographs; phase plots by one click. */
import { effect, signal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { overlaysFor, type OverlayKind } from "../../drawing/overlay_kind";
import "../../drawing/overlay.css";
import { isOn, overlaysOn, setOverlay } from "../../drawing/overlay_state";
import { moment, played, type Moment } from "../../drawing/player";
import { IconButton, Menu, type MenuEntry } from "../../shell/widgets";
import { table } from "../../state/runs";
import { texts } from "../../texts/texts";
import type { Panel } from "../panels";
import { addPhasePlot, phasesOf } from "../phase_plot";
import { showResults } from "../tabs";

function cardsFor(space: boolean): OverlayKind[] {
  return overlaysFor(space).filter((kind) => kind.Card);
}

/* A diagram that is switched on elsewhere is brought into view. */
let before = overlaysOn.peek();
effect(() => {
  const now = overlaysOn.value;
  const fresh = now.filter((id) => !before.includes(id));
  before = now;
  const space = played.peek()?.scene.space ?? false;
  if (played.peek() && cardsFor(space).some(({ id }) => fresh.includes(id))) showResults("diagrams");
});

/* What there is to choose: diagrams, and plots of speed over position. */
function choices(): MenuEntry[] {
  const [now, of] = [played.value, table.value];
  if (!now || !of) return [];
  const phases = phasesOf(now.scene, of);
  return [
    { heading: texts.teach.diagrams },
    ...cardsFor(now.scene.space).map(({ id, title }) => ({
      title: title(),
      checked: isOn(id),
      run: () => setOverlay(id, !isOn(id)),
    })),
    ...(phases.length > 0 ? [{ heading: texts.teach.addPhasePlot }] : []),
    ...phases.map((phase) => ({ title: phase.position, run: () => addPhasePlot(phase) })),
  ];
}

function Tools() {
  return <Menu label={texts.teach.choose} icon="plus" items={choices} />;
}

function Card({ kind: { id, title, about, Card: Diagram } }: { kind: OverlayKind }) {
  const [now, of] = [shownMoment.value, played.value];
  if (!now || !of || !Diagram) return null;
  return (
    <section class="teach-card" aria-label={title()}>
      <h3 title={about()}>{title()}</h3>
      <IconButton icon="close" label={texts.teach.toggle(title())} onClick={() => setOverlay(id, false)} />
      <Diagram now={now} of={of} />
    </section>
  );
}

/* While none is chosen all are offered. */
function Offers({ kinds }: { kinds: OverlayKind[] }) {
  return (
    <div class="teach-offers">
      <p>{texts.teach.chooseDiagrams}</p>
      {kinds.map(({ id, title, about }) => (
        <button type="button" key={id} class="button" title={about()} onClick={() => setOverlay(id, true)}>
          {title()}
        </button>
      ))}
    </div>
  );
}

/* The instant that the diagrams show: some thirty times a second, so that the drawing keeps its sixty. */
const shownMoment = signal<Moment | null>(null);
const PACE = 30; // ms

function usePace(): void {
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const last = useRef(0);
  useSignalEffect(() => {
    const now = moment();
    clearTimeout(waiting.current);
    const show = (): void => {
      last.current = performance.now();
      shownMoment.value = now;
    };
    const rest = PACE - (performance.now() - last.current);
    if (rest <= 0) show();
    else waiting.current = setTimeout(show, rest);
  });
}

function DiagramsPanel() {
  usePace();
  const of = played.value;
  if (!of || of.modes) return <p class="panel-none">{texts.teach.runFirst}</p>;
  const kinds = cardsFor(of.scene.space);
  const on = kinds.filter(({ id }) => isOn(id));
  if (on.length === 0) return <Offers kinds={kinds} />;
  return (
    <div class="teach-cards" tabIndex={0} role="region" aria-label={texts.teach.diagrams}>
      {on.map((kind) => (
        <Card key={kind.id} kind={kind} />
      ))}
    </div>
  );
}

export const panel: Panel = {
  id: "diagrams",
  place: "main",
  order: 6,
  title: () => texts.teach.diagrams,
  shown: () => played.value !== null && !played.value.modes,
  Body: DiagramsPanel,
  Tools,
};
