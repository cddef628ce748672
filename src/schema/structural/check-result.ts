import type { RawPath, ValueError } from './value-error.js';

/** A value with the place where it stands and, for an update, the value it replaces. */
export interface Place {
  readonly path: RawPath;
  readonly value: unknown;
  /** The object or list the value is a member of; distinguishes floats from integers. */
  readonly owner: object | undefined;
  readonly member: string;
  /** The value that is replaced; undefined on creation, and where none can be found. */
  readonly old: unknown;
}

/**
 * The faults of one value, and how many checks it passed: among schemas of which none is met, the faults of the one that
 * came closest are reported.
 */
export class CheckResult {
  readonly errors: ValueError[] = [];
  passed = 0;
  private messages: Set<string> | undefined;

  /** Adds a fault; one that reads the same as another is not repeated. */
  add(error: ValueError | undefined): void {
    if (!error || this.messages?.has(error.message)) return;
    this.messages = (this.messages ?? new Set()).add(error.message);
    this.errors.push(error);
  }

  /** Adds the faults and the count of another result. */
  merge(other: CheckResult | undefined): void {
    if (!other) return;
    for (const error of other.errors) this.add(error);
    this.passed += other.passed;
  }
}
