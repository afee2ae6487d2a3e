/* main.tsx - where a report begins: reads the data in its file and shows them. */
import { render } from "preact";
import { watchKeys } from "../shell/commands";
import { watchTheme } from "../shell/theme";
import "../style.css";
import { loadReport } from "./load_report";
import { decode } from "../analyse/report_data";
import { watchPrinting } from "./print";
import { Page } from "./page";
import "./report.css";
import { texts } from "../texts/texts";

const root = document.getElementById("app")!;
const held = document.getElementById("data")?.textContent ?? "";
watchTheme();
watchKeys();
root.replaceChildren();
if (held.trim() === "") root.textContent = texts.report.main.thisIsAReportTemplateIt;
else {
  const report = decode(held);
  loadReport(report);
  render(<Page report={report} />, root);
  watchPrinting(report);
}
