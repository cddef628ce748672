import { MAX_STRICT_PROBLEMS, goQuote } from '../../apimachinery/index.js';
import type { StrictFinding } from '../../codecs/index.js';

/** How unknown and repeated members of a body are treated. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** Collects what strict reading has against a body that can be used all the same. */
export class StrictProblems {
  private readonly found = new Set<string>();

  constructor(private readonly validation: FieldValidation) {}

  /** True if unknown members are asked for; looking for them costs a walk. */
  get wantsUnknown(): boolean {
    return this.validation !== 'Ignore';
  }

  /** Adds problems in words. */
  addOthers(problems: readonly string[]): void {
    this.add(problems, (problem) => problem);
  }

  /** Adds members that are repeated, then those that the type does not have. */
  addMembers(duplicates: readonly string[], unknown: readonly string[]): void {
    this.add(duplicates, describeDuplicate);
    this.add(unknown, describeUnknown);
  }

  /** Adds members of both kinds in an order that is known. */
  addOrdered(findings: readonly StrictFinding[]): void {
    this.add(findings, ({ path, isUnknown }) => (isUnknown ? describeUnknown : describeDuplicate)(path));
  }

  /** Warns of what was found, or throws what `refuse` makes of it in Strict mode. */
  report(warn: (text: string) => void, refuse: (text: string) => Error): void {
    if (this.found.size === 0) return;
    if (this.validation === 'Strict') throw refuse(`strict decoding error: ${[...this.found].join(', ')}`);
    [...this.found].flatMap(asWarnings).forEach(warn);
  }

  /** Notes problems, each once, as long as there is room. */
  private add<P>(problems: readonly P[], describe: (problem: P) => string): void {
    if (this.validation === 'Ignore') return;
    for (const problem of problems) {
      if (this.found.size >= MAX_STRICT_PROBLEMS) return;
      this.found.add(describe(problem));
    }
  }
}

function describeUnknown(path: string): string {
  return `unknown field ${goQuote(path)}`;
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
