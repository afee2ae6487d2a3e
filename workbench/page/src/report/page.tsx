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
import { commentOf, descriptionOf } from "../shell/naming";
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
import { texts } from "../texts/texts";

const OUTCOME = {
  ok: null,
  failed: texts.report.page.theRunFailedResultsUpTo,
  wrong: texts.report.page.theModelHasErrorsNothingWas,
  stopped: texts.report.page.theRunWasStoppedResultsUp,
} as const;

function dateText(made: string): string {
  const date = new Date(made);
  return Number.isNaN(date.getTime()) ? made : date.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}

function Head({ report }: { report: Report }) {
  const about = descriptionOf(report.text) || commentOf(report.text);
  return (
    <header class="report-head">
      <div>
        <h1>{report.scene?.title || report.name}</h1>
        {about && <p>{about}</p>}
        <p class="report-made">
          {report.name}
          {texts.report.page.computedOn} <time dateTime={report.made}>{dateText(report.made)}</time>{" "}
          {texts.report.page.byTrammel} {report.version}
        </p>
      </div>
      <div class="report-buttons">
        <IconButton
          icon={dark.value ? "light" : "dark"}
          label={dark.value ? texts.report.page.light : texts.report.page.dark}
          onClick={() => (theme.value = dark.value ? "light" : "dark")}
        />
        <button type="button" class="button" onClick={() => print()}>
          {texts.report.page.print}
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
      <h2 id="messages-title">{texts.report.page.messages}</h2>
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
        <h2 id="plots-title">{texts.report.page.plots}</h2>
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
      <h2 id="made-title">{texts.report.page.howThisWasMade}</h2>
      <dl class="facts">
        <div>
          <dt>{texts.report.page.program}</dt>
          <dd>
            {texts.report.page.trammel} {report.version}
          </dd>
        </div>
        <div>
          <dt>{texts.report.page.command}</dt>
          <dd class="report-command">{report.how}</dd>
        </div>
        {set && (
          <div>
            <dt>{texts.report.page.parametersSet}</dt>
            <dd>{set}</dd>
          </div>
        )}
        <div>
          <dt>{texts.report.page.date}</dt>
          <dd>{dateText(report.made)}</dd>
        </div>
        <div>
          <dt>{texts.report.page.computationTime}</dt>
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
          <section class="report-stage" id="stage" aria-label={texts.report.page.theMechanism}>
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
            <h2>{texts.report.page.plots}</h2>
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
