import { MAX_DEFAULTED_CHARACTERS, MAX_DEFAULTED_VALUES } from '../../apimachinery/index.js';
import type { DefaultSize } from './schema-node.js';

/** Thrown where defaults would add more to a value than is allowed. */
export class DefaultsTooLarge extends Error {}

/** Limits of what defaults add to one value. */
export interface DefaultsLimits {
  readonly values?: number;
  /** As JSON. */
  readonly characters?: number;
}

/** Counts what defaults add before they are added. */
export class DefaultsBudget {
  private values: number;
  private characters: number;

  constructor({ values = MAX_DEFAULTED_VALUES, characters = MAX_DEFAULTED_CHARACTERS }: DefaultsLimits = {}) {
    this.values = values;
    this.characters = characters;
  }

  /** Takes the size of a default that is filled in, with those inside of it, for a member of a name. Throws DefaultsTooLarge. */
  take({ values, characters }: DefaultSize, name = ''): void {
    this.values -= values;
    this.characters -= characters + name.length;
    if (this.values < 0 || this.characters < 0) throw new DefaultsTooLarge();
  }
}
