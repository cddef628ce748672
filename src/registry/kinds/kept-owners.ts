import type { ApiObject, ManagedFieldsEntry } from '../../apimachinery/index.js';
import { type OwnersInText, OWNERS_MARK } from './owned-text.js';

/** Objects of one kind whose owners are kept; each takes half a kilobyte besides the field sets, which are shared. */
const MOST_KEPT = 1024;

interface Kept extends OwnersInText {
  readonly revision: number;
}

/**
 * The managedFields of the objects of a kind that were changed last, so that the next change of one need not parse them:
 * they are two fifths of what there is to parse of a Deployment, and become large sets.
 */
export class KeptOwners {
  private readonly byKey = new Map<string, Kept>();

  /** Keeps those of an object as it is stored since a revision. */
  keep(key: string, revision: number, owners: OwnersInText): void {
    // A key that is set again moves behind the others.
    this.byKey.delete(key);
    if (this.byKey.size >= MOST_KEPT) this.byKey.delete(this.byKey.keys().next().value!);
    this.byKey.set(key, { ...owners, revision });
  }

  /**
   * Parses the stored form of an object at a revision with the owners that are kept of it; undefined if there are none. The
   * object is a new one, but the field sets are shared and frozen.
   */
  parse(key: string, revision: number, text: string): unknown {
    const kept = this.byKey.get(key);
    if (kept?.revision !== revision) return undefined;
    const version = SHORTEST_VERSION + String(revision).length;
    const at = kept.at + version;
    if (text.length !== kept.total + version + 1 || !text.startsWith(OWNERS_MARK, at)) return undefined;
    const object = JSON.parse(text.slice(0, at) + text.slice(at + kept.length)) as ApiObject;
    const entries = JSON.parse(kept.entries) as ManagedFieldsEntry[];
    for (const [i, entry] of entries.entries()) entry.fieldsV1 = kept.fields[i];
    object.metadata.managedFields = entries;
    return object;
  }
}

/** The length of a resourceVersion that is spliced in, without its digits. */
const SHORTEST_VERSION = ',"resourceVersion":""'.length;
