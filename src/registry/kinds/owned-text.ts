import type { ApiObject, ManagedFieldsEntry } from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';
import type { SharedFields } from '../../patch/index.js';

/** The managedFields of an object inside its canonical JSON. */
export interface OwnersInText {
  /** The place of the comma before them, and the length of all of them from there, in characters. */
  readonly at: number;
  readonly length: number;
  /** Characters of the whole object. */
  readonly total: number;
  /** The entries as they were written; their field sets are shared and frozen. */
  readonly entries: readonly ManagedFieldsEntry[];
}

/** The canonical JSON of an object. */
export interface OwnedText {
  readonly text: string;
  /** Undefined where nobody owns anything, or not all field sets can be shared. */
  readonly owners: OwnersInText | undefined;
}

/** The beginning of managedFields behind other metadata. */
export const OWNERS_MARK = ',"managedFields":[';

/**
 * Writes an object in canonical form as `stringifyJson` does, and finds its managedFields in it. The JSON of their field
 * sets, half of that of a Deployment, is mostly written already.
 */
export function writeOwned(object: ApiObject, sets: SharedFields): OwnedText {
  const { managedFields, ...metadata } = object.metadata;
  const names = Object.keys(object.metadata);
  if (!managedFields?.length || names.length === 1 || names.at(-1) !== 'managedFields') {
    return { text: stringifyJson(object), owners: undefined };
  }
  const writing = new EntryWriting(sets);
  const owned = `${OWNERS_MARK}${managedFields.map((entry) => writing.text(entry)).join(',')}]`;
  let text = '{';
  let at = 0;
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}${stringifyJson(name)}:`;
    if (name === 'metadata') {
      text += stringifyJson(metadata).slice(0, -1);
      at = text.length;
      text += `${owned}}`;
    } else text += stringifyJson(value);
  }
  text += '}';
  const { entries } = writing;
  return { text, owners: entries && { at, length: owned.length, total: text.length, entries } };
}

/** Writes entries of managedFields, and collects them as long as their field sets are shared. */
class EntryWriting {
  entries: ManagedFieldsEntry[] | undefined = [];

  constructor(private readonly sets: SharedFields) {}

  text(entry: ManagedFieldsEntry): string {
    let text = '';
    let kept: ManagedFieldsEntry | undefined;
    for (const name of Object.keys(entry) as (keyof ManagedFieldsEntry)[]) {
      const value = entry[name];
      if (value === undefined) continue;
      text += `${text === '' ? '{' : ','}"${name}":`;
      if (typeof value !== 'object') {
        text += stringifyJson(value);
        continue;
      }
      const { text: fields, shared } = this.sets.write(value);
      text += fields;
      if (shared) kept = shared === value ? entry : { ...entry, fieldsV1: shared };
    }
    if (kept) this.entries?.push(kept);
    else this.entries = undefined;
    return `${text}}`;
  }
}
