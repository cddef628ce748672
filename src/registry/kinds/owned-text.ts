import type { ApiObject, ManagedFieldsEntry, ObjectMeta } from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';
import type { FieldsV1, SharedFields, WrittenFields } from '../../patch/index.js';

/** The managedFields of an object inside its canonical JSON. */
export interface OwnersInText {
  /** The place of the comma before them, and the length of all of them from there, in characters. */
  readonly at: number;
  readonly length: number;
  /** Characters of the whole object. */
  readonly total: number;
  /** The entries in JSON, with null for each field set. All of it is a copy: names may be parts of the body of a request. */
  readonly entries: string;
  /** The field sets of the entries, shared and frozen. */
  readonly fields: readonly FieldsV1[];
}

/** The canonical JSON of an object. */
export interface OwnedText {
  readonly text: string;
  /** Undefined if there are no owners, or not all field sets can be shared. */
  readonly owners: OwnersInText | undefined;
}

/** The beginning of managedFields behind other metadata. */
export const OWNERS_MARK = ',"managedFields":[';

/**
 * Writes an object in canonical form as `stringifyJson` does, and finds its managedFields in it. The JSON of their field
 * sets, two fifths of that of a Deployment, is mostly written already.
 */
export function writeOwned(object: ApiObject, sets: SharedFields): OwnedText {
  const { metadata } = object;
  if (!metadata.managedFields?.length || !endsWithOwners(metadata)) {
    return { text: stringifyJson(object), owners: undefined };
  }
  const writing = new OwnersWriting(sets);
  for (const entry of metadata.managedFields) writing.add(entry);
  const owned = `${OWNERS_MARK}${writing.text}]`;
  let text = '';
  let at = 0;
  for (const name of Object.keys(object) as (keyof ApiObject)[]) {
    const value = object[name];
    if (value === undefined) continue;
    text += `${text === '' ? '{' : ','}${quote(name)}:`;
    if (name === 'metadata') {
      text += writeWithoutOwners(metadata).slice(0, -1);
      at = text.length;
      text += `${owned}}`;
    } else text += typeof value === 'string' ? quote(value) : stringifyJson(value);
  }
  text += '}';
  return { text, owners: writing.found({ at, length: owned.length, total: text.length }) };
}

/** Reports whether the owners stand behind other metadata, as in canonical form. */
function endsWithOwners(metadata: ObjectMeta): boolean {
  let count = 0;
  let last = '';
  for (const name in metadata) {
    count++;
    last = name;
  }
  return count > 1 && last === 'managedFields';
}

/** The JSON of metadata but for its owners. They are put back: a copy without them costs more than writing it. */
function writeWithoutOwners(metadata: ObjectMeta): string {
  const { managedFields } = metadata;
  metadata.managedFields = undefined;
  try {
    return stringifyJson(metadata);
  } finally {
    metadata.managedFields = managedFields;
  }
}

/** Characters that stand in JSON as they are. */
const PLAIN = /^[-\w./: ]*$/;

/** A text in JSON. Most are short names, which are faster to recognise than to write. */
function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : stringifyJson(text);
}

/** Writes entries of managedFields. */
class OwnersWriting {
  text = '';
  private entries = '';
  private readonly fields: FieldsV1[] = [];
  private isShared = true;

  constructor(private readonly sets: SharedFields) {}

  add(entry: ManagedFieldsEntry): void {
    const comma = this.text === '' ? '' : ',';
    let before = '';
    let after = '';
    let written: WrittenFields | undefined;
    for (const name of Object.keys(entry) as (keyof ManagedFieldsEntry)[]) {
      const value = entry[name];
      if (value === undefined) continue;
      if (typeof value === 'object' && value !== null) written = this.sets.write(value);
      else {
        const json = typeof value === 'string' ? quote(value) : stringifyJson(value);
        if (written) after += `,"${name}":${json}`;
        else before += `"${name}":${json},`;
      }
    }
    if (written?.shared) this.fields.push(written.shared);
    else this.isShared = false;
    if (written) {
      this.text += `${comma}{${before}"fieldsV1":${written.text}${after}}`;
      this.entries += `${comma}{${before}"fieldsV1":null${after}}`;
    } else this.text += `${comma}{${before.slice(0, -1)}}`;
  }

  found(place: Pick<OwnersInText, 'at' | 'length' | 'total'>): OwnersInText | undefined {
    return this.isShared ? { ...place, entries: `[${this.entries}]`, fields: this.fields } : undefined;
  }
}
