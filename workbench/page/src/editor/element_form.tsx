/* element_form.tsx - the form of what is chosen: its name, its type, its fields, and what can be done with it. */
import { description, kindSuits, titleOf } from "../state/description";
import { useEffect, useRef } from "preact/hooks";
import { settledText } from "../state/document";
import { checkedText, messages, scene } from "../state/model";
import { selection } from "../state/selection";
import { addPointTo } from "./additions";
import { addAndChoose, chosen } from "./chosen";
import { commitOrReport } from "./commit";
import { Entry, Select } from "./entry";
import { FieldHelp } from "./picture/field_help";
import { unitAt } from "./complete";
import { faultAt, formRows, type Row, typeAt, valueRow } from "./form";
import { knowledge, schema } from "./knowledge";
import { type Chosen } from "./outline";
import { retype } from "./retype";
import { Head, homeOfChosen, pathOfChosen } from "./element_head";
import { firstUse, KINDS, scoped, SECTION_OF } from "./scope";
import { AddFields, FormRow, KeyEntry, ValuesRows } from "./rows";
import { bodyRows } from "./body_rows";
import { MeshRow } from "./mesh_row";
import { AddMotors, MotorRows } from "./motor_rows";
import { SeveralForm } from "./several_form";
import { AddSurface } from "./surface_rows";
import { studyAt } from "./studies";
import { TableRows } from "./table_rows";
import { writtenList } from "./typed";
import { faults, Frame, NumberEntry, root, set, unitBeside } from "./values";
import { type Shown, shownUnit } from "../shell/display_units";
import { get, has, keysOf } from "./text_edits";
import { nodeAt, type Path } from "./tree";
import { counted } from "../texts/english";
import { lockingGroup } from "../state/hidden";
import { texts } from "../texts/texts";

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
      <Frame label={texts.editor.elementForm.type} doc={types.find((one) => one.type === type)?.doc}>
        <span class="prop-fixed">{titleOf(type)}</span>
      </Frame>
    );
  return (
    <Frame label={texts.editor.elementForm.type} doc={types.find((one) => one.type === type)?.doc}>
      <Select
        label={texts.editor.elementForm.type}
        value={type}
        words={words}
        titleOf={titleOf}
        doc={types.find((one) => one.type === type)?.doc}
        onCommit={(to) => commitOrReport((now) => retype(now, path, type, to, reader, space))}
      />
    </Frame>
  );
}

function ElementRows({ path }: { path: Path }) {
  const reader = schema.value;
  if (!reader) return <p class="prop-empty">{texts.editor.elementForm.waitingForTheEngine}</p>;
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
  const keys = [...HEADS, ...OTHERS];
  const head = reader ? formRows(settledText.value, [], reader, knowledge.value.space, keys) : [];
  const missing = HEADS.filter((key) => !has(settledText.value, [key]));
  const count = scene.value;
  return (
    <>
      {head.map((row) => (
        <FormRow key={row.key} row={row} />
      ))}
      {missing.includes("title") && <Words of="title" placeholder={texts.editor.elementForm.aShortTitle} />}
      {missing.includes("description") && (
        <Words of="description" placeholder={texts.editor.elementForm.whatTheModelIsAbout} />
      )}
      {missing.includes("space") && (
        <Frame label={texts.editor.elementForm.space}>
          <Select
            label={texts.editor.elementForm.space}
            value="plane"
            words={["plane", "space"]}
            onCommit={(word) => set(["space"], word)}
          />
        </Frame>
      )}
      {missing.includes("gravity") && (
        <Frame label={texts.editor.elementForm.gravity} unit={shownUnit("m/s^2").unit}>
          <Entry
            label={texts.editor.elementForm.gravity}
            value=""
            placeholder={`[${[0, ...(count?.space ? [0] : []), -9.81 * shownUnit("m/s^2").factor].map((one) => Number(one.toPrecision(4))).join(", ")}]`}
            onCommit={(next) => (next ? set(["gravity"], writtenList(next, shownUnit("m/s^2"))) : undefined)}
          />
        </Frame>
      )}
      {count && (
        <p class="prop-empty">
          {counted(count.bodies.length - 1, "body", "bodies")}, {counted(count.joints.length, "joint", "joints")}
          {count.dof >= 0 && texts.editor.elementForm.ofFreedom(counted(count.dof, "degree", "degrees"))}.
        </p>
      )}
    </>
  );
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
            <Frame label={texts.editor.elementForm.channel}>
              <KeyEntry path={[...path, channel]} label={texts.editor.elementForm.channel} />
            </Frame>
            <Frame
              label={texts.editor.elementForm.value}
              doc={texts.editor.elementForm.anExpressionInT}
              unit={besideChannel([...path, channel]).unit}
              error={faultAt(faults.value, [...path, channel])}
            >
              <NumberEntry
                path={[...path, channel]}
                label={texts.editor.elementForm.value}
                unit={besideChannel([...path, channel])}
                doc={texts.editor.elementForm.theValueOfTheChannelAs}
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
          ? texts.editor.elementForm.nothingUsesItYetItIs
          : texts.editor.elementForm.itsElementsAreListedWithIts(use)}
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
        ? texts.editor.elementForm.belongsToAReadyPartThese(home.use, home.part)
        : home.use
          ? texts.editor.elementForm.belongsToWrittenInThePart(home.use, home.part)
          : texts.editor.elementForm.oneOfThoseThatMakesA(key)}
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
      return (
        <ValuesRows
          path={["initial"]}
          label={texts.editor.elementForm.channels}
          doc={texts.editor.elementForm.initialValuesSatisfiedExactly}
        />
      );
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
        ? texts.editor.elementForm.inTheFrameOfTheBody
        : texts.editor.elementForm.inTheGroundFrameWithThe;
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
      return (
        <ShortOrLong
          path={path}
          label={texts.editor.elementForm.value}
          doc={texts.editor.elementForm.anExpressionOverAllChannels}
        />
      );
    case "event":
      return (
        <ShortOrLong
          path={path}
          label={texts.editor.elementForm.when}
          doc={texts.editor.elementForm.stopsWhereThisExpressionCrossesZero}
        />
      );
    case "part":
      return <PartRows path={path} />;
    case "study": {
      const study = studyAt(root(), what.at);
      return study ? <ElementRows path={study.path} /> : null;
    }
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
    <section class="prop-form" ref={form} aria-label={texts.editor.elementForm.propertiesOfTheSelection}>
      <Head what={what} />
      <HomeNote what={what} />
      <LockNote what={what} />
      <Wrong path={path} />
      <div class="prop-rows" key={id}>
        <Rows what={what} />
      </div>
      <FieldHelp otherwise={what.kind === "model" ? "" : describe(what)} />
    </section>
  );
}

/* Pointer and keys leave what a locked group has alone: who types here is told. */
function LockNote({ what }: { what: Chosen }) {
  const group = "name" in what ? lockingGroup(what.name) : null;
  return group === null ? null : <p class="prop-note">{texts.groups.lockedNote(group)}</p>;
}

/* A sentence about what is chosen: that of its type. */
function describe(what: Chosen): string {
  const path = pathOfChosen(what);
  if (what.kind === "study") {
    const kind = studyAt(root(), what.at)?.kind;
    return description.value.studies?.find(({ name }) => name === kind)?.doc ?? "";
  }
  const type = typeAt(settledText.value, path);
  if (type === null || !schema.value || !["joint", "force", "state", "analysis"].includes(what.kind)) return "";
  return schema.value.types(path).find((one) => one.type === type)?.doc ?? "";
}
