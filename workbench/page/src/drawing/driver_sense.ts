/* driver_sense.ts - which way a driver moves its joint: the way its arrow points. */
import { directionOf, readMotorMotion } from "../editor/motor_motion";
import type { Scene, SceneDriver } from "../engine/engine";

/* 1: the coordinate grows, and where nothing is known; -1: it falls. */
export function driverSense(scene: Scene, driver: SceneDriver): 1 | -1 {
  const motion = readMotorMotion("", driver.text);
  if (motion.way !== "table") return directionOf(motion) < 0 ? -1 : 1;
  const table = scene.motions?.find(({ name }) => name === motion.table);
  const known = table?.value.filter((one) => one !== null) ?? [];
  const first = known[0] ?? 0;
  const farthest = known.reduce((far, one) => (Math.abs(one - first) > Math.abs(far - first) ? one : far), first);
  return farthest < first ? -1 : 1;
}
