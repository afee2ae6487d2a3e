/* lined_plane.ts - a square of grid lines in space that fades out round its middle: the floor, and the plane that is drawn on. */
import { Color, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial } from "three";
import type { Paint } from "./paint";

const VERTEX = `
varying vec2 place;
uniform float reach;
uniform vec2 origin;
void main() {
  place = position.xy * 2.0 * reach + origin;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = `
varying vec2 place;
uniform float pace;
uniform float reach;
uniform vec2 origin;
uniform vec3 thin;
uniform vec3 thick;
float lines(float every, float width) {
  vec2 at = place / every;
  vec2 near = abs(fract(at - 0.5) - 0.5) / max(fwidth(at), 1e-6);
  return 1.0 - clamp(min(near.x, near.y) - width + 0.5, 0.0, 1.0);
}
void main() {
  float fade = 1.0 - smoothstep(0.35, 1.0, length(place - origin) / reach);
  float coarse = lines(5.0 * pace, 0.75);
  float fine = lines(pace, 0.5) * clamp(0.35 * pace / max(fwidth(place.x), fwidth(place.y)) - 0.5, 0.0, 1.0);
  float shown = max(coarse, 0.8 * fine) * fade;
  if (shown < 0.01) discard;
  gl_FragColor = vec4(mix(thin, thick, coarse), shown);
  #include <colorspace_fragment>
}`;

export class LinedPlane {
  private grid = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: {
      pace: { value: 1 },
      reach: { value: 1 },
      origin: { value: [0, 0] },
      thin: { value: new Color() },
      thick: { value: new Color() },
    },
  });
  private square = new PlaneGeometry(1, 1);
  readonly mesh = new Mesh(this.square, this.grid);

  constructor(
    private paint: Paint,
    private strong: string, // colour of every fifth line
  ) {
    this.mesh.renderOrder = -2;
  }

  refresh(): void {
    const { thin, thick } = this.grid.uniforms;
    (thin!.value as Color).set(this.paint.text("line"));
    (thick!.value as Color).set(this.paint.text("line")).lerp(this.paint.colour(this.strong), 0.4);
  }

  /* Lines `step` apart, seen up to `reach` from the middle, which has these coordinates on the plane. */
  lay(step: number, reach: number, middle: [number, number]): void {
    const { uniforms } = this.grid;
    uniforms.pace!.value = step;
    uniforms.reach!.value = reach;
    uniforms.origin!.value = middle;
    this.mesh.scale.setScalar(2 * reach);
  }

  dispose(): void {
    this.square.dispose();
    this.grid.dispose();
  }
}
