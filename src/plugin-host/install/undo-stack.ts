/** Undoes one step. */
export type Undo = () => void;

/** A step of a sequence that is undone as a whole: it does its part and returns how to undo it. */
export interface Step<T> {
  /** The part that it installs, as the log names it. */
  readonly name: string;
  readonly run: (subject: T) => Undo;
}

/** Called with the name of a step that could not be undone, and why. */
export type ReportUndo = (step: string, error: unknown) => void;

/** How to undo what has been done so far, the latest first. */
export class UndoStack {
  private readonly done: { readonly name: string; readonly undo: Undo }[] = [];

  constructor(private readonly report: ReportUndo) {}

  /** Adds how to undo a step that is done. */
  push(name: string, undo: Undo): void {
    this.done.push({ name, undo });
  }

  /** Runs steps in order. Where one throws, everything on the stack is undone and its error is thrown. */
  run<T>(steps: readonly Step<T>[], subject: T): void {
    this.attempt(() => {
      for (const { name, run } of steps) this.push(name, run(subject));
    });
  }

  /** Calls a function that adds to the stack. Where it throws, everything on the stack is undone and its error is thrown. */
  attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      this.undo();
      throw error;
    }
  }

  /** Undoes everything, the latest first. A step that cannot be undone is reported, and the others follow. */
  undo(): void {
    for (let step = this.done.pop(); step; step = this.done.pop()) {
      try {
        step.undo();
      } catch (error) {
        this.report(step.name, error);
      }
    }
  }
}
