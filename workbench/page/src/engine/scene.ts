/* scene.ts - what is in a model, as numbers, with its places in the text: what the page draws.
 *
 * Angles are radians, everything else SI. Vectors have three numbers; z is 0 in the plane.
 */
export type Vec = [number, number, number];
export type Quaternion = [w: number, x: number, y: number, z: number];

export interface Placed {
  name: string;
  line: number; // of its name in the text, from 1; 0: not written
  column: number;
  file?: string; // where that is an included file
  use?: string; // "leg1": it belongs to a use of a part, and its place is in the text of the part
}

/* A use of a part: elements say by its name that they belong to it. */
export interface SceneUse extends Placed {
  part: string;
  at: Vec; // of its frame on the ground
  q: [number, number, number, number];
}

/* Where a body is: its centre of mass on ground axes, and how it is turned. */
export interface Pose {
  at: Vec;
  angle: number; // plane
  q: Quaternion; // space; in the plane the same turn about z
}

export type SimpleShape =
  | { kind: "none" }
  | { kind: "rod"; from: Vec; to: Vec; width?: number }
  | { kind: "disc"; at: Vec; axis: Vec; radius?: number; thickness?: number }
  | { kind: "box"; at: Vec; size: Vec }
  | { kind: "sphere"; at: Vec; radius?: number }
  | { kind: "cylinder"; at: Vec; axis: Vec; radius?: number; length?: number }
  | { kind: "polygon"; corners: Vec[]; thickness?: number };

/* Triangles of a file, only drawn: a point p of it is at `at` + q (scale p) in the body frame. */
export interface MeshShape {
  kind: "mesh";
  file: string; // as seen from the folder of the model
  scale: Vec;
  at: Vec;
  q: Quaternion;
}

export type Shape =
  | SimpleShape
  | MeshShape
  | { kind: "several"; shapes: ((SimpleShape & { hole?: boolean }) | (MeshShape & { hole?: never }))[] };

/* What a surface of a body looks like, body frame. A curve has its free side on the left of the way along its points. */
export type SurfaceForm =
  | { kind: "point"; at: Vec }
  | { kind: "circle"; at: Vec; radius: number; hollow: boolean }
  | { kind: "profile"; points: Vec[]; closed: boolean; endless: boolean; hollow: boolean; speed: number } // m/s, along it
  | { kind: "sphere"; at: Vec; radius: number; hollow: boolean }
  | { kind: "plane"; at: Vec; normal: Vec } // normal: on the free side
  | { kind: "capsule"; from: Vec; to: Vec; radius: number }
  | { kind: "cylinder"; at: Vec; axis: Vec; radius: number; length?: number; hollow: boolean } // no length: no ends
  | { kind: "box"; at: Vec; size: Vec }
  | { kind: "hull"; corners: Vec[] }
  | { kind: "ring"; at: Vec; axis: Vec; radius: number; tube: number } // tube 0: a sharp edge
  | { kind: "sheet"; points: Vec[]; columns: number }; // rows of so many points

export type SceneSurface = Placed & SurfaceForm & { type: string };

export interface ScenePoint extends Placed {
  at: Vec; // body frame
}

export interface SceneBody extends Placed {
  drawn: boolean; // its points are names of drawing points; its frame is the ground's
  mass: number;
  inertia: number[]; // xx yy zz xy xz yz about the centre of mass; plane: only zz counts
  com: Vec; // body frame
  points: ScenePoint[];
  shape: Shape; // body frame
  surfaces?: SceneSurface[]; // that may touch those of other bodies
  pose: Pose; // at the start, assembled where it can be
}

export interface JointCoordinate {
  channel: string; // "O.angle"
  unit: string;
  value: number; // at the start
  limits?: [number | null, number | null]; // where it has stops; null: none on that side
  actuator: string; // "O.actuator": channel of what an analysis finds to act on it
}

/* Play of a joint: its sizes, m. Surfaces of its bodies that have its name limit it. */
export interface JointClearance {
  gap: number;
  radius?: number;
  length?: number;
  width?: number;
  axial?: number;
}

/* What a belt or cable passes, in order. */
export interface ScenePath {
  closed: boolean; // a loop
  /* body frames; radius below zero: passed clockwise; 0: a point; axis: of a wheel in space */
  places: { body: number; point: Vec; radius: number; axis?: Vec }[];
}

/* The curve that a joint leads a point of its second body along: points on it, in the frame of the first. */
export interface SceneCurve {
  closed: boolean; // from the last point back to the first
  points: Vec[];
}

