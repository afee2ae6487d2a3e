/* highlight.ts - an outline round what is chosen and what is pointed at, seen through everything before it.
 *
 * Both are drawn alone into a mask, red and green; the outline is where a pixel is not in the mask but a neighbour is.
 */
import {
  Color,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector2,
  WebGLRenderTarget,
  type Camera,
  type Object3D,
  type WebGLRenderer,
} from "three";

const CHOSEN = 1; // layers
const POINTED = 2;

const FRAGMENT = `
varying vec2 place;
uniform sampler2D mask;
uniform vec2 pixel;
uniform vec3 colour;
void main() {
  vec2 here = texture2D(mask, place).rg;
  vec2 most = vec2(0.0);
  for (int i = 0; i < 12; i++) {
    float angle = float(i) * 0.5235988;
    most = max(most, texture2D(mask, place + 2.2 * pixel * vec2(cos(angle), sin(angle))).rg);
  }
  vec2 edge = clamp(most - here, 0.0, 1.0);
  float shown = max(max(edge.r, 0.6 * edge.g), 0.12 * here.r);
  if (shown < 0.01) discard;
  gl_FragColor = vec4(colour, shown);
  #include <colorspace_fragment>
}`;

export class Highlight {
  private target = new WebGLRenderTarget(1, 1, { samples: 4 });
  private red = new MeshBasicMaterial({ color: 0xff0000, toneMapped: false });
  private green = new MeshBasicMaterial({ color: 0x00ff00, toneMapped: false });
  private sheet = new ShaderMaterial({
    vertexShader: "varying vec2 place; void main() { place = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
    fragmentShader: FRAGMENT,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    uniforms: {
      mask: { value: this.target.texture },
      pixel: { value: new Vector2() },
      colour: { value: new Color() },
    },
  });
  private square = new PlaneGeometry(2, 2);
  private stage = new Scene();
  private flat = new OrthographicCamera();
  private marked: [Object3D[], Object3D[]] = [[], []];

  constructor() {
    const quad = new Mesh(this.square, this.sheet);
    quad.frustumCulled = false;
    this.stage.add(quad);
  }

  mark(chosen: Object3D[], pointed: Object3D[]): void {
    const set = (list: Object3D[], layer: number, on: boolean): void =>
      list.forEach((object) => object.traverse((one) => (on ? one.layers.enable(layer) : one.layers.disable(layer))));
    set(this.marked[0], CHOSEN, false);
    set(this.marked[1], POINTED, false);
    this.marked = [chosen, pointed];
    set(chosen, CHOSEN, true);
    set(pointed, POINTED, true);
  }

  colour(text: string): void {
    (this.sheet.uniforms.colour!.value as Color).set(text);
  }

  draw(renderer: WebGLRenderer, scene: Scene, camera: Camera): void {
    if (this.marked[0].length + this.marked[1].length === 0) return;
    const size = renderer.getDrawingBufferSize(new Vector2());
    this.target.setSize(size.x, size.y);
    const thick = renderer.getPixelRatio();
    (this.sheet.uniforms.pixel!.value as Vector2).set(thick / size.x, thick / size.y);
    const { background } = scene;
    const clear = renderer.getClearColor(new Color());
    const alpha = renderer.getClearAlpha();
    const auto = renderer.shadowMap.autoUpdate;
    renderer.shadowMap.autoUpdate = false;
    scene.background = null;
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.autoClear = false;
    for (const [layer, material] of [
      [POINTED, this.green],
      [CHOSEN, this.red],
    ] as const) {
      camera.layers.set(layer);
      scene.overrideMaterial = material;
      renderer.clearDepth();
      renderer.render(scene, camera);
    }
    camera.layers.set(0);
    scene.overrideMaterial = null;
    scene.background = background;
    renderer.setRenderTarget(null);
    renderer.setClearColor(clear, alpha);
    renderer.render(this.stage, this.flat);
    renderer.autoClear = true;
    renderer.shadowMap.autoUpdate = auto;
  }

  dispose(): void {
    this.target.dispose();
    this.red.dispose();
    this.green.dispose();
    this.sheet.dispose();
    this.square.dispose();
  }
}
