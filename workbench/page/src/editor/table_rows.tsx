/* table_rows.tsx - a table of the model in its form: the points of a curve as rows of two numbers, or the file that holds them. */
import { settledText } from "../state/document";
import { commit, commitOrReport } from "./commit";
import { Entry, Select } from "./entry";
import { faultAt, formRows } from "./form";
import { knowledge, schema } from "./knowledge";
import { readNumber } from "./numbers";
import { renameTable } from "./rename";
import { type Data, get, insertItem, remove, setValue, type Value } from "./text_edits";
import { ProfileRows } from "./profile_rows";
import { AddFields, FormRow } from "./rows";
import { nodeAt, type Path, readTree } from "./tree";
import { copyOf } from "./write";
import { faults, Frame, NumberEntry, set, shownValue } from "./values";
import { texts } from "../texts/texts";

const MOST_ROWS = 200; // more are read in the text

type Way = "points" | "file" | "options";
const FIRST: Record<"points" | "file", Value> = {
  points: [
    ["0", "0"],
    ["1", "1"],
  ],
  file: "curve.csv",
};

/* A point as far behind the last as that is behind the one before it. */
function next(points: readonly Data[]): string[] {
  const x = (point: Data | undefined): number =>
    Array.isArray(point) ? (readNumber(String(point[0]))?.value ?? 0) : 0;
  const [last, before] = [points[points.length - 1], points[points.length - 2]];
  const step = points.length > 1 ? x(last) - x(before) : 1;
  const there = Number((x(last) + (step > 0 ? step : 1)).toPrecision(12));
  return [String(there), Array.isArray(last) ? String(last[1]) : "0"];
}

function PointRow({ path, index, only }: { path: Path; index: number; only: boolean }) {
  const here = [...path, index];
  const drop = (): void => void commitOrReport((now) => remove(now, here));
  return (
    <Frame label={String(index + 1)} error={faultAt(faults.value, here)} onRemove={only ? undefined : drop}>
      <NumberEntry path={[...here, 0]} label={`x ${index + 1}`} doc={texts.editor.tableRows.positionXMustIncrease} />
      <NumberEntry path={[...here, 1]} label={`y ${index + 1}`} doc={texts.editor.tableRows.theValueThere} />
    </Frame>
  );
}

function Points({ path, points }: { path: Path; points: readonly Data[] }) {
  return (
    <fieldset class="prop-group">
      <legend>{texts.editor.tableRows.xY}</legend>
      {points.slice(0, MOST_ROWS).map((_, i) => (
        <PointRow key={i} path={path} index={i} only={points.length === 1} />
      ))}
      {points.length > MOST_ROWS && (
        <p class="prop-empty">
          {points.length - MOST_ROWS} {texts.editor.tableRows.moreAreInTheText}
        </p>
      )}
      <button
        type="button"
        class="button quiet"
        onClick={() => commitOrReport((now) => insertItem(now, path, points.length, next(points)))}
      >
        {texts.editor.tableRows.addARow}
      </button>
    </fieldset>
  );
}

export function TableRows({ name }: { name: string }) {
  const path = ["tables", name];
  const value = get(settledText.value, path);
  const way: Way = Array.isArray(value) ? "points" : typeof value === "object" ? "options" : "file";
  /* what there is becomes the first of the options */
  const begin = (to: Way): Value =>
    to !== "options" ? FIRST[to] : way === "points" ? { points: valueOf(path) } : { file: String(value) };
  return (
    <>
      <Frame
        label={texts.editor.tableRows.givenBy}
        doc={texts.editor.tableRows.pointsInTheModelACsv}
        error={ownFault(path)}
      >
        <Select
          label={texts.editor.tableRows.givenBy}
          value={way}
          words={["points", "file", "options"]}
          onCommit={(to) => to !== way && commitOrReport((now) => setValue(now, path, begin(to as Way)))}
        />
      </Frame>
      {Array.isArray(value) ? (
        <Points path={path} points={value} />
      ) : way === "options" ? (
        <FieldsAt path={path} />
      ) : (
        <Frame label={texts.editor.tableRows.file} doc={texts.editor.tableRows.pathOfACsvFileWith}>
          <Entry
            label={texts.editor.tableRows.file}
            value={shownValue(path)}
            error={faultAt(faults.value, path)}
            onCommit={(to) => (to === "" ? texts.editor.tableRows.aFileIsRequiredHere : set(path, to))}
          />
        </Frame>
      )}
    </>
  );
}

function valueOf(path: Path): Value {
  const node = nodeAt(readTree(settledText.value).root, path);
  return node ? copyOf(node) : FIRST.points;
}

/* The long form: its fields as the schema has them. */
function FieldsAt({ path }: { path: Path }) {
  const rows = schema.value ? formRows(settledText.value, path, schema.value, knowledge.value.space) : [];
  return (
    <>
      <ProfileRows path={path} />
      {rows
        .filter(({ key }) => key !== "segments") // these have rows of their own
        .map((row) => (
          <FormRow key={row.key} row={row} />
        ))}
      <AddFields path={path} />
    </>
  );
}

/* What is wrong with the table as a whole: its rows tell their own. */
function ownFault(path: Path): string | undefined {
  return faults.value.find((fault) => fault.path.length === 2 && fault.path[0] === path[0] && fault.path[1] === path[1])
    ?.text;
}

/* Another name for a table, in `table(x, name)` too. */
export function TableName({ name, onRenamed }: { name: string; onRenamed(to: string): void }) {
  return (
    <Entry
      class="prop-title"
      id="prop-name"
      label={texts.editor.tableRows.name}
      value={name}
      doc={texts.editor.tableRows.nameAChangeIsMadeEverywhere}
      onCommit={(to) => {
        const why = commit((now) => renameTable(now, name, to));
        if (why === undefined) onRenamed(to);
        return why;
      }}
    />
  );
}
