/* page.tsx - the report: the mechanism moving at one side, and beside it all that was computed, from the certificate to the model. */
import { useEffect } from "preact/hooks";
import { isMatrix } from "../analyse/channels";
import { NewPlot } from "../analyse/panel/plots";
import { Messages } from "../analyse/messages";
import { PlotView } from "../analyse/plot_view";
import { addCurve, plots } from "../analyse/plots";
import { settingsText } from "../analyse/summary";
import { duration } from "../shell/quantity";
import { Drawing } from "../drawing/drawing";
import { Transport } from "../drawing/transport";
import { commentOf } from "../shell/naming";
import { dark } from "../shell/theme";
import { IconButton } from "../shell/widgets";
import { table } from "../state/runs";
import { theme } from "../state/settings";
import "../analyse/analyse.css";
import "../analyse/panels.css";
import { Analyses } from "./analyses";
import type { Report } from "../analyse/report_data";
import { CertificateSection } from "./certificate_section";
import { ModelText } from "./model_text";
import { StatusLine } from "./status_line";

const OUTCOME = {
  ok: null,
  failed: "The run failed. Results up to that point are shown.",
  wrong: "The model has errors. Nothing was computed.",
  stopped: "The run was stopped. Results up to that point are shown.",
} as const;

function dateText(made: string): string {
  const date = new Date(made);
  return Number.isNaN(date.getTime()) ? made : date.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}

function Head({ report }: { report: Report }) {
  const comment = commentOf(report.text);
  return (
    <header class="report-head">
      <div>
        <h1>{report.scene?.title || report.name}</h1>
        {comment && <p>{comment}</p>}
        <p class="report-made">
          {report.name}, computed on <time dateTime={report.made}>{dateText(report.made)}</time> by Trammel{" "}
          {report.version}
        </p>
      </div>
      <div class="report-buttons">
        <IconButton
          icon={dark.value ? "light" : "dark"}
          label={dark.value ? "Light" : "Dark"}
          onClick={() => (theme.value = dark.value ? "light" : "dark")}
        />
        <button type="button" class="button" onClick={() => print()}>
          Print
        </button>
      </div>
    </header>
  );
}

function Outcome({ report }: { report: Report }) {
  const { status, messages } = report.run;
  const words = OUTCOME[status];
  if (!words && messages.length === 0) return null;
  return (
    <section class="report-part" aria-labelledby="messages-title">
      <h2 id="messages-title">Messages</h2>
      {words && <p class={`result-words ${status}`}>{words}</p>}
      <Messages list={messages} />
    </section>
  );
}

function Plots() {
  const of = table.value;
  if (!of || isMatrix(of) || plots.value.every((plot) => plot.curves.length === 0)) return null;
  return (
    <section class="report-part on-screen" aria-labelledby="plots-title">
      <div class="report-bar">
        <h2 id="plots-title">Plots</h2>
        <NewPlot />
      </div>
      <div class="report-plots">
        {plots.value.map((plot) => (
          <PlotView key={plot.id} plot={plot} onDrop={(to, name) => name && addCurve(to.id, name)} />
        ))}
      </div>
    </section>
  );
}

function Made({ report }: { report: Report }) {
  const set = settingsText(report.settings);
  return (
    <section class="report-part" aria-labelledby="made-title">
      <h2 id="made-title">How this was made</h2>
      <dl class="facts">
        <div>
          <dt>program</dt>
          <dd>Trammel {report.version}</dd>
        </div>
        <div>
          <dt>command</dt>
          <dd class="report-command">{report.how}</dd>
        </div>
        {set && (
          <div>
            <dt>parameters set</dt>
            <dd>{set}</dd>
          </div>
        )}
        <div>
          <dt>date</dt>
          <dd>{dateText(report.made)}</dd>
        </div>
        <div>
          <dt>computation time</dt>
          <dd>{duration(report.run.seconds)}</dd>
        </div>
      </dl>
    </section>
  );
}

export function Page({ report }: { report: Report }) {
  useEffect(() => {
    document.title = report.scene?.title || report.name;
    scrollTo(0, 0);
  }, []);
  const drawn = report.scene !== null;
  return (
    <div class="report">
      <Head report={report} />
      <main class={drawn ? "report-body" : "report-body plain"}>
        {drawn && (
          <section class="report-stage" id="stage" aria-label="The mechanism">
            <div class="report-drawing on-screen">
              <Drawing />
            </div>
            <div class="report-transport on-screen">
              <Transport />
            </div>
            <div id="print-drawing" class="on-paper" />
          </section>
        )}
        <div class="report-results">
          <Outcome report={report} />
          {report.verified && <CertificateSection verified={report.verified} />}
          <Plots />
          <div class="report-part on-paper">
            <h2>Plots</h2>
            <div id="print-plots" />
          </div>
          <Analyses report={report} />
          <ModelText report={report} />
          <Made report={report} />
        </div>
      </main>
      <StatusLine />
    </div>
  );
}
