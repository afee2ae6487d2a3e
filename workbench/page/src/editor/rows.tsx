/* rows.tsx - rows of a form, one for each field: its name, its value in the way it is entered, its unit, what it comes to. */
import type { ComponentChildren } from "preact";
import { IconButton, Menu } from "../shell/widgets";
import { description } from "../state/description";
import { settledText } from "../state/document";
import { scene } from "../state/model";
import { choose } from "./chosen";
import { commit, commitOrReport } from "./commit";
import { keysFor, namesFor, unitAt } from "./complete";
import { Entry, Select } from "./entry";
import { firstFriction } from "./first_friction";
import { BOOLEANS, faultAt, fieldsToAdd, firstValue, formRows, type Row, valueRow } from "./form";
import { knowledge, schema } from "./knowledge";
import { retypeShape } from "./retype";
import { roleOf } from "./roles";
import type { Field, Schema, SchemaReader } from "./schema";
import { readyField } from "./names";
import { homeOf, scoped } from "./scope";
import { get, insertItem, keysOf, remove, renameKey, setValue, type Value } from "./text_edits";
import { nodeAt, type Path } from "./tree";
import {
  faults,
  Frame,
  NameEntry,
  noteOf,
  NumberEntry,
  NumbersEntry,
  root,
  set,
  shownValue,
  unitBeside,
} from "./values";
import { shownNumber, writtenNumber } from "./typed";
import { shownUnit } from "../shell/display_units";
import { pictureAt } from "./picture/field_at";
import { PointsRows } from "./points_rows";
import { alternativeForms } from "./alternative_forms";
import { AddSurface, isSurfaces, SurfaceName } from "./surface_rows";
import { texts } from "../texts/texts";

/* ---- lists and maps ---- */

function NamesRows({ row }: { row: Row }) {
  const list = get(settledText.value, row.path);
  const names = Array.isArray(list) ? list.map(String) : [];
  const more = namesFor([...row.path, names.length], root(), knowledge.value).filter((name) => !names.includes(name));
  return (
    <Frame label={row.key} doc={row.doc} error={faultAt(faults.value, row.path)} picture={pictureAt(row.path, root())}>
      <div class="prop-names">
        {names.map((name, i) => (
          <span class="prop-name" key={name + i}>
            <button type="button" class="prop-link" onClick={() => followName(row.path, name)}>
              {name}
            </button>
            <IconButton
              icon="close"
              class="small"
              label={texts.editor.rows.remove(name)}
              onClick={() => commitOrReport((now) => remove(now, [...row.path, i]))}
            />
          </span>
        ))}
        {more.length > 0 && (
          <Menu
            label={texts.editor.rows.addTo(row.key)}
            icon="plus"
            class="small"
            items={more.slice(0, 80).map((name) => ({
              title: name,
              run: () => commitOrReport((now) => insertItem(now, row.path, names.length, name)),
            }))}
          />
        )}
      </div>
    </Frame>
  );
}

function followName(path: Path, name: string): void {
  if (path[0] === "bodies" && path[2] === "points") choose({ kind: "point", name });
  else if (roleOf([...path, 0], root()) === "place") chooseNamed(name);
}

/* A body, or a point of one. */
function chooseNamed(name: string): void {
  const found = (["body", "point"] as const).find((kind) => homeOf(root(), { kind, name }) !== null);
  if (found) choose({ kind: found, name });
}

/* The other ways to write a value. */
function AlternativeForms({ path, schema: of, label }: { path: Path; schema: Schema | undefined; label: string }) {
  const node = nodeAt(root(), path);
  if (!schema.value || !of || !node) return null;
  const forms = alternativeForms(
    schema.value,
    of,
    node,
    knowledge.value.space,
    namesFor(path, root(), knowledge.value),
  );
  return forms.length === 0 ? null : (
    <Menu
      label={texts.editor.rows.writeInAnotherForm(label)}
      icon="more"
      class="small"
      items={forms.map(({ title, value }) => ({
        title,
        run: () => commitOrReport((now) => setValue(now, path, value)),
      }))}
    />
  );
}

