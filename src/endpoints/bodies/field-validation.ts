import { MAX_STRICT_PROBLEMS, goQuote } from '../../apimachinery/index.js';

/** How unknown and repeated members of a body are treated. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** Collects what strict reading has against a body that can be used all the same. */
export class StrictProblems {
  private readonly found = new Set<string>();

  constructor(
    private readonly validation: FieldValidation,
    duplicates: readonly string[],
    others: readonly string[] = [],
  ) {
    if (validation === 'Ignore') return;
    this.add(others, (problem) => problem);
    this.add(duplicates, describeDuplicate);
  }

  /** Whether unknown members are asked for; looking for them costs a walk. */
  get wantsUnknown(): boolean {
    return this.validation !== 'Ignore';
  }

  /** Adds members that the type does not have. */
  addUnknown(paths: readonly string[]): void {
    this.add(paths, (path) => `unknown field ${goQuote(path)}`);
  }

  /** Warns of what was found, or throws what `refuse` makes of it in Strict mode. */
  report(warn: (text: string) => void, refuse: (text: string) => Error): void {
    if (this.found.size === 0) return;
    if (this.validation === 'Strict') throw refuse(`strict decoding error: ${[...this.found].join(', ')}`);
    [...this.found].flatMap(asWarnings).forEach(warn);
  }

  /** Notes problems, each once, as long as there is room. */
  private add(problems: readonly string[], describe: (problem: string) => string): void {
    for (const problem of problems) {
      if (this.found.size >= MAX_STRICT_PROBLEMS) return;
      this.found.add(describe(problem));
    }
  }
}

function describeDuplicate(path: string): string {
  // YAML's own parser words its finding itself.
  return path.startsWith('yaml:') ? path : `duplicate field ${goQuote(path)}`;
}

/** A header holds one line: the findings of the YAML parser are given one by one. */
function asWarnings(problem: string): string[] {
  const lines = problem.split('\n').map((line) => line.trim());
  return lines.length > 1 ? lines.slice(1) : lines;
}
