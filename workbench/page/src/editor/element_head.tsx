/* element_head.tsx - the head of the form of what is chosen: its name as a field, where it is written, moving and deleting it. */
import { IconButton } from "../shell/widgets";
import { settledText } from "../state/document";
import { type Kind, selected } from "../state/selection";
import { texts } from "../texts/texts";
import { canMove, chosen, deleteChosen, moveChosen } from "./chosen";
import { commit } from "./commit";
import { placeOf } from "./elements";
import { Entry } from "./entry";
import { goToRange } from "./go_to_text";
import { type Chosen } from "./outline";
import { pathOf, rename } from "./rename";
import { type Home, homeOf, lastPart, ownerOf } from "./scope";
import { studyAt } from "./studies";
import { TableName } from "./table_rows";
import { nodeAt, type Path, readTree } from "./tree";
import { root } from "./values";

function titleOf(kind: Kind): string {
  return kind === "use" ? texts.editor.elementHead.useOfAPart : kind[0]!.toUpperCase() + kind.slice(1);
}

export function pathOfChosen(what: Chosen): Path {
  if (what.kind === "model") return [];
  if (what.kind === "initial") return ["initial"];
  if (what.kind === "analysis") return ["analyses", what.index];
  if (what.kind === "study") return ["studies", what.at];
  if (what.kind === "table") return ["tables", what.table];
  return homeOf(root(), what)?.path ?? pathOf(what.kind, what.name);
}

/* Of an element of a use, or one of several: where it is written. */
export function homeOfChosen(what: Chosen): Home | null {
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
      label={texts.editor.elementHead.name}
      value={home?.one ? String(home.path[1]) : name.slice(dot + 1)}
      of={`${kind} ${name}`}
      doc={texts.editor.elementHead.nameAChangeIsMadeEverywhere}
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
        label={texts.editor.elementHead.moveUp}
        keys="Alt+ArrowUp"
        disabled={!canMove(what, -1)}
        onClick={() => moveChosen(-1)}
      />
      <IconButton
        icon="down"
        label={texts.editor.elementHead.moveDown}
        keys="Alt+ArrowDown"
        disabled={!canMove(what, 1)}
        onClick={() => moveChosen(1)}
      />
    </>
  );
}

export function Head({ what }: { what: Chosen }) {
  const fixed = what.kind === "body" && what.name === "ground";
  const title =
    what.kind === "model"
      ? texts.editor.elementHead.model
      : what.kind === "initial"
        ? texts.editor.elementHead.initialValues
        : what.kind === "analysis"
          ? texts.editor.elementHead.analysis(what.index + 1)
          : what.kind === "table"
            ? texts.editor.elementHead.table
            : what.kind === "study"
              ? texts.editor.elementHead.study(studyAt(root(), what.at)?.name ?? "")
              : titleOf(what.kind);
  const owner =
    what.kind === "point" && what.name.includes(".") ? texts.editor.elementHead.ofWord(ownerOf(what.name)) : "";
  const isShared = !!homeOfChosen(what)?.use;
  return (
    <div class="prop-head">
      <h2>{title + owner}</h2>
      {"name" in what && isShared && <span class="prop-title">{owner ? lastPart(what.name) : what.name}</span>}
      {"name" in what && !fixed && !isShared && <NameField kind={what.kind} name={what.name} />}
      {what.kind === "table" && (
        <TableName name={what.table} onRenamed={(table) => (chosen.value = { kind: "table", table })} />
      )}
      {fixed && <span class="prop-title">{texts.editor.elementHead.ground}</span>}
      <span class="prop-actions">
        {what.kind === "analysis" && <MoveButtons what={what} />}
        <IconButton icon="text" label={texts.editor.elementHead.showInTheText} onClick={() => show(what)} />
        {what.kind !== "model" && !fixed && !homeOfChosen(what) && (
          <IconButton
            icon="trash"
            label={texts.editor.elementHead.deleteWord(
              "name" in what ? what.name : what.kind === "table" ? what.table : title,
            )}
            onClick={() => deleteChosen(what)}
          />
        )}
      </span>
    </div>
  );
}