/* One value of a map: an expression, or options of its own. */
function ValueRow({ path, doc }: { path: Path; doc?: string }) {
  const key = String(path[path.length - 1]);
  const reader = schema.value;
  const node = nodeAt(root(), path);
  const of = reader?.at(path, root())[0];
  if (reader && node?.kind === "map") {
    const rows = formRows(settledText.value, path, reader, knowledge.value.space);
    return (
      <FieldRows
        head={isSurfaces(path.slice(0, -1)) ? <SurfaceName path={path} /> : undefined}
        row={{ ...valueRow(settledText.value, path, "fields", "", "", false), required: false, rows, schema: of }}
      />
    );
  }
  const unit = unitAt({ path, root: root() }, knowledge.value);
  const beside = unitBeside(path, unit);
  return (
    <Frame
      label={key}
      unit={beside.unit}
      error={faultAt(faults.value, path)}
      note={noteOf(path, unit, 0)}
      ways={<AlternativeForms path={path} schema={of} label={key} />}
      onRemove={() => commitOrReport((now) => remove(now, path))}
      picture={pictureAt(path, root())}
    >
      {roleOf(path, root()) === "place" ? (
        <NameEntry path={path} label={key} doc={doc} />
      ) : (
        <NumberEntry path={path} label={key} unit={beside} doc={doc} />
      )}
    </Frame>
  );
}

/* What an entry of such a map begins with: a place where one is asked for, a switch that is off, or zero. */
function firstFor(path: Path): string {
  if (roleOf(path, root()) === "place") return "ground";
  const preset = readyField(root(), path)?.default;
  if (preset !== undefined) return preset;
  return path[path.length - 2] === "switch" ? "off" : "0";
}

/* A map from names to expressions: initial values, parameters to set, events. */
export function ValuesRows({ path, label, doc, row }: { path: Path; label: string; doc?: string; row?: Row }) {
  const map = get(settledText.value, path);
  const keys = typeof map === "object" && !Array.isArray(map) ? Object.keys(map) : [];
  const more = keysFor(path, root(), knowledge.value).filter((key) => !keys.includes(key));
  return (
    <fieldset class="prop-group">
      {row ? <Legend row={row} /> : <legend title={doc}>{label}</legend>}
      {keys.map((key) => (
        <ValueRow key={key} path={[...path, key]} doc={readyField(root(), [...path, key])?.doc ?? doc} />
      ))}
      {isSurfaces(path) && <AddSurface body={String(path[1])} />}
      {path[0] === "analyses" && label === "events" && <AddEvent path={path} used={keys} />}
      {more.length > 0 && (
        <Menu
          label={texts.editor.rows.add}
          icon="plus"
          text
          items={more.slice(0, 120).map((key) => ({
            title: key,
            run: () => commitOrReport((now) => setValue(now, [...path, key], firstFor([...path, key]))),
          }))}
        />
      )}
    </fieldset>
  );
}

/* The head of a group: its name, other ways to write it, and the way out. */
function Legend({ row }: { row: Row }) {
  return (
    <legend title={row.doc}>
      {row.key}
      <AlternativeForms path={row.path} schema={row.schema} label={row.key} />
      {!row.required && (
        <IconButton
          icon="close"
          class="small"
          label={texts.editor.rows.remove2(row.key)}
          onClick={() => commitOrReport((now) => remove(now, row.path))}
        />
      )}
    </legend>
  );
}

function AddEvent({ path, used }: { path: Path; used: string[] }) {
  const name = [...used, ""].map((_, i) => `event${i + 1}`).find((one) => !used.includes(one))!;
  return (
    <button
      type="button"
      class="button quiet"
      onClick={() => commitOrReport((now) => setValue(now, [...path, name], "t - 1"))}
    >
      {texts.editor.rows.addAnEvent}
    </button>
  );
}

/* ---- fields ---- */

