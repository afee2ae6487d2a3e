/* engine.ts - all that the page knows of the engine: what it can be asked, and what it answers.
 *
 * Today the answers come from `trammel view` over a WebSocket (server.ts); an engine compiled to WebAssembly would implement the
 * same interface. Angles are radians, everything else SI. Vectors have three numbers; z is 0 in the plane.
 */
export * from "./scene";
import type { Channel, Pose, Range, Scene, Vec } from "./scene";

/* ---- messages ---- */

export interface Message {
  severity: "note" | "warning" | "error";
  text: string;
  code?: string; // "E042", as `trammel explain` knows it; absent: it was made on the page
  line: number; // from 1; 0: no place
  column: number;
}

/* What the messages of one code mean. */
export interface Explanation {
  code: string;
  severity: Message["severity"];
  title: string;
  text: string; // what it means and what to do
  wrong: string | null; // a small model that raises it,
  cured: string | null; // and the same without the fault
}

/* Parameters given other values than the text gives them; each an expression as in the file. */
export type Settings = Record<string, string>;

/* The model of a robot's description, as `trammel import` makes it; null: it cannot be read. */
export interface Imported {
  text: string | null;
  messages: Message[];
}

/* A text as `trammel format` lays it out. */
export interface LaidOut {
  text: string | null; // null: it cannot be, the messages say why
  messages: Message[];
}

export interface Checked {
  messages: Message[];
  scene: Scene | null; // null: the text is wrong, the messages say where
  report: string; // what `trammel check` prints
}

/* ---- what this version knows: what `trammel describe` prints ---- */

export interface FieldInfo {
  name: string;
  type: string; // "number", "varying_vector", "choice" …: how a value is written
  doc: string;
  unit?: string;
  default?: string;
  required?: boolean;
  choices?: string[];
  advanced?: boolean; // of use to few
  alias?: string;
  refers?: string; // what a name in it stands for: "point", "channel", "joint", "parameter"
}

/* A piece of a symbol: a path in pixels about the point where the element acts, or a motif that follows the motion. */
export interface SymbolPiece {
  on?: "point" | "second" | "rail" | "line" | "ends"; // what carries it
  look?: string; // of a path: "line", "paper" …
  path?: string;
  motif?: string; // "coil", "arrow" …
  when?: "ground" | "moving";
  given?: string; // fields: only where one of them is given and not zero
}

/* A new element as tools and completion write it. */
export interface Template {
  title: string;
  stem: string; // of its name
  plane: string; // fields as written: "stiffness: 100, length: drawn"
  space: string;
  sliding?: string; // of a force on a joint that slides; absent: it acts on joints that turn
  rank: number; // lower ranks come first; 0 is last
}

export interface JointForm {
  rows: number;
  needs_axis: boolean;
  shares_point: boolean;
  friction_radius?: boolean; // dry friction needs the radius of the pin, ball or shaft
  coordinates: { name: string; unit: string; channel: boolean }[];
}

export interface Kind {
  name: string;
  doc: string;
  fields: FieldInfo[];
  templates: Template[]; // the usual one first
}

/* A part that need not be written; its parameters are its fields. */
export interface ReadyPart extends Kind {
  ports: string; // names, separated by blanks
  plane: boolean;
  space: boolean;
}

export interface StateKind extends Kind {
  plain: boolean; // its fields stand in the entry itself: {rate: …}, not {pid: {…}}
}

export interface AnalysisKind extends Kind {
  needs_inertia: boolean;
  integrates: boolean;
  row?: string; // what one row of its table is, and several: "steady state"; absent: an instant of a motion
  rows?: string;
}

export interface JointKind extends Kind {
  connects: "bodies" | "points" | "joints" | "surfaces" | "expression" | "path";
  couples?: string; // of a joint of joints: "angle angle", "angle displacement"
  mesh?: { teeth: string; module?: string }; // of wheels with teeth: the fields that give these
  several?: boolean; // more than two bodies, the first with each of the others
  hinge: boolean;
  slider: boolean;
  plane: JointForm | null;
  space: JointForm | null;
  common_fields: FieldInfo[];
  symbol: SymbolPiece[];
}

export interface ForceKind extends Kind {
  acts_on: "point" | "bodies" | "points" | "joint" | "joint or bodies" | "surfaces";
  along: boolean; // along the line of its two points
  elastic: boolean;
  wrench: boolean;
  plane: boolean;
  space: boolean;
  common_fields: FieldInfo[];
  channels: (Channel & { doc: string })[];
  symbol: SymbolPiece[];
}

/* One line of the table of channels: "vx" of a body. */
export interface ChannelInfo extends Channel {
  of: string; // "body", "point", "joint coordinate" …; what belongs to the whole has its full name
  quantity: string;
  doc: string;
  vector?: string; // of a component, the vector that has a magnitude: "v" of "vx"
  plane: boolean;
  space: boolean;
  in_expressions: boolean;
}