export interface SceneJoint extends Placed {
  multiple?: string; // "A": the joint of several bodies that it is one joint of, A.coupler
  type: string; // "revolute"
  bodies: [number, number]; // into Scene.bodies; 0 is the ground
  points: [Vec, Vec]; // body frames
  axes: [Vec, Vec]; // unit directions of the joint, in the frames of its bodies (zero: it has none)
  joints?: [string, string]; // of a joint of joints: gear, rack
  path?: ScenePath; // of a belt or cable
  curve?: SceneCurve; // of a joint along a curve that is no surface of its body
  numbers: Record<string, number>; // ratio, radius, pitch, length … where given
  words?: Record<string, string>; // hand … where given
  compliant: boolean;
  clearance?: JointClearance;
  coordinates: JointCoordinate[];
}

export interface SceneForce extends Placed {
  type: string; // "spring"
  bodies: number[]; // one or two; of a force on a joint those of the joint
  points: Vec[]; // as many, body frames
  joint?: string; // motor, torsion on a joint,
  coordinate?: string; // on this coordinate of it: "O.angle"
  axes?: "ground" | "body"; // of `force`
  numbers: Record<string, number>; // stiffness, length, damping … where constant
}

export interface SceneDriver extends Placed {
  channel: string;
  text: string;
}

export interface SceneParameter extends Placed {
  text: string;
  value: number;
  unit: string; // "" where it has none
}

/* Its channels begin with its name: "i", "i.rate", "x1", "control.integral". */
export interface SceneState extends Placed {
  type: string; // "rate", "pid"
}

export interface SceneOutput extends Placed {
  unit: string;
  title: string; // "" where it has none
}

export interface SceneAnalysis {
  kind: string;
  line: number;
  column: number;
}

/* One more analysis of a kind, behind the others. */
export interface Proposal {
  options?: string; // "{end: 4, output: 0.01}": with these it is valid
  needs?: string; // what the model has to have first, as a sentence
}

export interface Channel {
  name: string;
  unit: string;
}

/* A motion that a table gives by segments, and its derivatives by x; null where it is not finite. */
export interface SceneMotion {
  name: string;
  column?: string; // of a table of several
  x_unit: string; // "" where the text gives none
  unit: string;
  period: number; // 0: none
  x: number[];
  value: (number | null)[];
  first: (number | null)[];
  second: (number | null)[];
  third: (number | null)[];
}

/* What `display` of the file says; what it does not say is not there. */
export interface DisplayKey {
  length?: "mm" | "cm" | "m" | "in" | "ft";
  force?: "N" | "kN" | "lbf";
  angle?: "deg" | "rad";
  speed?: "rpm" | "deg/s" | "rad/s";
  mass?: "kg" | "g" | "lb";
}

/* Elements that are hidden or locked together in the drawing. */
export interface SceneGroup {
  name: string;
  of: string[]; // bodies, joints, forces, uses of parts
  hidden: boolean;
  locked: boolean;
}

export interface Scene {
  title: string;
  space: boolean; // false: plane
  size: number; // m: how large the mechanism is
  display?: DisplayKey & { paths?: string[] }; // units that the file asks for; points whose paths are drawn
  groups?: SceneGroup[]; // absent: none
  gravity: Vec;
  bodies: SceneBody[]; // [0] is the ground
  joints: SceneJoint[];
  motions?: SceneMotion[]; // absent in reports of earlier versions
  uses?: SceneUse[]; // of parts; absent in reports of earlier versions
  forces: SceneForce[];
  drivers: SceneDriver[];
  states?: SceneState[]; // of the user's; absent, as outputs, in reports of earlier versions
  outputs?: SceneOutput[];
  parameters: SceneParameter[];
  analyses: SceneAnalysis[];
  proposals?: Record<string, Proposal>; // by kind of analysis; absent in reports of earlier versions
  drawing: ScenePoint[]; // top-level points, ground frame
  channels: Channel[]; // of `dynamics`
  assembled: boolean; // poses satisfy the joints
  dof: number; // degrees of freedom; -1: not known
  mobility: Mobility;
}

/* Whether the joints and drivers let the mechanism move. */
export interface Mobility {
  count: number; // of Grübler: coordinates less constraints of the joints
  joints: number; // degrees of freedom that the joints leave
  redundant: number; // constraints of joints that others hold already
  drivers: number; // overdriven: those that contradict each other; else all
  excess: number; // drivers more than there are degrees of freedom for
  verdict: "moves" | "immobile" | "overdriven";
  loose?: string[][]; // bodies that nothing holds against gravity, by sets that hang together; absent in earlier reports
  remedies: string[]; // immobile: bodies, each of which alone holds the rest; overdriven: drivers; the last written first
}

/* How far a joint coordinate can go from the start. */
export interface Range {
  start: number;
  low: number | null; // null: it turns round
  high: number | null;
  length: number; // m: of a crank on the ground; 0: it is none
  maxLength: number; // m: a shorter crank would turn round; 0: none would, or it does
}