function ShapeRow({ row }: { row: Row }) {
  const space = knowledge.value.space;
  const map = get(settledText.value, row.path);
  const type = typeof map === "object" && !Array.isArray(map) ? Object.keys(map)[0]! : String(map ?? "");
  const words = schema.value?.choices(row.path, null).map((choice) => choice.word) ?? [];
  const inner = row.input === "fields" ? row.rows : [];
  return (
    <fieldset class="prop-group">
      <legend title={row.doc}>{texts.editor.rows.shape}</legend>
      <Frame
        label={texts.editor.rows.kind}
        doc={row.doc}
        error={faultAt(faults.value, row.path)}
        onRemove={() => commitOrReport((now) => remove(now, row.path))}
        picture={pictureAt(row.path, root())}
      >
        <Select
          label={texts.editor.rows.kindOfShape}
          value={type}
          words={words}
          doc={row.doc}
          onCommit={(to) => commitOrReport((now) => retypeShape(now, row.path, to, space))}
        />
      </Frame>
      {inner.map((one) =>
        one.input === "fields" ? <FieldRows key={one.key} row={one} bare /> : <FormRow key={one.key} row={one} />,
      )}
      {row.input !== "fields" && words.includes(type) && <AddFields path={[...row.path, type]} />}
    </fieldset>
  );
}

function FieldRows({ row, bare, head }: { row: Row; bare?: boolean; head?: ComponentChildren }) {
  const rows = row.rows.map((one) => <FormRow key={one.key} row={one} />);
  const add = <AddFields path={row.path} />;
  if (bare)
    return (
      <>
        {rows}
        {add}
      </>
    );
  return (
    <fieldset class="prop-group">
      <Legend row={row} />
      {head}
      {rows}
      {add}
    </fieldset>
  );
}

function beginning(reader: SchemaReader, field: Field, path: Path): Value {
  const friction =
    field.key === "friction" ? firstFriction(path, root(), knowledge.value.space, scene.value?.size ?? 0) : undefined;
  if (friction !== undefined) return friction;
  const ofDrawing = field.key === "points" && path[0] === "bodies";
  const names = ofDrawing
    ? keysOf(settledText.value, ["points"])
    : namesFor([...path, field.key], root(), knowledge.value);
  return firstValue(reader, field, path, knowledge.value.space, names);
}

/* The fields not given yet, to choose from. */
export function AddFields({ path }: { path: Path }) {
  const reader = schema.value;
  const fields = reader ? fieldsToAdd(settledText.value, path, reader) : [];
  if (!reader || fields.length === 0) return null;
  return (
    <Menu
      label={texts.editor.rows.addAField}
      icon="plus"
      text
      class="prop-add"
      items={() =>
        fields.map((field) => ({
          title: field.key + (field.doc.unit ? ` [${shownUnit(field.doc.unit).unit}]` : ""),
          note: field.doc.text,
          run: () => commitOrReport((now) => setValue(now, [...path, field.key], beginning(reader, field, path))),
        }))
      }
    />
  );
}

function DirectionEntry(of: { path: Path; label: string; doc: string }) {
  return <NameEntry {...of} needed="A direction is required here: x, or [1, 0, 0]." />;
}

/* The short form of a shape or a surface, {rod: 10 mm}, gives its first field. */
function mainFieldOf(path: Path, kind: string): { name: string; unit?: string | null } | undefined {
  const [section, , field] = scoped(path, root()).path;
  if (section !== "bodies" || !/^(shapes?|surfaces)$/.test(String(field))) return undefined;
  const kinds = field === "surfaces" ? (description.value.surfaces ?? []) : description.value.shapes;
  return kinds.find(({ name }) => name === kind)?.fields[0];
}

/* "free length" for `length`: a few words that end with the name of the field are what it is called. */
function titleOfField(key: string, doc: string): string {
  return /^[\w-]+ [\w-]+$/.test(doc) && doc.endsWith(` ${key}`) ? doc : key;
}

