/* analyse.tsx - the dock of results: panels of the side at the left, those of the main part beside them (panels.ts).
 *
 * Where there is little room all of them are tabs of one bar.
 */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { OverridesMark } from "../shell/overrides_mark";
import { Icon } from "../shell/icons";
import { TabPanel, Tabs, type Tab } from "../shell/widgets";
import { row } from "../state/clock";
import { shown, table, tableIndex } from "../state/runs";
import { FilmDialogs } from "./export";
import { messageText } from "../shell/units_in_text";
import { ExportDialogs } from "./export_dialog";
import { failureText } from "./failure";
import { type Panel, panelsOf } from "./panels";
import { watchPlots } from "./plots";
import { watchReadout } from "./readout";
import { isOld, outcome } from "./runner";
import { setFor, statusLine } from "./summary";
import { mainTab, sideTab } from "./tabs";
import "./analyse.css";
import "./panels.css";
import { texts } from "../texts/texts";

const ROOM = 640; // px: below, one column

watchPlots();
watchReadout();

/* "dynamics", and "static 2, load = 3 kg" where there are several. */
function tableTitles(): string[] {
  const run = shown.value;
  const all = run?.tables.map((one) => one.kind) ?? [];
  return all.map((kind, i) => {
    const same = all.filter((one) => one === kind).length;
    const title = same > 1 ? `${kind} ${all.slice(0, i + 1).filter((one) => one === kind).length}` : kind;
    const set = setFor(run!, run!.tables[i]!);
    return set ? `${title}, ${set}` : title;
  });
}

function TableChoice() {
  const titles = tableTitles();
  if (titles.length < 2) return null;
  return (
    <select
      class="input table-choice"
      aria-label={texts.results.analyse.analysisToShow}
      value={tableIndex.value}
      onChange={(event) => {
        tableIndex.value = Number(event.currentTarget.value);
        row.value = 0;
      }}
    >
      {titles.map((title, i) => (
        <option key={i} value={i}>
          {title}
        </option>
      ))}
    </select>
  );
}

function Status() {
  const run = shown.value;
  const of = table.value;
  const last = outcome.value;
  const failed = last !== null && last.status !== "ok";
  const first = last?.messages.find((message) => message.severity === "error");
  if (failed)
    return (
      <span class="run-status error" role="status">
        <button
          type="button"
          class="link"
          title={first && messageText(first)}
          onClick={() => (mainTab.value = "results")}
        >
          {last.status === "stopped"
            ? texts.results.analyse.stoppedPartialResultsAreShown
            : (failureText(last.messages) ?? texts.results.analyse.theRunFailed)}
        </button>
      </span>
    );
  if (!run || !of) return <span class="run-status" role="status" />;
  const old = isOld(run);
  return (
    <span
      class={old ? "run-status old" : "run-status"}
      role="status"
      title={old ? texts.results.analyse.theModelHasChangedSinceThis : undefined}
    >
      {old ? texts.results.analyse.outOfDate : ""}
      {statusLine(of, run.seconds, run.scene)}
    </span>
  );
}

/* Why the run failed and what to do, above the plots instead of over them. */
function Failure() {
  const last = outcome.value;
  const failure = last?.status === "failed" ? failureText(last.messages) : null;
  if (!failure) return null;
  return (
    <p class="run-failure" role="alert">
      <Icon name="warning" size={16} />
      <span>{failure}</span>
      <button type="button" class="link" onClick={() => (mainTab.value = "results")}>
        {texts.results.analyse.more}
      </button>
    </p>
  );
}

function tabsOf(panels: Panel[]): Tab<string>[] {
  return panels.map(({ id, title, badge }) => ({ id, title: title(), badge: badge?.() || undefined }));
}

/* A panel of the side where there is little room: above the plots that it acts on. */
function Stacked({ Body, Plots }: { Body: ComponentType; Plots: ComponentType }) {
  return (
    <div class="stacked">
      <div>
        <Body />
      </div>
      <Plots />
    </div>
  );
}

export function Analyse() {
  const box = useRef<HTMLDivElement>(null);
  const narrow = useSignal(false);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => (narrow.value = entry!.contentRect.width < ROOM));
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  const slim = narrow.value;
  const main = panelsOf("main");
  const side = panelsOf("side");
  const first = main[0]!;
  const inBar = slim ? [first, ...side, ...main.slice(1)] : main;
  const chosen = inBar.find((panel) => panel.id === mainTab.value) ?? first;
  const beside = side.find((panel) => panel.id === sideTab.value) ?? side[0]!;
  return (
    <div class={slim ? "analyse slim" : "analyse"} ref={box}>
      <Tabs
        label={texts.results.analyse.results}
        prefix="dock"
        tabs={tabsOf(inBar)}
        chosen={chosen.id}
        onChoose={(id) => (mainTab.value = id)}
      >
        {!slim && <OverridesMark text />}
        {!slim && <Status />}
        <TableChoice />
        {chosen.Tools && <chosen.Tools />}
      </Tabs>
      {slim && (
        <div class="slim-status">
          <Status />
        </div>
      )}
      {!chosen.showsFailures && <Failure />}
      <div class="analyse-body">
        {!slim && !chosen.wide && (
          <div class="analyse-side">
            <Tabs
              label={texts.results.analyse.channelsParametersAndRuns}
              prefix="dock-side"
              tabs={tabsOf(side)}
              chosen={beside.id}
              onChoose={(id) => (sideTab.value = id)}
            />
            <TabPanel prefix="dock-side" id={beside.id} chosen={beside.id}>
              <beside.Body />
            </TabPanel>
          </div>
        )}
        <div class="analyse-main">
          <TabPanel prefix="dock" id={chosen.id} chosen={chosen.id}>
            {chosen.place === "side" ? <Stacked Body={chosen.Body} Plots={first.Body} /> : <chosen.Body />}
          </TabPanel>
        </div>
      </div>
      <FilmDialogs />
      <ExportDialogs />
    </div>
  );
}
