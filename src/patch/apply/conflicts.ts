import { MAX_SHOWN_IN_SUM, type StatusError, cutList, failure, goQuote } from '../../apimachinery/index.js';
import { type FieldSet, type FieldPathElements, type Owner, compareElements } from '../ownership/index.js';
import { showPath } from './show-element.js';

/** The fields that an apply would take from another owner. */
export interface Conflict {
  /** The owner's key among all owners, by which conflicts are ordered. */
  readonly identity: string;
  readonly owner: Owner;
  readonly fields: FieldSet;
}

/** Returns a 409: a configuration sets fields that others own to other values. */
export function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const ordered = [...conflicts].sort((a, b) => (a.identity < b.identity ? -1 : 1));
  const found = ordered.flatMap(({ owner, fields }) => {
    const shown = showOwner(owner);
    return pathsInOrder(fields.leaves()).map((path) => ({ owner: shown, path: showPath(path) }));
  });
  const causes = found.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict' as const,
    message: `conflict with ${owner}`,
    field: path,
  }));
  const shown = cutList(causes, ({ message, field }) => message.length + field.length, MAX_SHOWN_IN_SUM);
  return failure(409, describe(found), { reason: 'Conflict', details: { causes: [...shown] } });
}

/** One field of one owner, as messages show them. */
interface ShownConflict {
  readonly owner: string;
  readonly path: string;
}

function describe(found: readonly ShownConflict[]): string {
  if (found.length === 1) return `Apply failed with 1 conflict: conflict with ${found[0].owner}: ${found[0].path}`;
  const lines = found.flatMap(({ owner, path }, i) => {
    const isFirst = owner !== found[i - 1]?.owner;
    return isFirst ? [`conflicts with ${owner}:`, `- ${path}`] : [`- ${path}`];
  });
  return `Apply failed with ${found.length} conflicts: ${lines.join('\n')}`;
}

function showOwner({ manager, subresource, operation, apiVersion }: Owner): string {
  const through = subresource === '' ? '' : ` with subresource ${goQuote(subresource)}`;
  return `${goQuote(manager)}${through}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}

/** Paths that end at a level come before longer ones. */
function pathsInOrder(fields: FieldSet, prefix: FieldPathElements = []): FieldPathElements[] {
  const entries = [...fields.entries()].sort(([a], [b]) => compareElements(a, b));
  const here = entries.filter(([, { isMember }]) => isMember).map(([element]) => [...prefix, element]);
  const below = entries.flatMap(([element, node]) =>
    node.below ? pathsInOrder(node.below, [...prefix, element]) : [],
  );
  return [...here, ...below];
}