export function FormRow({ row, addPoint }: { row: Row; addPoint?: () => void }) {
  const { path, key, doc } = row;
  const error = faultAt(faults.value, path);
  const main = row.isType ? mainFieldOf(path, key) : undefined;
  const unit = row.unit || (main?.unit ?? "");
  const label = row.isType ? (main?.name ?? (row.input === "places" ? "between" : "on")) : titleOfField(key, doc);
  const isPlain = row.isType || row.input === "text"; // whatever may stand there is typed in one field
  const drop =
    row.required || row.isType || !row.given ? undefined : () => void commitOrReport((now) => remove(now, path));
  const beside = unitBeside(path, unit, row.input === "numbers" ? row.count : 0);
  const frame = (children: ComponentChildren, note = "") => (
    <Frame
      label={label}
      doc={doc}
      unit={beside.unit}
      note={note}
      error={error}
      triple={row.input === "numbers" && row.count > 2}
      ways={isPlain ? undefined : <AlternativeForms path={path} schema={row.schema} label={key} />}
      onRemove={drop}
      picture={pictureAt(path, root())}
    >
      {children}
    </Frame>
  );
  const own = scoped(path, root()).path;
  if (own[0] === "bodies" && key === "shape" && own.length === 3) return <ShapeRow row={row} />;
  switch (row.input) {
    case "number":
      return frame(
        <NumberEntry path={path} label={label} unit={beside} doc={doc} />,
        row.given ? noteOf(path, unit, 0) : "",
      );
    case "numbers":
      return frame(
        <NumbersEntry path={path} label={key} unit={beside} count={row.count} doc={doc} />,
        row.given ? noteOf(path, unit, row.count) : "",
      );
    case "choice":
      return frame(
        <Select
          label={key}
          value={shownValue(path) || (row.default ?? "")}
          words={row.words}
          doc={doc}
          error={error}
          onCommit={(word) => commitOrReport((now) => setValue(now, path, word))}
        />,
      );
    case "boolean":
      return frame(
        <Select
          label={key}
          value={shownValue(path) || (row.default ?? "")}
          words={BOOLEANS}
          doc={doc}
          error={error}
          onCommit={(word) => commitOrReport((now) => setValue(now, path, word))}
        />,
      );
    case "place":
      return frame(<NameEntry path={path} label={label} doc={doc} />);
    case "places":
      return frame(
        <div class="prop-places">
          <NameEntry path={[...path, 0]} label={texts.editor.rows.first} doc={doc} />
          <NameEntry path={[...path, 1]} label={texts.editor.rows.second} doc={doc} />
        </div>,
      );
    case "directions":
      return frame(
        <div class="prop-places">
          <DirectionEntry path={[...path, 0]} label={texts.editor.rows.first} doc={doc} />
          <DirectionEntry path={[...path, 1]} label={texts.editor.rows.second} doc={doc} />
        </div>,
      );
    case "names":
      return <NamesRows row={row} />;
    case "points":
      return <PointsRows row={row} add={addPoint} />;
    case "values":
      return <ValuesRows path={path} label={key} doc={doc} row={row} />;
    case "fields":
      return <FieldRows row={row} />;
    default:
      return frame(
        <Entry
          label={key}
          value={shownNumber(shownValue(path), beside)}
          doc={doc}
          error={error}
          options={row.input === "text" ? namesFor(path, root(), knowledge.value) : undefined}
          onCommit={(next) =>
            next === "" && row.required
              ? texts.editor.rows.aValueIsRequiredHere
              : set(path, unit === "" ? next : writtenNumber(next, beside))
          }
        />,
      );
  }
}

/* Another key for an entry whose key is not the name of an element: the channel of a driver. */
export function KeyEntry({ path, label }: { path: Path; label: string }) {
  const key = String(path[path.length - 1]);
  return (
    <Entry
      label={label}
      value={key}
      error={faultAt(faults.value, path)}
      options={keysFor(path.slice(0, -1), root(), knowledge.value)}
      onCommit={(next) =>
        next === "" ? texts.editor.rows.aChannelIsRequiredHere : commit((now) => renameKey(now, path, next))
      }
    />
  );
}
