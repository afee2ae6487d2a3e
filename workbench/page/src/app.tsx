/* app.tsx - the parts of the workbench and where they stand.
 *
 * style.css lays them out by the names of the areas; every part is in the page at all times, so that nothing jumps and nothing typed
 * is lost, and what is not on show is hidden.
 */
import { Analyse } from "./analyse/analyse";
import { RunButton } from "./analyse/run_button";
import { VariantBar } from "./analyse/study/variant_bar";
import { Drawing, StaleNote } from "./drawing/drawing";
import { Transport } from "./drawing/transport";
import { Properties } from "./editor/properties";
import { TextPane } from "./editor/text_pane";
import { Dialogs } from "./shell/ask";
import { Boundary } from "./shell/boundary";
import { DropTarget } from "./shell/drop";
import { Guide } from "./shell/guide";
import { Icon, type IconName } from "./shell/icons";
import { dock, part, phone, showPart, side, sideTab, toggle, type Part } from "./shell/layout";
import { Notices, Toasts } from "./shell/notices";
import { TopBar } from "./shell/top_bar";
import { Welcome } from "./shell/welcome";
import { IconButton, Split, TabPanel, Tabs } from "./shell/widgets";
import { phase } from "./shell/work";
import { messages } from "./state/model";
import { texts } from "./texts/texts";
import { ToolStatus } from "./tools/layer";
import { Palette } from "./tools/palette";
import { Tour } from "./tools/tour";

function sizeOf(id: string, axis: "offsetWidth" | "offsetHeight"): number {
  return document.getElementById(id)?.[axis] ?? 0;
}

/* The number of errors, for the tab of the text. */
function faults(): string {
  const count = messages.value.filter((message) => message.severity === "error").length;
  return count > 0 ? String(count) : "";
}

function Side() {
  const { open } = side.value;
  const tab = sideTab.value;
  return (
    <aside class="side" id="side" aria-label={texts.frame.app.sidePanel}>
      <h2 class="unseen">{texts.frame.app.propertiesAndText}</h2>
      <SideSplit />
      {!open && !phone.value && (
        <div class="side-rail">
          <IconButton icon="properties" label={texts.frame.app.properties} onClick={() => showPart("properties")} />
          <IconButton icon="text" label={texts.frame.app.text} onClick={() => showPart("text")} />
        </div>
      )}
      <div class="side-open">
        <Tabs
          label={texts.frame.app.sidePanel}
          prefix="side"
          tabs={[
            { id: "properties", title: texts.frame.app.properties },
            { id: "text", title: texts.frame.app.text, badge: faults() },
          ]}
          chosen={tab}
          onChoose={(id) => showPart(id)}
        >
          <IconButton icon="right" label={texts.frame.app.closeTheSidePanel} onClick={() => toggle(side)} />
        </Tabs>
        <TabPanel prefix="side" id="properties" chosen={tab}>
          <Boundary part="The property panel">
            <Properties />
          </Boundary>
        </TabPanel>
        <TabPanel prefix="side" id="text" chosen={tab}>
          <Boundary part="The text pane">
            <TextPane />
          </Boundary>
        </TabPanel>
      </div>
    </aside>
  );
}

function Dock() {
  const { open } = dock.value;
  return (
    <section class="dock" id="dock" aria-label={texts.frame.app.results}>
      <h2 class="unseen">{texts.frame.app.results}</h2>
      <DockSplit />
      <div class="dock-open">
        <Boundary part="This panel">
          <Analyse />
        </Boundary>
      </div>
      {open ? (
        <IconButton
          class="dock-toggle"
          icon="down"
          label={texts.frame.app.closeTheResults}
          onClick={() => toggle(dock)}
        />
      ) : (
        <button type="button" class="dock-rail" onClick={() => toggle(dock)}>
          <Icon name="results" /> <span>{texts.frame.app.results}</span> <Icon name="up" />
        </button>
      )}
    </section>
  );
}

const PHONE_TABS: { id: Part; title: string; icon: IconName }[] = [
  { id: "drawing", title: texts.frame.app.drawing, icon: "drawing" },
  { id: "text", title: texts.frame.app.text, icon: "text" },
  { id: "properties", title: texts.frame.app.properties, icon: "properties" },
  { id: "results", title: texts.frame.app.results, icon: "results" },
];

function PhoneTabs() {
  return (
    <nav class="phone-tabs" aria-label={texts.frame.app.partsOfTheWorkbench}>
      {PHONE_TABS.map(({ id, title, icon }) => (
        <button
          type="button"
          key={id}
          aria-current={part.value === id ? "page" : undefined}
          onClick={() => showPart(id)}
        >
          <Icon name={icon} size={20} />
          <span>{title}</span>
        </button>
      ))}
    </nav>
  );
}

function DockSplit() {
  return (
    <Split
      direction="rows"
      label={texts.frame.app.heightOfTheResults}
      controls="dock"
      size={() => sizeOf("dock", "offsetHeight")}
      min={120}
      max={() => Math.round(innerHeight * 0.7)}
      open={dock.value.open}
      onSize={(size) => (dock.value = { size, open: true })}
      onToggle={() => toggle(dock)}
    />
  );
}

function SideSplit() {
  return (
    <Split
      direction="columns"
      label={texts.frame.app.widthOfTheSidePanel}
      controls="side"
      size={() => sizeOf("side", "offsetWidth")}
      min={260}
      max={() => Math.round(innerWidth * 0.7)}
      open={side.value.open}
      onSize={(size) => (side.value = { size, open: true })}
      onToggle={() => toggle(side)}
    />
  );
}

/* What to do next, and what is wrong with what is drawn. */
function StatusLine() {
  return (
    <footer class="status-area" aria-label={texts.status.label}>
      <Boundary part={texts.status.label}>
        <StaleNote />
        <ToolStatus />
      </Boundary>
    </footer>
  );
}

function Workbench() {
  return (
    <div class="workbench" data-phase={phase.value}>
      <TopBar>
        <RunButton />
      </TopBar>
      <section class="palette-area" aria-label={texts.frame.app.tools}>
        <Boundary part="The palette">
          <Palette />
        </Boundary>
      </section>
      <main class="drawing-area" aria-label={texts.frame.app.drawing}>
        <Boundary part="The drawing">
          <Drawing />
        </Boundary>
        <VariantBar />
      </main>
      <StatusLine />
      <section class="transport-area" aria-label={texts.frame.app.playback}>
        <Boundary part="The transport">
          <Transport />
        </Boundary>
      </section>
      <Dock />
      <Side />
      <PhoneTabs />
      <Welcome />
      <Notices />
      <Tour />
      <Toasts />
    </div>
  );
}

export function App() {
  return (
    <Boundary part="The page">
      <Workbench />
      <DropTarget />
      <Guide />
      <Dialogs />
    </Boundary>
  );
}
