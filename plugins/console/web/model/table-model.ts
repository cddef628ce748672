import type { Metadata } from '../api/objects.js';

/** A column of a Table (meta.k8s.io/v1). */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** Above 0: shown where it is asked for. */
  readonly priority?: number;
}

/** A row of a Table, with the metadata of its object. */
export interface Row {
  readonly cells: readonly unknown[];
  readonly object: { readonly metadata: Metadata };
  /** When it came, in milliseconds. */
  readonly at?: number;
}

/** A Table, as lists and watches send it. */
export interface Table {
  readonly kind: string;
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly columnDefinitions?: readonly Column[] | null;
  readonly rows?: readonly Row[] | null;
}

/** A change of a watch. */
export interface TableEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Table;
}

/** The cells that an order is by: those of a column, or a part of the metadata. */
export type OrderColumn = number | 'namespace' | 'labels';

/** How rows are ordered: by a column or by their places; descending where `isReversed`. */
export interface Order {
  readonly column: OrderColumn | undefined;
  readonly isReversed: boolean;
}

/** Returns a row with as much of its metadata as is shown and filtered: a long list is kept whole. */
export function compactRow({ cells, object: { metadata } }: Row): Row {
  const { name, namespace, uid, creationTimestamp, labels } = metadata;
  return { cells, object: { metadata: { name, namespace, uid, creationTimestamp, labels } }, at: Date.now() };
}

/** Returns the key of a row: an object that was created again is another one. */
export function keyOf({ object: { metadata } }: Row): string {
  return metadata.uid ?? placeOf(metadata);
}

/** Returns the namespace and name of an object, in an order that compares. */
export function placeOf({ namespace = '', name }: Metadata): string {
  return `${namespace}/${name}`;
}

/** Returns the labels of an object as a text. */
export function labelsText({ labels = {} }: Metadata): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
}

/** Reports whether a column is the age of the object, which the console counts on. */
export function isAge({ name }: Column): boolean {
  return name === 'Age';
}

/** Reports whether a column is the time since something else happened, as it was when the row was sent. */
export function isElapsed(column: Column): boolean {
  return !isAge(column) && (column.type === 'date' || /^(?:First|Last) Seen$/.test(column.name));
}

/** Reports whether a column is shown where it is asked for only. */
export function isShownOnDemand({ priority }: Column): boolean {
  return !!priority;
}
