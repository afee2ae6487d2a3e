/* element_form.tsx - the form of what is chosen: its name, its type, its fields, and what can be done with it. */
import { kindSuits } from "../state/description";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "../shell/widgets";
import { settledText } from "../state/document";
import { checkedText, messages, scene } from "../state/model";
import { type Kind, selected, selection } from "../state/selection";
import { addPointTo } from "./additions";
import { addAndChoose, canMove, chosen, deleteChosen, moveChosen } from "./chosen";
import { commit, commitOrReport } from "./commit";
import { Entry, help, Select } from "./entry";
import { unitAt } from "./complete";
import { faultAt, formRows, type Row, typeAt, valueRow } from "./form";
import { placeOf } from "./elements";
import { goToRange } from "./go_to_text";
import { knowledge, schema } from "./knowledge";
import { type Chosen } from "./outline";
import { pathOf, rename } from "./rename";
import { retype } from "./retype";
import { firstUse, type Home, homeOf, KINDS, lastPart, ownerOf, scoped, SECTION_OF } from "./scope";
import { AddFields, FormRow, KeyEntry, ValuesRows } from "./rows";
import { bodyRows } from "./body_rows";
import { MeshRow } from "./mesh_row";
import { AddMotors, MotorRows } from "./motor_rows";
import { SeveralForm } from "./several_form";
import { AddSurface } from "./surface_rows";
import { TableName, TableRows } from "./table_rows";
import { writtenList } from "./typed";
import { faults, Frame, NumberEntry, root, set, unitBeside } from "./values";
import { type Shown, shownUnit } from "../shell/display_units";
import { get, has, keysOf } from "./text_edits";
import { nodeAt, type Path, readTree } from "./tree";

function titleOf(kind: Kind): string {
  return kind === "use" ? "Use of a part" : kind[0]!.toUpperCase() + kind.slice(1);
}

function pathOfChosen(what: Chosen): Path {
  if (what.kind === "model") return [];
  if (what.kind === "initial") return ["initial"];
  if (what.kind === "analysis") return ["analyses", what.index];
  if (what.kind === "table") return ["tables", what.table];
  return homeOf(root(), what)?.path ?? pathOf(what.kind, what.name);
}

/* Of an element of a use, or one of several: where it is written. */
function homeOfChosen(what: Chosen): Home | null {
  const home = "name" in what ? homeOf(root(), what) : null;
  return home && (home.use || home.one) ? home : null;
}

function show(what: Chosen): void {
  const { root } = readTree(settledText.value);
  const path = pathOfChosen(what);
  const node = nodeAt(root, path);
  const range = "name" in what ? placeOf(root, what) : null;
  goToRange(range?.from ?? node?.from ?? 0);
}

/* The name of an element as a field: another name goes everywhere it is mentioned. */
function NameField({ kind, name }: { kind: Kind; name: string }) {
  const dot = kind === "point" ? name.lastIndexOf(".") : -1;
  const owner = dot >= 0 ? name.slice(0, dot + 1) : "";
  const home = homeOf(root(), { kind, name });
  return (
    <Entry
      class="prop-title"
      id="prop-name"
      label="Name"
      value={home?.one ? String(home.path[1]) : name.slice(dot + 1)}
      of={`${kind} ${name}`}
      doc="Name; a change is made everywhere in the model"
      onCommit={(next) => {
        const why = commit((now) => rename(now, kind, name, next));
        if (why === undefined) selected.value = { kind, name: owner + next };
        return why;
      }}
    />
  );
}

function MoveButtons({ what }: { what: Chosen }) {
  return (
    <>
      <IconButton
        icon="up"
        label="Move up"
        keys="Alt+ArrowUp"
        disabled={!canMove(what, -1)}
        onClick={() => moveChosen(-1)}
      />
      <IconButton
        icon="down"
        label="Move down"
        keys="Alt+ArrowDown"
        disabled={!canMove(what, 1)}
        onClick={() => moveChosen(1)}
      />
    </>
  );
}

