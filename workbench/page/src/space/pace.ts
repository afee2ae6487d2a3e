/* pace.ts - whether frames come slowly one after the other, as without a graphics card. */
const SLOW = 50; // ms
const PAUSE = 400; // ms: nothing was to be drawn
const MANY = 10;

export class Pace {
  private drawnAt = 0; // ms
  private slow = 0; // frames one after the other that took long

  /* Called at each frame: true where what costs time should be given up. */
  falls(now: number): boolean {
    const took = now - this.drawnAt;
    this.drawnAt = now;
    if (took > PAUSE) return false;
    this.slow = took > SLOW ? this.slow + 1 : 0;
    return this.slow >= MANY;
  }
}
