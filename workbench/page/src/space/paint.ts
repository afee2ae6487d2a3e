/* paint.ts - colours and materials of the view of space: those of style.css, followed when light and dark change. */
import {
  Color,
  DoubleSide,
  FrontSide,
  LineBasicMaterial,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Material,
  type Plane,
} from "three";

const NAMES = ["paper", "ink", "muted", "accent", "error", "ok", "line", "line-strong", "trace"];
const ARROWS = ["velocity", "acceleration", "force"];
const BODIES = 8;

export type ColourName = string; // a variable of style.css without its dashes

/* The inside of what is cut has no shade. */
function flatInside(shader: { fragmentShader: string }): void {
  shader.fragmentShader = shader.fragmentShader.replace(
    "#include <opaque_fragment>",
    "#include <opaque_fragment>\nif (!gl_FrontFacing) gl_FragColor.rgb = diffuse * 0.62;",
  );
}

export class Paint {
  private styles = getComputedStyle(document.documentElement);
  private made = new Map<string, { material: Material & { color: Color }; name: ColourName }>();
  readonly css = new Map<ColourName, string>();
  dark = false;
  private section: Plane[] | null = null;

  constructor() {
    this.read();
  }

  private read(): void {
    const all = [...NAMES, ...ARROWS, ...Array.from({ length: BODIES + 1 }, (_, i) => `body-${i}`)];
    for (const name of all) this.css.set(name, this.styles.getPropertyValue(`--${name}`).trim() || "#808080");
    const paper = new Color(this.text("paper"));
    this.dark = paper.r + paper.g + paper.b < 1;
  }

  text(name: ColourName): string {
    return this.css.get(name) ?? "#808080";
  }

  colour(name: ColourName): Color {
    return new Color(this.text(name));
  }

  /* After a change of the theme: the same materials, other colours. */
  refresh(): void {
    this.read();
    for (const { material, name } of this.made.values()) material.color.set(this.text(name));
  }

  /* What lies behind a plane is cut away; null: nothing. Cut solids are hollow, and their insides flat and of one colour, as if filled. */
  cut(by: Plane | null): void {
    this.section = by ? [by] : null;
    for (const { material } of this.made.values()) this.cutOne(material);
  }

  private cutOne(material: Material): void {
    if (!(material instanceof MeshStandardMaterial || material instanceof LineBasicMaterial)) return;
    material.clippingPlanes = this.section;
    if (material instanceof MeshStandardMaterial && !material.transparent)
      material.side = this.section ? DoubleSide : FrontSide;
    material.needsUpdate = true;
  }

  private keep<T extends Material & { color: Color }>(key: string, name: ColourName, make: () => T): T {
    const known = this.made.get(key);
    if (known) return known.material as unknown as T;
    const material = make();
    material.color.set(this.text(name));
    this.made.set(key, { material, name });
    if (this.section) this.cutOne(material);
    return material;
  }

  /* Something solid. `glass`: what is behind shines through. */
  solid(name: ColourName, glass = 1): MeshStandardMaterial {
    return this.keep(`solid ${name} ${glass}`, name, () => {
      const clear = glass < 1;
      const material = new MeshStandardMaterial({
        roughness: 0.62,
        metalness: 0.05,
        transparent: clear,
        opacity: glass,
        depthWrite: !clear,
        side: clear ? DoubleSide : FrontSide,
        /* edges lie on the surface and must not flicker through it */
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
      material.onBeforeCompile = flatInside;
      return material;
    });
  }

  body(index: number): MeshStandardMaterial {
    return this.solid(bodyColour(index));
  }

  /* Drawn over all that is solid: arrows are seen wherever they begin. */
  over(name: ColourName, strength = 1): MeshBasicMaterial {
    return this.keep(
      `over ${name} ${strength}`,
      name,
      () => new MeshBasicMaterial({ transparent: true, opacity: strength, depthTest: false, depthWrite: false }),
    );
  }

  line(name: ColourName, strength = 1): LineBasicMaterial {
    return this.keep(
      `line ${name} ${strength}`,
      name,
      () => new LineBasicMaterial({ transparent: strength < 1, opacity: strength }),
    );
  }

  dispose(): void {
    for (const { material } of this.made.values()) material.dispose();
    this.made.clear();
  }
}

export function bodyColour(index: number): ColourName {
  return index === 0 ? "body-0" : `body-${((index - 1) % BODIES) + 1}`;
}

/* Calls back after each change between light and dark, by hand or by the system. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class", "style"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}