function Head({ what }: { what: Chosen }) {
  const fixed = what.kind === "body" && what.name === "ground";
  const title =
    what.kind === "model"
      ? "Model"
      : what.kind === "initial"
        ? "Initial values"
        : what.kind === "analysis"
          ? `Analysis ${what.index + 1}`
          : what.kind === "table"
            ? "Table"
            : titleOf(what.kind);
  const owner = what.kind === "point" && what.name.includes(".") ? ` of ${ownerOf(what.name)}` : "";
  const isShared = !!homeOfChosen(what)?.use;
  return (
    <div class="prop-head">
      <h2>{title + owner}</h2>
      {"name" in what && isShared && <span class="prop-title">{owner ? lastPart(what.name) : what.name}</span>}
      {"name" in what && !fixed && !isShared && <NameField kind={what.kind} name={what.name} />}
      {what.kind === "table" && (
        <TableName name={what.table} onRenamed={(table) => (chosen.value = { kind: "table", table })} />
      )}
      {fixed && <span class="prop-title">ground</span>}
      <span class="prop-actions">
        {what.kind === "analysis" && <MoveButtons what={what} />}
        <IconButton icon="text" label="Show in the text" onClick={() => show(what)} />
        {what.kind !== "model" && !fixed && !homeOfChosen(what) && (
          <IconButton
            icon="trash"
            label={`Delete ${"name" in what ? what.name : what.kind === "table" ? what.table : title}`}
            onClick={() => deleteChosen(what)}
          />
        )}
      </span>
    </div>
  );
}

function TypeRow({ path }: { path: Path }) {
  const reader = schema.value;
  const type = typeAt(settledText.value, path);
  if (!reader || type === null) return null;
  const space = knowledge.value.space;
  const types = reader.types(path);
  const { scope, path: own } = scoped(path, root());
  const suits = (word: string): boolean => kindSuits(String(own[0]), word, space);
  const words = types.map((one) => one.type).filter((word) => suits(word) || word === type);
  if (scope.length > 0)
    return (
      <Frame label="type" doc={types.find((one) => one.type === type)?.doc}>
        <span class="prop-fixed">{type}</span>
      </Frame>
    );
  return (
    <Frame label="type" doc={types.find((one) => one.type === type)?.doc}>
      <Select
        label="type"
        value={type}
        words={words}
        doc={types.find((one) => one.type === type)?.doc}
        onCommit={(to) => commitOrReport((now) => retype(now, path, type, to, reader, space))}
      />
    </Frame>
  );
}

function ElementRows({ path }: { path: Path }) {
  const reader = schema.value;
  if (!reader) return <p class="prop-empty">Waiting for the engine.</p>;
  const space = knowledge.value.space;
  const rows: Row[] = formRows(settledText.value, path, reader, space);
  const body = path[0] === "bodies" ? String(path[1]) : "";
  const addPoint = body === "" ? undefined : () => addAndChoose((now) => addPointTo(now, body, space));
  return (
    <>
      {path[0] === "joints" && <MeshRow path={path} />}
      {rows.map((row) => (
        <FormRow key={row.key} row={row} addPoint={addPoint} />
      ))}
      {body !== "" && path.length === 2 && rows.every(({ key, given }) => key !== "surfaces" || !given) && (
        <AddSurface body={body} />
      )}
      <AddFields path={path} />
    </>
  );
}

function besideChannel(path: Path): Shown {
  return unitBeside(path, unitAt({ path, root: root() }, knowledge.value));
}

/* Words that the model does not have yet. */
function Words({ of, placeholder }: { of: string; placeholder: string }) {
  return (
    <Frame label={of}>
      <Entry label={of} value="" placeholder={placeholder} onCommit={(next) => (next ? set([of], next) : undefined)} />
    </Frame>
  );
}

const HEADS = ["title", "description", "space", "gravity"];
const OTHERS = ["display", "include", "defaults"]; // where the text has them

