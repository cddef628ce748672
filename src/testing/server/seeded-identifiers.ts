import { createHash } from 'node:crypto';
import type { ObjectMeta } from '../../apimachinery/index.js';
import { Identifiers } from '../../server/index.js';

/** The characters of suffixes, as random ones have them. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;

/** How often identifiers were drawn, by what they were drawn for. */
export type DrawCounts = ReadonlyMap<string, number>;

/**
 * Identifiers that follow from a seed, from what they are for, and from how often such an object was created: the uid of a
 * Pod does not depend on what else happens at the same time.
 */
export class SeededIdentifiers extends Identifiers {
  private counts = new Map<string, number>();

  constructor(private readonly seed: string) {
    super();
  }

  uid(collection: string, metadata: ObjectMeta): string {
    const hex = this.draw('uid', collection, metadata).toString('hex');
    const variant = ((parseInt(hex[16], 16) & 0x3) | 0x8).toString(16);
    const [a, b, c, d, e] = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(13, 16),
      hex.slice(17, 20),
      hex.slice(20, 32),
    ];
    return `${a}-${b}-4${c}-${variant}${d}-${e}`;
  }

  suffix(collection: string, metadata: ObjectMeta): string {
    const bytes = this.draw('name', collection, metadata);
    return Array.from({ length: SUFFIX_LENGTH }, (_, i) => ALPHABET[bytes[i] % ALPHABET.length]).join('');
  }

  /** How often each identifier was drawn so far. */
  get drawn(): DrawCounts {
    return new Map(this.counts);
  }

  /** Continues as after other draws. */
  set drawn(counts: DrawCounts) {
    this.counts = new Map(counts);
  }

  private draw(what: string, collection: string, { namespace = '', name, generateName = '' }: ObjectMeta): Buffer {
    const subject = JSON.stringify([what, collection, namespace, name || `${generateName}*`]);
    const count = (this.counts.get(subject) ?? 0) + 1;
    this.counts.set(subject, count);
    return createHash('sha256').update(`${this.seed}\n${subject}\n${count}`).digest();
  }
}
