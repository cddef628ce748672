import { DurationError, parseDuration } from './duration.js';
import { type FieldError, invalid } from './field-error.js';
import type { FieldPath } from './field-path.js';

type Mapping = Readonly<Record<string, unknown>>;

/**
 * One mapping of a configuration file, read member by member. An invalid member is recorded as an error and read as if
 * it were absent, so that all faults of a file are reported at once.
 */
export class StrictMapping {
  readonly value: Mapping;

  constructor(
    value: unknown,
    readonly path: FieldPath,
    readonly errors: FieldError[],
  ) {
    this.value = isMapping(value) ? value : {};
    if (!isMapping(value)) errors.push(invalid(path, typeof value, 'must be a mapping'));
  }

  /** Records an error for every member that is not listed. */
  refuseOthers(members: readonly string[]): void {
    for (const member of Object.keys(this.value)) {
      if (!members.includes(member)) this.errors.push(invalid(this.path.child(member), member, 'unknown field'));
    }
  }

  /** Reports whether a member is there and not null. */
  has(member: string): boolean {
    return this.own(member) !== undefined;
  }

  /** Returns the mapping under a member; noted when there is none. */
  child(member: string): StrictMapping {
    return new StrictMapping(this.own(member), this.path.child(member), this.errors);
  }

  /** Returns the mapping under a member, if there is one. */
  optionalChild(member: string): StrictMapping | undefined {
    return this.has(member) ? this.child(member) : undefined;
  }

  /** Returns the mappings of a list; an absent list is empty. */
  list(member: string): StrictMapping[] {
    const path = this.path.child(member);
    return this.elements(member).map((element, i) => new StrictMapping(element, path.index(i), this.errors));
  }

  /** Returns the texts of a list; an absent list is empty. */
  texts(member: string): string[] {
    const path = this.path.child(member);
    return this.elements(member).map((element, i) => {
      if (typeof element === 'string') return element;
      this.errors.push(invalid(path.index(i), typeof element, 'must be a text'));
      return '';
    });
  }

  /** Returns a text; empty when absent. */
  text(member: string): string {
    const value = this.own(member) ?? '';
    if (typeof value === 'string') return value;
    this.errors.push(invalid(this.path.child(member), typeof value, 'must be a text'));
    return '';
  }

  /** Returns a truth value; false when absent. */
  flag(member: string): boolean {
    const value = this.own(member) ?? false;
    if (typeof value === 'boolean') return value;
    this.errors.push(invalid(this.path.child(member), typeof value, 'must be true or false'));
    return false;
  }

  /** Returns a Go duration in milliseconds; undefined when absent or invalid. */
  duration(member: string): number | undefined {
    const text = this.text(member);
    if (text === '') return undefined;
    try {
      return Number(parseDuration(text)) / 1e6;
    } catch (error) {
      if (!(error instanceof DurationError)) throw error;
      this.errors.push(invalid(this.path.child(member), text, error.message));
      return undefined;
    }
  }

  private elements(member: string): readonly unknown[] {
    const value = this.own(member) ?? [];
    if (Array.isArray(value)) return value;
    this.errors.push(invalid(this.path.child(member), typeof value, 'must be a list'));
    return [];
  }

  private own(member: string): unknown {
    const value = Object.hasOwn(this.value, member) ? this.value[member] : undefined;
    return value === null ? undefined : value;
  }
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