export interface SurfaceKind extends Kind {
  short: string; // the field that a value alone is
  motion?: string; // of a profile that is computed: the field that names the table of its follower's motion
  plane: boolean;
  space: boolean;
}

export interface Description {
  joints: JointKind[];
  forces: ForceKind[];
  shapes: Kind[];
  surfaces?: SurfaceKind[]; // absent in reports of earlier versions
  analyses: AnalysisKind[];
  states?: StateKind[]; // kinds of states; absent, as those below, in reports of earlier versions
  segment_fields?: FieldInfo[]; // of a segment of a motion
  output_fields?: FieldInfo[]; // of an output
  analysis_fields: FieldInfo[]; // of every analysis
  studies?: Kind[]; // kinds of studies: sweep …
  study_fields?: FieldInfo[]; // of every study: name
  surface_fields?: FieldInfo[]; // of every surface: group
  element_fields?: FieldInfo[]; // of every element: repeat, index
  use_fields?: FieldInfo[]; // of a use of a part
  ready_parts?: ReadyPart[]; // that need not be written
  formulations: { name: string; doc: string; compliant: boolean }[];
  functions: { name: string; arguments: string; doc: string }[];
  units: { name: string; si: string; factor: number }[]; // of each dimension the usual ones first
  channels: ChannelInfo[];
}

/* ---- runs ---- */

/* What an analysis says of itself: "energy scale", "276 J", 276.3; null: it is only text. */
export type Fact = [name: string, text: string, number?: number | null];

export interface Table {
  kind: string; // "dynamics", "modes", "modes.A"
  channels: Channel[];
  rows: number;
  rowNames: string[] | null;
  facts: Fact[];
  columns: Float64Array[]; // one for each channel
  scene?: string; // of RunAnswer.scenes: parameters were set for it; absent: that of the model
  /* The same with rows between, so that what is drawn is smooth: every `stride`-th of them, and the last, stands here. */
  fine?: { stride: number; table: Table };
  events?: Table; // what happened during it: a row for each occurrence, with the impulses in joints and drivers
  loads?: Table; // every load on each body, in the same rows; absent: it has none, or there was no room for them
  diagram?: Table; // what is drawn to teach it, in the same rows (trammel/diagram.h): instant centres, motion of joints, kinds of energy
}

/* Rows of a sweep that hold nothing: they stand between its curves, so that no line is drawn from one to the next. */
export function isGap(table: Table, row: number): boolean {
  return table.channels[0]?.name === "t" && Number.isNaN(table.columns[0]![row]);
}

/* What is drawn of a table: motions and curves, not numbers. */
export function fineOf(table: Table): Table {
  return table.fine?.table ?? table;
}

export interface RunOptions {
  set?: Settings;
  only?: string; // run no further than this kind of analysis
  formulation?: string;
  integrator?: string;
  tolerance?: number;
  stiffness?: number;
  error?: boolean; // also estimate the error of every channel
  rows?: number; // at least so many rows of a motion
  loads?: boolean; // also every load on each body
  diagrams?: boolean; // also what is drawn to teach it
}

export type Status = "ok" | "failed" | "wrong" | "stopped";

export interface RunAnswer {
  status: Status;
  messages: Message[];
  tables: Table[];
  scenes?: Record<string, Scene>; // for tables of analyses that `set` parameters, and those after them
  seconds: number; // that the engine took
}

export interface VerifyOptions {
  set?: Settings;
  end?: number;
  thorough?: boolean;
}

/* What `trammel verify --json` prints. */
export interface Certificate {
  moves: boolean;
  agreed: boolean;
  motion: string;
  outcome: string;
  notes: string[];
  [more: string]: unknown;
}

export interface VerifyAnswer {
  status: Status;
  messages: Message[];
  certificate: Certificate | null;
}

/* ---- studies: a model at many values of its parameters ---- */

export interface StudyOptions {
  set?: Settings;
  study?: string; // one of the model's `studies`, by its name
  vary?: string[]; // "L=1.9:2.1:20", as `trammel sweep --vary` has them
  keep?: string[]; // "max(abs(B.fx))"
  sample?: string;
  count?: number;
  seed?: number;
  only?: string;
  formulation?: string;
  integrator?: string;
  tolerance?: number;
}

/* Points that were computed since the part before; a number that is missing is null, and `reasons` says why. */
export interface StudyPart {
  points: number; // of the whole study
  done: number;
  columns?: { name: string; unit: string }[]; // parameters, then answers; in the first part
  axes?: StudyAxis[]; // of each parameter; in the first part
  rows: [number: number, ...values: (number | null)[]][];
  reasons: Record<string, string>;
}

/* Where the points of a study lie along a parameter, SI. */
export interface StudyAxis {
  from: number;
  to: number;
  levels: number[] | null; // all its values, where every one is tried with every one of the others
}

export interface StudyAnswer {
  status: Status;
  messages: Message[];
  points: number;
  done: number;
  seconds: number;
}

