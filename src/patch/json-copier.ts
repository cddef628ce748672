import { MAX_COPIED_BYTES } from '../apimachinery/index.js';
import { setMember } from '../codecs/index.js';
import { patchRejected } from './patch-failure.js';
import { isPlain } from './plain.js';

/** Copies plain data, no more in sum than the copies of one patch may add. */
export class JsonCopier {
  private bytes = 0;

  /** Returns a copy that shares no object and no list with the value. Throws StatusError 422 where the copies become too large. */
  copy(value: unknown): unknown {
    try {
      return this.copyOf(value);
    } catch (error) {
      // Copies into copies may be nested deeper than any body.
      throw error instanceof RangeError ? patchRejected(error) : error;
    }
  }

  private copyOf(value: unknown): unknown {
    if (Array.isArray(value)) return this.list(value);
    if (isPlain(value)) return this.object(value);
    this.count(typeof value === 'string' ? Buffer.byteLength(value) + QUOTES : String(value).length);
    return value;
  }

  private list(list: readonly unknown[]): unknown[] {
    this.count(BRACKETS + list.length);
    return list.map((element) => this.copyOf(element));
  }

  private object(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
    this.count(BRACKETS);
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(object)) {
      this.count(Buffer.byteLength(name) + QUOTES + SEPARATORS);
      setMember(copy, name, this.copyOf(object[name]));
    }
    return copy;
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > MAX_COPIED_BYTES) throw patchRejected();
  }
}

const QUOTES = 2;
const BRACKETS = 2;
/** The colon behind a name, and the comma behind a member. */
const SEPARATORS = 2;
