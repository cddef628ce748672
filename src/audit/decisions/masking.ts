import { createHmac, randomBytes } from 'node:crypto';
import type { MaskedMember } from '../../options/index.js';

/** Hexadecimal digits of a masked value: enough to distinguish the values of one log. */
const DIGITS = 16;

/** Members that reasons quote. */
const IN_REASONS: readonly MaskedMember[] = ['user', 'groups', 'namespace', 'name', 'path'];

/**
 * Replaces values by a keyed hash: the same value is recognized within one run of the server, and cannot be guessed. The key is
 * random and kept nowhere.
 */
export class Masking {
  private readonly key = randomBytes(32);
  private readonly members: ReadonlySet<MaskedMember>;
  /** True if reasons are left out: they quote what is masked. */
  readonly hidesReasons: boolean;

  constructor(members: readonly MaskedMember[]) {
    this.members = new Set(members);
    this.hidesReasons = this.members.has('reason') || IN_REASONS.some((member) => this.members.has(member));
  }

  /** Returns a value as the log has it; what is empty stays so. */
  of(member: MaskedMember, value: string): string {
    if (value === '' || !this.members.has(member)) return value;
    return `masked:${createHmac('sha256', this.key).update(value).digest('hex').slice(0, DIGITS)}`;
  }
}
