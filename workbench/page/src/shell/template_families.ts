/* template_families.ts - mechanisms to begin from, by family, in the order of the gallery. Headings are in the texts (gallery.families). */
import type { Texts } from "../texts/texts";

export type FamilyId = keyof Texts["gallery"]["families"];

/* A name is that of a file of workbench/page/templates, or of a model of the repository, which is not written twice. */
export const FAMILIES: Record<FamilyId, readonly string[]> = {
  fourBars: [
    "crank-rocker",
    "double-crank",
    "double-rocker",
    "triple-rocker",
    "parallelogram",
    "coupled-wheels",
    "galloway",
  ],
  straightLines: [
    "watt-straight-line",
    "chebyshev-straight-line",
    "roberts",
    "hoeken",
    "evans",
    "scott-russell",
    "peaucellier",
    "hart-inversor",
    "cardan-gears",
    "ellipsograph",
    "sarrus",
  ],
  quickReturns: ["crank-shaper", "whitworth", "offset-slider-crank"],
  toggles: ["toggle-press", "toggle-clamp", "punch-press", "jaw-crusher", "lever-shear"],
  lifting: [
    "scissor-lift",
    "scissor-jack",
    "pantograph",
    "excavator",
    "tipper",
    "pump-jack",
    "winch",
    "hydraulic-cylinder",
  ],
  walkers: ["jansen", "klann", "walker"],
  folding: ["umbrella", "deck-chair", "folding-table", "garage-door", "hood-hinge", "landing-gear"],
  engines: [
    "single-cylinder",
    "v-twin",
    "boxer",
    "radial-engine",
    "scotch-yoke",
    "oscillating-engine",
    "rhombic-stirling",
    "wankel",
  ],
  gears: [
    "gear-pair",
    "compound-train",
    "reverted-train",
    "planetary-gear",
    "differential",
    "rack",
    "bevel-gears",
    "helical-gears",
    "worm-gear",
    "belt-drive",
  ],
  cams: ["cam-roller", "cam-flat", "geneva", "ratchet", "escapement", "film-claw", "sewing-machine", "walking-beam"],
  governors: ["watt-governor", "porter-governor", "hartnell-governor"],
  vehicles: [
    "ackermann",
    "wipers",
    "double-wishbone",
    "macpherson",
    "trailing-arm",
    "quarter-car",
    "half-car",
    "full-car",
    "pedalling",
    "bicycle-brake",
    "derailleur",
  ],
  robots: ["five-bar", "delta", "stewart", "scara", "robot-arm", "gripper"],
  shafts: ["universal-joint", "cv-shaft", "oldham", "bell-crank", "clutch", "brake"],
  drives: ["dc-motor", "induction-motor", "servo-arm"],
  contacts: ["trebuchet", "stop", "rolling-disc", "stack", "clearance"],
};

export const FAMILY_IDS = Object.keys(FAMILIES) as FamilyId[];

/* What the page shows first, to somebody who has seen none. */
export const FEATURED = [
  "crank-rocker",
  "klann",
  "radial-engine",
  "excavator",
  "whitworth",
  "planetary-gear",
  "peaucellier",
  "watt-governor",
];
