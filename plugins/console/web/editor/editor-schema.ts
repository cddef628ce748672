import type { Schema, SchemaBook } from '../model/schema.js';

/** The schema of the object that is edited. */
export interface EditorSchema {
  readonly book: SchemaBook;
  readonly root: Schema;
  /** Objects that the kind declares as examples. */
  readonly examples: readonly object[];
}
