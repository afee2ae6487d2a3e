/* kit.ts - the tools of the palette: their names, keys, and what each is; kinds of one tool share a place. */
import { gearTool } from "./gear_tools";
import { groundTool, pinTool, slidingTool } from "./joint_tools";
import { linkTool } from "./link_tool";
import { forceTool, motorTool, pairTool, torqueTool } from "./load_tools";
import { deleteTool, pointTool, traceTool } from "./point_tools";
import type { Tool } from "./tool";

export type ToolId =
  | "select"
  | "reshape"
  | "link"
  | "ground"
  | "point"
  | "revolute"
  | "prismatic"
  | "slot"
  | "fixed"
  | "distance"
  | "gear"
  | "rack"
  | "spring"
  | "damper"
  | "actuator"
  | "torsion"
  | "driver"
  | "motor"
  | "force"
  | "torque"
  | "trace"
  | "delete";

export interface Item {
  id: ToolId;
  title: string;
  about: string; // what to click
  tool: Tool<unknown> | null; // null: drags what there is
}

export interface Slot {
  key: string;
  title: string; // of all its kinds
  items: Item[];
}

function item<S>(id: ToolId, title: string, about: string, tool: Tool<S> | null): Item {
  return { id, title, about, tool: tool as Tool<unknown> | null };
}

export const SLOTS: Slot[] = [
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
  {
    key: "J",
    title: "Joint",
    items: [
      item("revolute", "Pin", "Click where two bodies meet", pinTool("revolute")),
      item("prismatic", "Slider", "Click the point that slides, then along its line", slidingTool("prismatic")),
      item("slot", "Slot", "Click the point that stays on a line, then along the line", slidingTool("slot")),
      item("fixed", "Weld", "Click where two bodies meet", pinTool("fixed")),
      item("distance", "Rod", "Click two points whose distance stays", pairTool("distance")),
      item("gear", "Gear pair", "Click the centres of two wheels", gearTool("gear")),
      item("rack", "Rack and pinion", "Click the pinion's centre, then the rack", gearTool("rack")),
    ],
  },
  {
    key: "S",
    title: "Spring and damper",
    items: [
      item("spring", "Spring", "Click its two ends", pairTool("spring")),
      item("damper", "Damper", "Click its two ends", pairTool("damper")),
      item("actuator", "Actuator", "Click its two ends", pairTool("actuator")),
      item("torsion", "Torsion spring", "Click a pin", motorTool("torsion")),
    ],
  },
  {
    key: "M",
    title: "Motor",
    items: [
      item("driver", "Motor at constant speed", "Click a pin or a slider", motorTool("driver")),
      item("motor", "Motor with a torque", "Click a pin or a slider", motorTool("motor")),
    ],
  },
  {
    key: "F",
    title: "Force and torque",
    items: [
      item("force", "Force", "Click a point, then where the arrow ends", forceTool),
      item("torque", "Torque", "Click a link", torqueTool),
    ],
  },
  { key: "T", title: "Trace", items: [item("trace", "Trace", "Click a point to draw its path", traceTool)] },
  { key: "D", title: "Delete", items: [item("delete", "Delete", "Click what is to go", deleteTool)] },
];

const ITEMS = new Map(SLOTS.flatMap((slot) => slot.items.map((one) => [one.id, one] as const)));

export function itemOf(id: ToolId): Item {
  return ITEMS.get(id)!;
}

export function slotOf(id: ToolId): Slot {
  return SLOTS.find((slot) => slot.items.some((one) => one.id === id))!;
}

/* The kind that comes after one, round and round. */
export function nextKind(id: ToolId): ToolId {
  const { items } = slotOf(id);
  return items[(items.findIndex((one) => one.id === id) + 1) % items.length]!.id;
}