function ModelRows() {
  const reader = schema.value;
  const rows = reader ? formRows(settledText.value, [], reader, knowledge.value.space) : [];
  const head = rows.filter((row) => [...HEADS, ...OTHERS].includes(row.key));
  const missing = HEADS.filter((key) => !has(settledText.value, [key]));
  const count = scene.value;
  return (
    <>
      {head.map((row) => (
        <FormRow key={row.key} row={row} />
      ))}
      {missing.includes("title") && <Words of="title" placeholder="A short title" />}
      {missing.includes("description") && <Words of="description" placeholder="What the model is about" />}
      {missing.includes("space") && (
        <Frame label="space">
          <Select label="space" value="plane" words={["plane", "space"]} onCommit={(word) => set(["space"], word)} />
        </Frame>
      )}
      {missing.includes("gravity") && (
        <Frame label="gravity" unit={shownUnit("m/s^2").unit}>
          <Entry
            label="gravity"
            value=""
            placeholder={`[${[0, ...(count?.space ? [0] : []), -9.81 * shownUnit("m/s^2").factor].map((one) => Number(one.toPrecision(4))).join(", ")}]`}
            onCommit={(next) => (next ? set(["gravity"], writtenList(next, shownUnit("m/s^2"))) : undefined)}
          />
        </Frame>
      )}
      {count && (
        <p class="prop-empty">
          {counted(count.bodies.length - 1, "body", "bodies")}, {counted(count.joints.length, "joint", "joints")}
          {count.dof >= 0 && `, ${counted(count.dof, "degree", "degrees")} of freedom`}.
        </p>
      )}
    </>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/* The channel and its value; what else a driver has are fields. */
function DriverRows({ path }: { path: Path }) {
  const reader = schema.value;
  const isField = (key: string): boolean => reader?.field([...path, key], root()) !== undefined;
  const fields = reader ? formRows(settledText.value, path, reader, knowledge.value.space) : [];
  return (
    <>
      {keysOf(settledText.value, path)
        .filter((key) => !isField(key))
        .map((channel) => (
          <div key={channel}>
            <Frame label="channel">
              <KeyEntry path={[...path, channel]} label="channel" />
            </Frame>
            <Frame
              label="value"
              doc="an expression in t"
              unit={besideChannel([...path, channel]).unit}
              error={faultAt(faults.value, [...path, channel])}
            >
              <NumberEntry
                path={[...path, channel]}
                label="value"
                unit={besideChannel([...path, channel])}
                doc="the value of the channel, as an expression in t"
              />
            </Frame>
          </div>
        ))}
      {fields
        .filter(({ key }) => isField(key))
        .map((row) => (
          <FormRow key={row.key} row={row} />
        ))}
      <AddFields path={path} />
    </>
  );
}

/* A part has few fields of its own; what it is made of is listed with its uses. */
function PartRows({ path }: { path: Path }) {
  const reader = schema.value;
  const sections = new Set([...KINDS.map((kind) => SECTION_OF[kind]), "initial", "tables"]);
  sections.delete("parameters");
  const rows = reader ? formRows(settledText.value, path, reader, knowledge.value.space) : [];
  const use = firstUse(root(), String(path[1]));
  return (
    <>
      {rows
        .filter(({ key }) => !sections.has(key))
        .map((row) => (
          <FormRow key={row.key} row={row} />
        ))}
      <p class="prop-empty">
        {use === null
          ? "Nothing uses it yet. It is edited in the text."
          : `Its elements are listed with its uses, such as ${use}.`}
      </p>
    </>
  );
}

/* A value that may stand alone or have fields: an expression, or {value: …, unit: …}. */
function ShortOrLong({ path, label, doc }: { path: Path; label: string; doc: string }) {
  if (nodeAt(root(), path)?.kind === "map") return <ElementRows path={path} />;
  const row = valueRow(settledText.value, path, "number", doc, "", knowledge.value.space);
  return <FormRow row={{ ...row, key: label, schema: schema.value?.at(path, root())[0] }} />;
}

/* Where it is written, if that is not its own text. */
function HomeNote({ what }: { what: Chosen }) {
  const home = homeOfChosen(what);
  if (!home) return null;
  const key = String(home.path[home.path.length - 1]);
  return (
    <p class="prop-home">
      {home.ready
        ? `Belongs to ${home.use}, a ready part (${home.part}): these are its numbers.`
        : home.use
          ? `Belongs to ${home.use}. Written in the part ${home.part}: a change here changes every use of it.`
          : `One of those that ${key} makes: a change here changes them all.`}
    </p>
  );
}

function Rows({ what }: { what: Chosen }) {
  const space = knowledge.value.space;
  const path = pathOfChosen(what);
  if (homeOfChosen(what)?.ready) return <ElementRows path={path} />;
  switch (what.kind) {
    case "model":
      return <ModelRows />;
    case "initial":
      return <ValuesRows path={["initial"]} label="channels" doc="initial values, satisfied exactly" />;
    case "parameter": {
      const unit = scene.value?.parameters.find((one) => one.name === what.name)?.unit ?? "";
      return (
        <FormRow row={{ ...valueRow(settledText.value, path, "number", "the value", unit, space), key: "value" }} />
      );
    }
    case "point": {
      const at = get(settledText.value, path);
      const way = Array.isArray(at) ? "numbers" : "yaml";
      const doc = what.name.includes(".")
        ? "in the frame of the body"
        : "in the ground frame, with the mechanism drawn assembled";
      return <FormRow row={{ ...valueRow(settledText.value, path, way, doc, "m", space), key: "position" }} />;
    }
    case "table":
      return <TableRows name={what.table} />;
    case "driver":
      return (
        <>
          <MotorRows what={what} />
          <DriverRows path={path} />
        </>
      );
    case "output":
      return <ShortOrLong path={path} label="value" doc="an expression over all channels" />;
    case "event":
      return <ShortOrLong path={path} label="when" doc="stops where this expression crosses zero" />;
    case "part":
      return <PartRows path={path} />;
    case "analysis": {
      const kind = typeAt(settledText.value, path);
      return (
        <>
          <TypeRow path={path} />
          {kind && <ElementRows path={[...path, kind]} />}
        </>
      );
    }
    default:
      return (
        <>
          <TypeRow path={path} />
          {what.kind === "body" && bodyRows.value.map((More, i) => <More key={i} body={what.name} />)}
          {what.kind === "force" && <MotorRows what={what} />}
          <ElementRows path={path} />
          <AddMotors what={what} />
        </>
      );
  }
}

/* What is wrong with the element as a whole, not with one of its fields. */
function Wrong({ path }: { path: Path }) {
  const own = faults.value.filter(
    (fault) => path.length > 0 && fault.path.length === path.length && path.every((step, i) => fault.path[i] === step),
  );
  return (
    <>
      {own.map((fault) => (
        <p class="prop-wrong" key={fault.text}>
          {fault.text}
        </p>
      ))}
    </>
  );
}

/* What is chosen, as long as the text has it. */
function present(what: Chosen): Chosen {
  const path = pathOfChosen(what);
  const isGround = what.kind === "body" && what.name === "ground";
  return path.length === 0 || isGround || has(settledText.value, path) ? what : { kind: "model" };
}

export function ElementForm() {
  return selection.value.length > 1 ? <SeveralForm /> : <OneForm />;
}

function OneForm() {
  const what = present(chosen.value);
  const form = useRef<HTMLElement>(null);
  const path = pathOfChosen(what);
  const id = JSON.stringify(what);
  useEffect(() => form.current?.scrollTo(0, 0), [id]);
  void [checkedText.value, messages.value];
  return (
    <section class="prop-form" ref={form} aria-label="Properties of the selection">
      <Head what={what} />
      <HomeNote what={what} />
      <Wrong path={path} />
      <div class="prop-rows" key={id}>
        <Rows what={what} />
      </div>
      <p class="prop-help">{help.value || (what.kind === "model" ? "" : describe(what))}</p>
    </section>
  );
}

/* A sentence about what is chosen: that of its type. */
function describe(what: Chosen): string {
  const path = pathOfChosen(what);
  const type = typeAt(settledText.value, path);
  if (type === null || !schema.value || !["joint", "force", "state", "analysis"].includes(what.kind)) return "";
  return schema.value.types(path).find((one) => one.type === type)?.doc ?? "";
}
