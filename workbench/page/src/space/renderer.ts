/* renderer.ts - what draws a scene on a canvas, with shadows and cuts; it throws where the browser gives no WebGL. */
import { PCFShadowMap, WebGLRenderer } from "three";

export function rendererOn(canvas: HTMLCanvasElement): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "low-power" });
  renderer.localClippingEnabled = true;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}
