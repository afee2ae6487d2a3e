/* floor.ts - a level grid below the mechanism that fades out, with the shadow of what stands over it. */
import { Color, DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial } from "three";
import type { Vec } from "../engine/engine";
import { roundLength } from "../drawing/grid";
import { axes } from "./meshes";
import type { Paint } from "./paint";
import { cross, levelOf, plus, times } from "./vectors";

const VERTEX = `
varying vec2 place;
uniform vec2 origin;
void main() {
  place = position.xy + origin;
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

export class Floor {
  readonly group = new Group();
  step = 1; // m between lines
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
  private shade = new ShadowMaterial({ opacity: 0.16, depthWrite: false });
  private square = new PlaneGeometry(1, 1);
  private lined = new Mesh(this.square, this.grid);
  private shadow = new Mesh(this.square, this.shade);

  constructor(private paint: Paint) {
    this.shadow.receiveShadow = true;
    this.lined.renderOrder = -2;
    this.shadow.renderOrder = -1;
    this.group.add(this.lined, this.shadow);
    this.refresh();
  }

  refresh(): void {
    const { thin, thick } = this.grid.uniforms;
    (thin!.value as Color).set(this.paint.text("line"));
    (thick!.value as Color).set(this.paint.text("line")).lerp(this.paint.colour("line-strong"), 0.4);
    this.shade.opacity = this.paint.dark ? 0.5 : 0.15;
  }

  /* Below a mechanism that reaches `radius` round `centre`, at a height along up. */
  lay(up: Vec, centre: Vec, height: number, radius: number, lined: boolean): void {
    const [x, y] = levelOf(up);
    const reach = 3 * radius;
    const dotted = (a: Vec): number => a[0] * centre[0] + a[1] * centre[1] + a[2] * centre[2];
    const at = plus(plus(times(x, dotted(x)), times(y, dotted(y))), times(up, height));
    axes(this.group, x, y, cross(x, y));
    this.group.position.set(...at);
    this.step = roundLength(radius / 8);
    const { uniforms } = this.grid;
    uniforms.pace!.value = this.step;
    uniforms.reach!.value = reach;
    uniforms.origin!.value = [dotted(x), dotted(y)];
    this.square.dispose();
    this.square = new PlaneGeometry(2 * reach, 2 * reach);
    this.lined.geometry = this.square;
    this.shadow.geometry = this.square;
    this.lined.visible = lined;
  }

  dispose(): void {
    this.square.dispose();
    this.grid.dispose();
    this.shade.dispose();
  }
}
