/* kit.ts - the tools of the palette: their names, keys, and what each is; kinds of one tool share a place.
 *
 * Tools that place a joint or a force are made from what the engine describes (products.ts); those that are written here are not for
 * one kind.
 */
import { computed } from "@preact/signals";
import { loopId, loopKinds, loopTool } from "./belt_tool";
import { cableKinds, cableTool } from "./cable_tool";
import { camTool, profileKind } from "./cam_tool";
import { dimensionTool, relationTool } from "./dimension_tool";
import { RELATIONS } from "./sketch_entries";
import { texts } from "../texts/texts";
import { gearTool } from "./gear_tools";
import { groundTool, mountTool, pinTool, slidingTool } from "./joint_tools";
import { linkTool } from "./link_tool";
import { arrowTool, motorTool, onBodyTool, onPointTool, pairTool, tieTool } from "./load_tools";
import { driverTool } from "./motor_tool";
import { meshKind, planetaryTool } from "./planetary";
import { deleteTool, pointTool, traceTool } from "./point_tools";
import { products, spatial, type Gesture, type Product } from "./products";
import type { Tool } from "./tool";

export type ToolId = string; // "select", or the id of a product

export interface Item {
  id: ToolId;
  title: string;
  about: string; // what to click
  tool: Tool<unknown> | null; // null: drags what there is
  product?: Product;
}

export interface Slot {
  key: string;
  title: string; // of all its kinds
  items: Item[];
}

function item<S>(id: ToolId, title: string, about: string, tool: Tool<S> | null): Item {
  return { id, title, about, tool: tool as Tool<unknown> | null };
}

const FIXED: Slot[] = [
  {
    key: "V",
    title: "Select and move",
    items: [
      item("select", "Select and move", "Click to select; drag a point and the mechanism follows", null),
      item("reshape", "Reshape (R)", "Drag a point to change the lengths of its links", null),
    ],
  },
  { key: "L", title: "Link", items: [item("link", "Link", "Click the two ends of a link", linkTool)] },
  {
    key: "G",
    title: "Ground pin",
    items: [item("ground", "Ground pin", "Click an end of a link to pin it to the ground", groundTool)],
  },
  { key: "P", title: "Point", items: [item("point", "Point", "Click a link to add a point to it", pointTool)] },
  { key: "J", title: "Joint", items: [] },
  { key: "S", title: "Spring and damper", items: [] },
  {
    key: "M",
    title: "Motor",
    items: [item("driver", "Motor", "Click a pin, a slider or a cylinder", driverTool)],
  },
  { key: "F", title: "Force and torque", items: [] },
  { key: "T", title: "Trace", items: [item("trace", "Trace", "Click a point to draw its path", traceTool)] },
  {
    key: "I",
    title: texts.dimensions.slot,
    items: [
      item("dimension", texts.dimensions.tool, texts.dimensions.toolAbout, dimensionTool("length", true)),
      item("measure", texts.dimensions.measure, texts.dimensions.measureAbout, dimensionTool("length", false)),
      item("distance_x", texts.dimensions.distanceX, texts.dimensions.distanceAbout, dimensionTool("distance_x", true)),
      item("distance_y", texts.dimensions.distanceY, texts.dimensions.distanceAbout, dimensionTool("distance_y", true)),
      ...RELATIONS.map((kind) =>
        item(kind, texts.dimensions.kinds[kind], texts.dimensions.relationAbout[kind], relationTool(kind)),
      ),
    ],
  },
  { key: "D", title: "Delete", items: [item("delete", "Delete", "Click an element to delete it", deleteTool)] },
];

/* How each gesture goes, and what to click. */
const GESTURES: Record<Gesture, (of: Product) => Item> = {
  place: (of) => made(of, "Click where two bodies meet", of.section === "joints" ? pinTool(of.id) : mountTool(of.id)),
  line: (of) => made(of, "Click the point that slides, then along its line", slidingTool(of.id)),
  pair: (of) => made(of, "Click its two ends", pairTool(of.id)),
  wheels: (of) => made(of, "Click the centres of two wheels", gearTool(of.id)),
  rack: (of) => made(of, "Click the pinion's centre, then the rack", gearTool(of.id)),
  joints: (of) => made(of, "Click two joints", tieTool(of.id)),
  joint: (of) =>
    made(of, of.template.sliding === undefined ? "Click a pin" : "Click a pin or a slider", motorTool(of.id)),
  arrow: (of) => made(of, "Click a point, then where the arrow ends", arrowTool(of.id)),
  point: (of) => made(of, "Click a point of a link", onPointTool(of.id)),
  body: (of) => made(of, "Click a link", onBodyTool(of.id)),
};

/* What is made of several elements of kinds that there are, in the place of its first. */
function composites(key: string): Item[] {
  if (key !== "J" || spatial.value) return []; // their gestures are of the plane
  return [
    ...(meshKind()
      ? [
          item(
            "planetary",
            "Planetary gear",
            "Click its centre, then how large its ring is",
            planetaryTool("planetary"),
          ),
        ]
      : []),
    ...loopKinds().map((kind) =>
      item(loopId(kind), kind.templates[0]!.title, "Click its wheels in order, then the first again", loopTool(kind)),
    ),
    ...cableKinds().map((kind) =>
      item(
        `path ${kind.name}`,
        kind.templates[0]!.title,
        "Click what it passes in order, then the last place again",
        cableTool(kind),
      ),
    ),
    ...(profileKind() ? [item("cam", "Cam", "Click its shaft, then its follower", camTool("cam"))] : []),
  ];
}

function made<S>(product: Product, about: string, tool: Tool<S>): Item {
  return { ...item(product.id, product.title, about, tool), product };
}

/* Places without an item are left out: there is nothing to make while the engine has not described it. */
export const slots = computed<Slot[]>(() =>
  FIXED.map((slot) => ({
    ...slot,
    items: [
      /* in space points are moved by their handles; dimensions and constraints are of a drawing in the plane */
      ...slot.items.filter(({ id }) => (id !== "reshape" && slot.key !== "I") || !spatial.value),
      ...products.value.filter((one) => one.slot === slot.key).map((of) => GESTURES[of.gesture](of)),
      ...composites(slot.key),
    ],
  })).filter(({ items }) => items.length > 0),
);

const items = computed(() => new Map(slots.value.flatMap((slot) => slot.items.map((one) => [one.id, one] as const))));

/* The places of the palette, whether there is something in them or not. */
export const PLACES: readonly { key: string; title: string }[] = FIXED;

export function slotAt(key: string | null): Slot | undefined {
  return slots.value.find((slot) => slot.key === key);
}

/* Of what is not there any more: the first. */
export function itemOf(id: ToolId): Item {
  return items.value.get(id) ?? slots.value[0]!.items[0]!;
}

export function slotOf(id: ToolId): Slot {
  return slots.value.find((slot) => slot.items.some((one) => one.id === id)) ?? slots.value[0]!;
}

/* The kind that comes after one, round and round. */
export function nextKind(id: ToolId): ToolId {
  const { items: kinds } = slotOf(id);
  return kinds[(kinds.findIndex((one) => one.id === id) + 1) % kinds.length]!.id;
}
