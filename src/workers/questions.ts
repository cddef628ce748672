/** A message that waits for its answer, or is one. */
interface Answered {
  readonly type: string;
  readonly id?: number;
  readonly content?: unknown;
}

/** Questions to another process over its message channel, and their answers. */
export class Questions {
  private readonly waiting = new Map<number, (content: unknown) => void>();
  private lastId = 0;

  /** `send` sends a message; it may be lost where the other process is gone. */
  constructor(private readonly send: (message: object) => void) {}

  /** Asks, and returns what came back; undefined where the process ended, or `timeoutMs` has passed. */
  ask(question: object, timeoutMs?: number): Promise<unknown> {
    const id = ++this.lastId;
    return new Promise((resolve) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.answer(id, undefined), timeoutMs);
      this.waiting.set(id, (content) => {
        clearTimeout(timer);
        resolve(content);
      });
      this.send({ ...question, id });
    });
  }

  /** Takes a message that may be an answer; reports whether it was one. */
  take({ type, id, content }: Answered): boolean {
    if (type !== 'reply' || id === undefined) return false;
    this.answer(id, content);
    return true;
  }

  /** Resolves all with undefined, because the other process has ended. */
  end(): void {
    for (const id of this.waiting.keys()) this.answer(id, undefined);
  }

  private answer(id: number, content: unknown): void {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(content);
  }
}