/* A search for the best values, as `trammel optimize` has it. */
export interface OptimizeOptions {
  set?: Settings;
  study?: string; // one of the model's `studies`, by its name
  minimize?: string[];
  maximize?: string[];
  over?: string[]; // "L=1..3"
  subject_to?: string[]; // "max(abs(B.fx)) <= 100"
  method?: string;
  only?: string;
  formulation?: string;
  integrator?: string;
  tolerance?: number;
}

/* Points that were tried since the part before. */
export interface OptimizePart {
  columns?: { name: string; unit: string }[]; // parameters, then answers, of which the goals are first; in the first part
  parameters?: number; // how many of the columns are; in the first part
  rows: [search: number, ...values: (number | null)[]][]; // the last value: the best of its search so far
  reasons: Record<string, string>; // by the number of the point, from 0
}

export type StudyFormat = "csv" | "h5";

/* How answers change with parameters, each of which has one value in `vary`. */
export interface InfluenceAnswer {
  status: Status;
  messages: Message[];
  answers: { name: string; unit: string; value: number | null; derivatives: (number | null)[] }[]; // SI, in the order of `vary`
  reason: string | null; // why something is missing
}

/* part: 0 to 1. */
export type Progress = (part: number, analysis: string) => void;

/* ---- a mechanism that follows a dragged point ---- */

export interface DragResult {
  poses: Pose[]; // as Scene.bodies
  coordinates: Record<string, number>; // values of the joint coordinates by channel
  distance: number; // from the point to its target, m
  closed: boolean; // every joint is closed
}

export interface Drag {
  /* Moves a point (body frame) of a body towards a target in the ground frame; joints stay closed, drivers and `initial` no longer hold. */
  move(body: number, point: Vec, target: Vec): Promise<DragResult>;
  release(): void;
}

/* ---- files beside the one that was opened; absent where there is no file system ---- */

export interface FileEntry {
  name: string;
  modified: number; // s since 1970
}

export interface OpenFile {
  name: string;
  text: string;
  stamp: string; // of this content: what `save` must find, so that nothing is overwritten unseen
}

/* A file from outside. */
export interface Look {
  mark: string | null; // changes with whatever is written to it; null: there is no such file
  stamp?: string; // of its content, where the mark is another than before
}

export interface Files {
  folder: string; // name of the folder, to be shown
  folderId: string; // of this folder and of no other, whatever its name; "": not known yet
  list(): Promise<FileEntry[]>;
  open(name: string): Promise<OpenFile>;
  /* A picture beside the models, in base64. */
  picture(name: string): Promise<{ type: string; data: string }>;
  /* A file of triangles in the folder of the models or below it, in base64. */
  mesh(file: string): Promise<{ data: string }>;
  /* Whether it has changed since it had this mark; null: it never had one. */
  look(name: string, mark: string | null): Promise<Look>;
  /* Rejects with EngineError code "changed" when the file is no longer what `stamp` says; null: a new file. */
  save(name: string, text: string, stamp: string | null): Promise<string>;
}

export class EngineError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/* ---- the engine ---- */

export type Connection = "connecting" | "open" | "lost" | "refused";

export interface Welcome {
  version: string;
  file: string | null; // that was named when the workbench was started
  lists: boolean; // a folder was named instead
}

export interface Engine {
  /* Called at once and with each change. */
  watch(listener: (state: Connection) => void): () => void;
  welcome(): Promise<Welcome>;
  schema(): Promise<Record<string, unknown>>;
  describe(): Promise<Description>;
  explain(code: string): Promise<Explanation>;
  format(text: string, name: string): Promise<LaidOut>;
  import(text: string, name: string): Promise<Imported>;
  check(text: string, name: string, set?: Settings, stop?: AbortSignal): Promise<Checked>;
  run(text: string, name: string, options: RunOptions, progress?: Progress, stop?: AbortSignal): Promise<RunAnswer>;
  verify(
    text: string,
    name: string,
    options: VerifyOptions,
    progress?: Progress,
    stop?: AbortSignal,
  ): Promise<VerifyAnswer>;
  /* One that was stopped goes on when it is asked for again. */
  study(
    text: string,
    name: string,
    options: StudyOptions,
    part: (part: StudyPart) => void,
    stop?: AbortSignal,
  ): Promise<StudyAnswer>;
  optimize(
    text: string,
    name: string,
    options: OptimizeOptions,
    part: (part: OptimizePart) => void,
    stop?: AbortSignal,
  ): Promise<RunAnswer>;
  /* A study of the model that fits parameters to measured curves. */
  fit(
    text: string,
    name: string,
    options: { study: string; set?: Settings },
    progress?: Progress,
    stop?: AbortSignal,
  ): Promise<RunAnswer>;
  /* What is there of a study, as a file in base64. */
  studyFile(text: string, name: string, options: StudyOptions, format: StudyFormat): Promise<{ data: string }>;
  influence(text: string, name: string, options: StudyOptions): Promise<InfluenceAnswer>;
  drag(text: string, name: string, set?: Settings): Promise<Drag>;
  range(text: string, name: string, coordinate: string, set?: Settings): Promise<Range>;
  files: Files | null;
}
