/* analyse.tsx - the dock of results: channels, parameters and runs at the left, plots, table, summary and certificate beside them.
 *
 * Where there is little room all of them are tabs of one bar.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { BesideTextMark } from "../shell/beside_text";
import { Icon } from "../shell/icons";
import { TabPanel, Tabs, type Tab } from "../shell/widgets";
import { row } from "../state/clock";
import { settings } from "../state/model";
import { shown, table, tableIndex } from "../state/runs";
import { ChannelBrowser } from "./channel_picker";
import { FilmDialogs } from "./export";
import { failureInWords } from "./failure";
import { columnsShown, TableMenu, TablePanel, toggleColumn } from "./table_panel";
import { ParametersPanel } from "./parameters_panel";
import { active, angleUnit, toggleCurve, watchPlots } from "./plots";
import { NewPlot, PlotsPanel } from "./plots_panel";
import { watchReadout } from "./readout";
import { ResultsPanel } from "./results_panel";
import { isOld, outcome } from "./runner";
import { RunsPanel } from "./runs_panel";
import { setFor, statusLine } from "./summary";
import { type MainTab, mainTab, type SideTab, sideTab } from "./tabs";
import { VerifyPanel } from "./verify_panel";
import "./analyse.css";
import "./panels.css";

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
    const set = setFor(run!, run!.tables[i]!, angleUnit.value);
    return set ? `${title}, ${set}` : title;
  });
}

function TableChoice() {
  const titles = tableTitles();
  if (titles.length < 2) return null;
  return (
    <select
      class="input table-choice"
      aria-label="Analysis to show"
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
        <button type="button" class="link" title={first?.text} onClick={() => (mainTab.value = "results")}>
          {last.status === "stopped"
            ? "Stopped: what was computed is shown"
            : (failureInWords(last.messages) ?? "The run failed")}
        </button>
      </span>
    );
  if (!run || !of) return <span class="run-status" role="status" />;
  const old = isOld(run);
  return (
    <span
      class={old ? "run-status old" : "run-status"}
      role="status"
      title={old ? "The model was changed after this run" : undefined}
    >
      {old ? "Changed since: " : ""}
      {statusLine(of, run.seconds)}
    </span>
  );
}

/* Why the run failed and what to do, above the plots instead of over them. */
function Failure() {
  const last = outcome.value;
  const words = last?.status === "failed" ? failureInWords(last.messages) : null;
  if (!words) return null;
  return (
    <p class="run-failure" role="alert">
      <Icon name="warning" size={16} />
      <span>{words}</span>
      <button type="button" class="link" onClick={() => (mainTab.value = "results")}>
        More
      </button>
    </p>
  );
}

function Channels({ main }: { main: string }) {
  const of = table.value;
  const inTable = main === "table";
  return (
    <ChannelBrowser
      chosen={(name) =>
        inTable ? of !== null && columnsShown(of).includes(name) : (active.value?.curves.includes(name) ?? false)
      }
      onToggle={inTable ? toggleColumn : toggleCurve}
    />
  );
}

function sideTabs(): Tab<SideTab>[] {
  const moved = Object.keys(settings.value).length;
  return [
    { id: "channels", title: "Channels" },
    { id: "parameters", title: `Parameters${moved ? " •" : ""}` },
    { id: "runs", title: "Runs" },
  ];
}

function mainTabs(): Tab<MainTab>[] {
  const errors = outcome.value?.messages.filter((message) => message.severity === "error").length ?? 0;
  return [
    { id: "plots", title: "Plots" },
    { id: "table", title: "Table" },
    { id: "results", title: "Results", badge: errors > 0 ? String(errors) : undefined },
    { id: "verify", title: "Verify" },
  ];
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
  const [plots, ...others] = mainTabs();
  const tabs: Tab<MainTab | SideTab>[] = slim ? [plots!, ...sideTabs(), ...others] : mainTabs();
  const chosen = tabs.some((tab) => tab.id === mainTab.value) ? mainTab.value : "plots";
  const side = (id: SideTab) =>
    id === "channels" ? <Channels main={chosen} /> : id === "parameters" ? <ParametersPanel /> : <RunsPanel />;
  return (
    <div class={slim ? "analyse slim" : "analyse"} ref={box}>
      <Tabs label="Results" prefix="dock" tabs={tabs} chosen={chosen} onChoose={(id) => (mainTab.value = id)}>
        {!slim && <BesideTextMark text />}
        {!slim && <Status />}
        <TableChoice />
        {chosen === "plots" && <NewPlot />}
        {chosen === "table" && <TableMenu />}
      </Tabs>
      {slim && (
        <div class="slim-status">
          <Status />
        </div>
      )}
      {chosen !== "results" && <Failure />}
      <div class="analyse-body">
        {!slim && (
          <div class="analyse-side">
            <Tabs
              label="Channels, parameters and runs"
              prefix="dock-side"
              tabs={sideTabs()}
              chosen={sideTab.value}
              onChoose={(id) => (sideTab.value = id)}
            />
            <TabPanel prefix="dock-side" id={sideTab.value} chosen={sideTab.value}>
              {side(sideTab.value)}
            </TabPanel>
          </div>
        )}
        <div class="analyse-main">
          <TabPanel prefix="dock" id={chosen} chosen={chosen}>
            {chosen === "plots" && <PlotsPanel />}
            {chosen === "table" && <TablePanel />}
            {chosen === "results" && <ResultsPanel />}
            {chosen === "verify" && <VerifyPanel />}
            {(chosen === "channels" || chosen === "parameters" || chosen === "runs") && (
              <div class="stacked">
                <div>{side(chosen)}</div>
                <PlotsPanel />
              </div>
            )}
          </TabPanel>
        </div>
      </div>
      <FilmDialogs />
    </div>
  );
}
