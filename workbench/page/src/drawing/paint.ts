/* paint.ts - paints a list of shapes, each in its look and on its carrier, on a canvas. It knows nothing of the page, so that it can work
 * in a thread of its own.
 *
 * What stays is told once: shapes, looks, and the list of which is where. A frame brings a matrix for each carrier.
 */

/* How a shape is painted; null: not at all. */
export interface Look {
  fill: string | null;
  stroke: string | null;
  fillAlpha: number;
  strokeAlpha: number;
  width: number; // px
  dash: number[];
  cap: CanvasLineCap;
  join: CanvasLineJoin;
  rule: CanvasFillRule;
  glow: string | null; // colour of a light round it
  strokeFirst: boolean;
  font: string;
  align: CanvasTextAlign;
}

/* The line of a path, or words at a place. */
export type Shape = string | { words: string; x: number; y: number };

export const FIELDS = 3; // numbers of an entry of the list: its carrier, shape, look

export interface Picture {
  shapes: [id: number, Shape][]; // that are new, or others than before
  looks: [id: number, Look][];
  list: Int32Array | null; // null: as before
  matrices: Float32Array; // six numbers for each carrier
  width: number; // px of the page
  height: number;
  ratio: number; // pixels of the screen for one of the page
  x0: number; // where the origin of the carriers is
  y0: number;
}

export type Pencil = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const GLOW = { alpha: 0.22, widths: [9, 6.5, 4] }; // px more than the line

export class Painter {
  private shapes: (Path2D | Exclude<Shape, string>)[] = [];
  private looks: Look[] = [];
  private list: Int32Array = new Int32Array();

  constructor(private pen: Pencil) {}

  paint(picture: Picture): void {
    for (const [id, shape] of picture.shapes) this.shapes[id] = typeof shape === "string" ? new Path2D(shape) : shape;
    for (const [id, look] of picture.looks) this.looks[id] = look;
    this.list = picture.list ?? this.list;
    this.clear(picture);
    const { matrices: m, ratio, x0, y0 } = picture;
    let [carrier, look] = [-1, -1];
    for (let i = 0; i < this.list.length; i += FIELDS) {
      if (this.list[i] !== carrier) {
        carrier = this.list[i]!;
        const k = 6 * carrier;
        this.pen.setTransform(
          ratio * m[k]!,
          ratio * m[k + 1]!,
          ratio * m[k + 2]!,
          ratio * m[k + 3]!,
          ratio * (m[k + 4]! + x0),
          ratio * (m[k + 5]! + y0),
        );
      }
      if (this.list[i + 2] !== look) this.take(this.looks[(look = this.list[i + 2]!)]!);
      this.put(this.shapes[this.list[i + 1]!]!, this.looks[look]!);
    }
  }

  /* A canvas whose size is set is empty. */
  private clear({ width, height, ratio }: Picture): void {
    const { canvas } = this.pen;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    if (canvas.width === w && canvas.height === h) return this.pen.clearRect(0, 0, w, h);
    [canvas.width, canvas.height] = [w, h];
  }

  private take(look: Look): void {
    const { pen } = this;
    if (look.fill !== null) pen.fillStyle = look.fill;
    if (look.font) [pen.font, pen.textAlign] = [look.font, look.align];
    if (look.stroke === null) return;
    pen.strokeStyle = look.stroke;
    pen.lineWidth = look.width;
    pen.lineCap = look.cap;
    pen.lineJoin = look.join;
    pen.setLineDash(look.dash);
  }

  private put(shape: Path2D | Exclude<Shape, string>, look: Look): void {
    if (look.glow !== null) this.light(shape, look, look.glow);
    if (look.strokeFirst) this.stroke(shape, look);
    if (look.fill !== null) {
      this.pen.globalAlpha = look.fillAlpha;
      if (shape instanceof Path2D) this.pen.fill(shape, look.rule);
      else this.pen.fillText(shape.words, shape.x, shape.y);
    }
    if (!look.strokeFirst) this.stroke(shape, look);
  }

  /* Wide lines, each fainter than what it surrounds: a shadow takes many times as long. */
  private light(shape: Path2D | Exclude<Shape, string>, look: Look, colour: string): void {
    const { pen } = this;
    if (!(shape instanceof Path2D)) return;
    pen.strokeStyle = colour;
    pen.globalAlpha = GLOW.alpha;
    for (const more of GLOW.widths) {
      pen.lineWidth = (look.stroke === null ? 0 : look.width) + more;
      pen.stroke(shape);
    }
    this.take(look);
  }

  private stroke(shape: Path2D | Exclude<Shape, string>, look: Look): void {
    if (look.stroke === null) return;
    this.pen.globalAlpha = look.strokeAlpha;
    if (shape instanceof Path2D) this.pen.stroke(shape);
    else this.pen.strokeText(shape.words, shape.x, shape.y);
  }
}
