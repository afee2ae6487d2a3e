/* latest.ts - one question at a time, and of those that come meanwhile only the latest. */
export class Latest<Question, Answer> {
  private waiting: { question: Question } | null = null;
  private busy = false;
  private stopped = false;
  private idle: (() => void)[] = [];

  constructor(
    private readonly ask: (question: Question) => Promise<Answer>,
    private readonly take: (answer: Answer, question: Question) => void,
    private readonly fail: (error: unknown) => void = () => {},
  ) {}

  put(question: Question): void {
    if (this.stopped) return;
    this.waiting = { question };
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.waiting && !this.stopped) {
      const { question } = this.waiting;
      this.waiting = null;
      try {
        const answer = await this.ask(question);
        if (!this.stopped) this.take(answer, question);
      } catch (error) {
        if (!this.stopped) this.fail(error);
      }
    }
    this.busy = false;
    for (const go of this.idle.splice(0)) go();
  }

  /* When all that was put is answered. */
  done(): Promise<void> {
    return this.busy ? new Promise((go) => this.idle.push(go)) : Promise.resolve();
  }

  stop(): void {
    this.stopped = true;
    this.waiting = null;
  }
}
