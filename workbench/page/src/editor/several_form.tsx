/* several_form.tsx - the form of several elements: what can be done with them, and the fields that all of them have, changed at once. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { settledText } from "../state/document";
import { selection, type Selected } from "../state/selection";
import { texts } from "../texts/texts";
import { commit } from "./commit";
import { Entry, Select } from "./entry";
import { FieldHelp } from "./picture/field_help";
import { BOOLEANS, formRows, type Row } from "./form";
import { knowledge, schema } from "./knowledge";
import { pathOf } from "./rename";
import { homeOf } from "./scope";
import { combine, has, setValue } from "./text_edits";
import type { Path } from "./tree";
import { Frame, root } from "./values";

/* What other parts of the page offer for the selection. */
export const severalRows = signal<readonly ComponentType[]>([]);

const EDITED = new Set(["number", "text", "choice", "boolean", "numbers", "yaml"]);

function pathsOf(all: readonly Selected[]): Path[] {
  const paths = all.map((what) => homeOf(root(), what)?.path ?? pathOf(what.kind, what.name));
  const once = new Map(paths.map((path) => [path.join("\0"), path]));
  return [...once.values()].filter((path) => has(settledText.value, path));
}

/* A field of all: how each has it. */
interface Common {
  key: string;
  rows: Row[];
}

export function commonRows(lists: readonly Row[][]): Common[] {
  const [first = [], ...others] = lists;
  return first.flatMap((row) => {
    if (row.isType || !EDITED.has(row.input)) return [];
    const found = others.map((list) => list.find(({ key, input }) => key === row.key && input === row.input));
    if (found.some((one) => one === undefined)) return [];
    const rows = [row, ...(found as Row[])];
    return rows.some(({ given }) => given) ? [{ key: row.key, rows }] : [];
  });
}

function CommonField({ of }: { of: Common }) {
  const [first] = of.rows;
  const values = new Set(of.rows.map(({ source }) => source));
  const same = values.size === 1;
  const write = (next: string): string | undefined =>
    next === ""
      ? undefined
      : commit((now) =>
          combine(
            now,
            ...of.rows.map(
              ({ path }) =>
                (old: string) =>
                  setValue(old, path, next),
            ),
          ),
        );
  const various = texts.selection.various;
  return (
    <Frame label={of.key} doc={first!.doc} unit={first!.unit || undefined}>
      {first!.input === "choice" || first!.input === "boolean" ? (
        <Select
          label={of.key}
          doc={first!.doc}
          value={same ? first!.source : various}
          words={first!.input === "boolean" ? BOOLEANS : first!.words}
          onCommit={(next) => next !== various && write(next)}
        />
      ) : (
        <Entry
          label={of.key}
          doc={first!.doc}
          of={of.rows.map(({ path }) => path.join(".")).join()}
          value={same ? first!.source : ""}
          placeholder={same ? first!.default : various}
          onCommit={write}
        />
      )}
    </Frame>
  );
}

function counts(all: readonly Selected[]): string {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds.map((kind) => texts.selection.kinds(kind, all.filter((one) => one.kind === kind).length)).join(", ");
}

export function SeveralForm() {
  const all = selection.value;
  const paths = pathsOf(all);
  const reader = schema.value;
  const sections = new Set(paths.map(([section]) => section));
  const rows =
    reader && sections.size === 1
      ? commonRows(paths.map((path) => formRows(settledText.value, path, reader, knowledge.value.space)))
      : [];
  return (
    <section class="prop-form" aria-label={texts.editor.severalForm.propertiesOfTheSelection}>
      <div class="prop-head">
        <h2>{texts.selection.count(all.length)}</h2>
        <span class="prop-title">{counts(all)}</span>
      </div>
      <div class="prop-rows">
        {rows.length > 0 && (
          <fieldset class="prop-group">
            <legend>{texts.selection.ofAll}</legend>
            {rows.map((of) => (
              <CommonField key={of.key} of={of} />
            ))}
          </fieldset>
        )}
        {severalRows.value.map((More, i) => (
          <More key={i} />
        ))}
      </div>
      <FieldHelp />
    </section>
  );
}
