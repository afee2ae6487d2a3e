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
    title: texts.tools.kit.selectAndMove,
    items: [
      item("select", texts.tools.kit.selectAndMove, texts.tools.kit.clickToSelectDragAPoint, null),
      item("reshape", texts.tools.kit.reshapeR, texts.tools.kit.dragAPointToChangeThe, null),
      item("several", texts.selection.several, texts.selection.severalAbout, null),
    ],
  },
  {
    key: "L",
    title: texts.tools.kit.link,
    items: [item("link", texts.tools.kit.link, texts.tools.kit.clickTheTwoEndsOfA, linkTool)],
  },
  {
    key: "G",
    title: texts.tools.kit.groundPin,
    items: [item("ground", texts.tools.kit.groundPin, texts.tools.kit.clickAnEndOfALink, groundTool)],
  },
  {
    key: "P",
    title: texts.tools.kit.point,
    items: [item("point", texts.tools.kit.point, texts.tools.kit.clickALinkToAddA, pointTool)],
  },
  { key: "J", title: texts.tools.kit.joint, items: [] },
  { key: "S", title: texts.tools.kit.springAndDamper, items: [] },
  {
    key: "M",
    title: texts.tools.kit.motor,
    items: [item("driver", texts.tools.kit.motor, texts.tools.kit.clickAPinASliderOr, driverTool)],
  },
  { key: "F", title: texts.tools.kit.forceAndTorque, items: [] },
  {
    key: "T",
    title: texts.tools.kit.trace,
    items: [item("trace", texts.tools.kit.trace, texts.tools.kit.clickAPointToDrawIts, traceTool)],
  },
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
  {
    key: "D",
    title: texts.tools.kit.deleteWord,
    items: [item("delete", texts.tools.kit.deleteWord, texts.tools.kit.clickAnElementToDeleteIt, deleteTool)],
  },
];

/* How each gesture goes, and what to click. */
const GESTURES: Record<Gesture, (of: Product) => Item> = {
  place: (of) =>
    made(of, texts.tools.kit.clickWhereTwoBodiesMeet, of.section === "joints" ? pinTool(of.id) : mountTool(of.id)),
  line: (of) => made(of, texts.tools.kit.clickThePointThatSlidesThen, slidingTool(of.id)),
  pair: (of) => made(of, texts.tools.kit.clickItsTwoEnds, pairTool(of.id)),
  wheels: (of) => made(of, texts.tools.kit.clickTheCentresOfTwoWheels, gearTool(of.id)),
  rack: (of) => made(of, texts.tools.kit.clickThePinionsCentreThenThe, gearTool(of.id)),
  joints: (of) => made(of, texts.tools.kit.clickTwoJoints, tieTool(of.id)),
  joint: (of) =>
    made(
      of,
      of.template.sliding === undefined ? texts.tools.kit.clickAPin : texts.tools.kit.clickAPinOrASlider,
      motorTool(of.id),
    ),
  arrow: (of) => made(of, texts.tools.kit.clickAPointThenWhereThe, arrowTool(of.id)),
  point: (of) => made(of, texts.tools.kit.clickAPointOfALink, onPointTool(of.id)),
  body: (of) => made(of, texts.tools.kit.clickALink, onBodyTool(of.id)),
};

/* What is made of several elements of kinds that there are, in the place of its first. */
function composites(key: string): Item[] {
  if (key !== "J" || spatial.value) return []; // their gestures are of the plane
  return [
    ...(meshKind()
      ? [
          item(
            "planetary",
            texts.tools.kit.planetaryGear,
            texts.tools.kit.clickItsCentreThenHowLarge,
            planetaryTool("planetary"),
          ),
        ]
      : []),
    ...loopKinds().map((kind) =>
      item(loopId(kind), kind.templates[0]!.title, texts.tools.kit.clickItsWheelsInOrderThen, loopTool(kind)),
    ),
    ...cableKinds().map((kind) =>
      item(`path ${kind.name}`, kind.templates[0]!.title, texts.tools.kit.clickWhatItPassesInOrder, cableTool(kind)),
    ),
    ...(profileKind()
      ? [item("cam", texts.tools.kit.cam, texts.tools.kit.clickItsShaftThenItsFollower, camTool("cam"))]
      : []),
  ];
}

function made<S>(product: Product, about: string, tool: Tool<S>): Item {
  return { ...item(product.id, product.title, about, tool), product };
}

/* In space points are moved by their handles, and nothing is horizontal. */
const PLANE_ONLY = new Set<ToolId>(["reshape", "several", "distance_x", "distance_y", "horizontal", "vertical"]);

/* Places without an item are left out: there is nothing to make while the engine has not described it. */
export const slots = computed<Slot[]>(() =>
  FIXED.map((slot) => ({
    ...slot,
    items: [
      ...slot.items.filter(({ id }) => !spatial.value || !PLANE_ONLY.has(id)),
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
