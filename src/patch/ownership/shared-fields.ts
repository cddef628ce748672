import { stringifyJson } from '../../codecs/index.js';
import { type FieldsV1, fromFieldsV1 } from './fields-v1.js';
import { freezeAll } from './known-sets.js';
import { FieldSetError } from './path-element.js';

/** Characters of one field set and of all together, beyond which none is shared. A set takes some twenty times its text. */
const LONGEST_SHARED = 1 << 14;
const MOST_SHARED = 1 << 19;

// With the data itself, as what `fromFieldsV1` has read: a WeakMap costs more.
const TEXT = Symbol('binnacle.patch.fieldsText');

interface Shared extends FieldsV1 {
  [TEXT]?: string;
}

/** The JSON of a field set, and the shared object that is equal to it; undefined for a set that is not shared. */
export interface WrittenFields {
  readonly text: string;
  readonly shared: FieldsV1 | undefined;
}

/**
 * The field sets of many objects, each of them once: objects that the same clients write have the same owners. All of a
 * shared set is frozen, so that no object can change what another one has.
 */
export class SharedFields {
  private readonly byText = new Map<string, FieldsV1>();
  private length = 0;

  /** Writes a field set, and shares it where it is not too large; one that is shared already is not written again. */
  write(fields: FieldsV1): WrittenFields {
    const written = (fields as Shared)[TEXT];
    if (written !== undefined) return { text: written, shared: fields };
    const text = stringifyJson(fields);
    return { text, shared: this.byText.get(text) ?? this.share(text) };
  }

  private share(text: string): FieldsV1 | undefined {
    if (text.length > LONGEST_SHARED) return undefined;
    // Parsed again: names that were cut out of the body of a request would keep all of it.
    const fields = JSON.parse(text) as FieldsV1;
    if (!isReadable(fields)) return undefined;
    if (this.length + text.length > MOST_SHARED) this.clear();
    this.length += text.length;
    Object.defineProperty(fields, TEXT, { value: text, enumerable: false });
    freezeAll(fields);
    this.byText.set(text, fields);
    return fields;
  }

  private clear(): void {
    this.byText.clear();
    this.length = 0;
  }
}

/** Reads the set before it is frozen: nothing can be remembered with a frozen object. */
function isReadable(fields: FieldsV1): boolean {
  try {
    const set = fromFieldsV1(fields);
    if (!set.isEmpty) set.written ??= fields;
    return true;
  } catch (error) {
    if (error instanceof FieldSetError) return false;
    throw error;
  }
}
