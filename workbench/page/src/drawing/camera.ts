/* camera.ts - how the plane of the mechanism lies on the screen: x right, y up, the same scale for both.
 *
 *   screen = (x0 + scale x, y0 - scale y)      in CSS pixels of the drawing, from its upper left corner
 *
 * A camera is a plain value; each function gives another one.
 */
export interface Camera {
  scale: number; // px per m
  x0: number; // px: where the origin of the ground lies
  y0: number;
}

export interface Size {
  width: number; // px
  height: number;
}

export type Point = [x: number, y: number];

/* A place of the model; z in space only. */
export type Place = [x: number, y: number, z?: number];

export type Pixel = Point; // of the window or the drawing

export interface Box {
  left: number; // m
  right: number;
  bottom: number;
  top: number;
}

export const LARGEST_ZOOM = 1e7; // px per m
const SMALLEST_ZOOM = 1e-5;

export function toScreen(camera: Camera, x: number, y: number): Point {
  return [camera.x0 + camera.scale * x, camera.y0 - camera.scale * y];
}

export function toModel(camera: Camera, px: number, py: number): Point {
  return [(px - camera.x0) / camera.scale, (camera.y0 - py) / camera.scale];
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x0: camera.x0 + dx, y0: camera.y0 + dy };
}

/* The point of the mechanism under (px, py) stays there. */
export function zoomAt(camera: Camera, px: number, py: number, factor: number): Camera {
  const scale = Math.min(Math.max(camera.scale * factor, SMALLEST_ZOOM), LARGEST_ZOOM);
  const real = scale / camera.scale;
  return { scale, x0: px + (camera.x0 - px) * real, y0: py + (camera.y0 - py) * real };
}

export const EMPTY: Box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };

export function around(box: Box, x: number, y: number, reach = 0): Box {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return box;
  return {
    left: Math.min(box.left, x - reach),
    right: Math.max(box.right, x + reach),
    bottom: Math.min(box.bottom, y - reach),
    top: Math.max(box.top, y + reach),
  };
}

export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/* The camera that shows the whole box as large as it goes within margins. A box without extent is given that of `least`. */
export function fit(box: Box, size: Size, margins: Margins, least = 0.1): Camera {
  const known = box.left <= box.right && box.bottom <= box.top;
  const cx = known ? (box.left + box.right) / 2 : 0;
  const cy = known ? (box.bottom + box.top) / 2 : 0;
  const width = known ? box.right - box.left : 0;
  const height = known ? box.top - box.bottom : 0;
  const free = {
    width: Math.max(size.width - margins.left - margins.right, 40),
    height: Math.max(size.height - margins.top - margins.bottom, 40),
  };
  const extent = Math.max(width, height) > 1e-9 ? 0 : least;
  const wanted = Math.min(free.width / Math.max(width, extent, 1e-12), free.height / Math.max(height, extent, 1e-12));
  const scale = Math.min(Math.max(wanted, SMALLEST_ZOOM), LARGEST_ZOOM);
  return {
    scale,
    x0: margins.left + free.width / 2 - scale * cx,
    y0: margins.top + free.height / 2 + scale * cy,
  };
}
