/* nudges.ts - steps that take a while, such as those by arrow keys: one at a time, and those that come meanwhile together, next. */
export class Nudges<Step> {
  private waiting: Step[] = [];
  private busy = false;

  constructor(private readonly go: (steps: readonly Step[]) => Promise<void>) {}

  add(step: Step): void {
    this.waiting.push(step);
    if (!this.busy) void this.run();
  }

  private async run(): Promise<void> {
    this.busy = true;
    try {
      while (this.waiting.length > 0) await this.go(this.waiting.splice(0));
    } finally {
      this.busy = false;
      this.waiting = [];
    }
  }
}
