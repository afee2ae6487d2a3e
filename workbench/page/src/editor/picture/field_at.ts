/* field_at.ts - the picture of the field at a path of the text: which description the field belongs to. */
import type { FieldInfo } from "../../engine/engine";
import { analysisKind, description, forceKind, jointKind } from "../../state/description";
import { typeOf } from "../roles";
import { scoped } from "../scope";
import { type Node, nodeAt, type Path } from "../tree";
import { type Asked, type FieldPicture, pictureOf } from "./choose";

/* Lists of fields that the last key of a path may be one of, as they are shown together. */
function listsFor(own: Path, root: Node | null): readonly FieldInfo[][] {
  const { states = [], studies = [], shapes, surfaces = [], ready_parts: ready = [], ...all } = description.value;
  const named = (kinds: readonly { name: string; fields: FieldInfo[] }[], name: unknown): FieldInfo[][] =>
    kinds.filter((one) => one.name === name).map(({ fields }) => fields);
  const [section] = own;
  if (section === "joints" || section === "forces" || section === "states") {
    const type = typeOf(section, nodeAt(root, own.slice(0, 2))) ?? "";
    const kind = section === "joints" ? jointKind(type) : forceKind(type);
    return kind ? [kind.fields, kind.common_fields, all.element_fields ?? []] : named(states, type);
  }
  if (section === "analyses")
    return [analysisKind(String(own[2]))?.fields ?? [], all.analysis_fields, all.output_fields ?? []];
  if (section === "studies")
    return [...named(studies, own[typeof own[1] === "number" ? 2 : 1]), all.study_fields ?? []];
  if (section === "outputs") return [all.output_fields ?? []];
  if (section === "tables") return [all.segment_fields ?? []];
  if (section === "use") {
    const part = nodeAt(root, [...own.slice(0, 2), "part"]);
    return [...named(ready, part?.kind === "scalar" ? part.text : ""), all.use_fields ?? []];
  }
  if (section === "bodies" && own[2] === "surfaces") return [...named(surfaces, own[4]), all.surface_fields ?? []];
  return section === "bodies" && own.length > 3 ? named(shapes, own[3]) : [];
}

/* What a body has is in no description: it is known by its name. */
const OF_BODY: Asked = { name: "", type: "name" };

export function pictureAt(path: Path, root: Node | null): FieldPicture | undefined {
  const { path: own, root: inPart } = scoped(path, root);
  const key = String(own[own.length - 1]);
  for (const list of listsFor(own, inPart)) {
    const field = list.find(({ name, alias }) => name === key || alias === key);
    if (field) return pictureOf(field, list);
  }
  return own[0] === "bodies" && own.length === 3 ? pictureOf({ ...OF_BODY, name: key }, []) : undefined;
}
