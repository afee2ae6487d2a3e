/* model_text.tsx - the model: what is in it, its parameters, and its text with numbered lines, to read and to copy. */
import { useEffect, useRef } from "preact/hooks";
import { fileName } from "../analyse/download";
import { showPlacesBy } from "../analyse/place";
import { settingsText } from "../analyse/summary";
import { download } from "../shell/download";
import type { SceneParameter } from "../engine/engine";
import { withoutData } from "../editor/data_ranges";
import { toast } from "../shell/toast";
import { quantity } from "../shell/quantity";
import type { Report } from "../analyse/report_data";
import { texts } from "../texts/texts";

type Piece = [kind: "" | "comment" | "key", text: string];

/* A line of YAML as pieces: what stands before a colon, comments, and the rest. */
export function piecesOf(line: string): Piece[] {
  const found = /(?:^|\s)#.*$/.exec(line);
  const code = found ? line.slice(0, found.index) : line;
  const pieces: Piece[] = [];
  let at = 0;
  for (const key of code.matchAll(/([A-Za-z_][\w.-]*)(?=:(?:\s|$))/g)) {
    if (key.index > at) pieces.push(["", code.slice(at, key.index)]);
    pieces.push(["key", key[0]]);
    at = key.index + key[0].length;
  }
  if (at < code.length) pieces.push(["", code.slice(at)]);
  if (found) pieces.push(["comment", line.slice(found.index)]);
  return pieces;
}

async function copy(text: string, shown: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(texts.report.modelText.theModelWasCopied);
  } catch {
    getSelection()?.selectAllChildren(shown);
    toast(texts.report.modelText.theBrowserDoesNotAllowCopying);
  }
}

const VALUE = /^\s*:\s*(?:"([^"]*)"|'([^']*)'|([^#,{}]*?))\s*(?:[,}#]|$)/;

/* What the text says of a parameter, whatever was set in its place. */
export function writtenOf(text: string, { name, line, column, text: used }: SceneParameter): string {
  const rest = text.split(/\r?\n/)[line - 1]?.slice(column - 1) ?? "";
  const found = VALUE.exec(
    rest
      .replace(/^(["']?)/, "")
      .replace(name, "")
      .replace(/^["']/, ""),
  );
  return found ? (found[1] ?? found[2] ?? found[3] ?? used) : used;
}

function Parameters({ report: { text, settings, scene } }: { report: Report }) {
  const list = scene?.parameters ?? [];
  if (list.length === 0) return null;
  return (
    <table class="report-table">
      <caption>{texts.report.modelText.parameters}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.report.modelText.name}</th>
          <th scope="col">{texts.report.modelText.value}</th>
          <th scope="col">{texts.report.modelText.asWritten}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => (
          <tr key={one.name}>
            <th scope="row">{one.name}</th>
            <td>{quantity(one.value, one.unit, 6)}</td>
            <td class="report-code">{settings[one.name] === undefined ? one.text : writtenOf(text, one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function save(report: Report, set: string): void {
  download(report.text, "application/yaml", report.name || fileName("", "yaml"));
  if (set) toast(texts.report.modelText.theFileHoldsTheModelText(set));
}

export function ModelText({ report }: { report: Report }) {
  const set = settingsText(report.settings);
  const box = useRef<HTMLOListElement>(null);
  useEffect(
    () =>
      showPlacesBy((line) => {
        const found = box.current?.children[line - 1];
        if (!found) return;
        found.scrollIntoView({ block: "center" });
        box.current!.querySelector(".pointed")?.classList.remove("pointed");
        found.classList.add("pointed");
      }),
    [],
  );
  const lines = withoutData(report.text)
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  return (
    <section class="report-part" aria-labelledby="model-title">
      <div class="report-bar">
        <h2 id="model-title">{texts.report.modelText.model}</h2>
        <button type="button" class="button on-screen" onClick={() => void copy(report.text, box.current!)}>
          {texts.report.modelText.copyTheText}
        </button>
        <button type="button" class="button on-screen" onClick={() => save(report, set)}>
          {texts.report.modelText.saveAsFile}
        </button>
      </div>
      <Parameters report={report} />
      {set && <p class="report-set">{texts.report.modelText.computedWith(set)}</p>}
      <div class="report-text" tabIndex={0} role="region" aria-label={texts.report.modelText.textOf(report.name)}>
        <ol ref={box}>
          {lines.map((line, i) => (
            <li key={i}>
              <code>
                {piecesOf(line).map(([kind, text], k) =>
                  kind ? (
                    <span key={k} class={`yaml-${kind}`}>
                      {text}
                    </span>
                  ) : (
                    text
                  ),
                )}
                {"\n"}
              </code>
            </li>
          ))}
        </ol>
      </div>
      {report.check && (
        <details class="report-details">
          <summary>{texts.report.modelText.contentsOfTheModel}</summary>
          <pre tabIndex={0}>{report.check}</pre>
        </details>
      )}
    </section>
  );
}
