import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import { textColumn } from '../replica-columns.js';
import type { ControllerRevision } from './controller-revision.v1.js';

/** The columns of `kubectl get controllerrevisions`. */
export const controllerRevisionColumns: readonly Column<ControllerRevision>[] = [
  nameColumn(),
  textColumn('Controller', 'What the revision belongs to.', controllerOf),
  textColumn('Revision', 'Its number.', ({ revision }) => Number(revision)),
  ageColumn(),
];

function controllerOf({ metadata }: ControllerRevision): string {
  const owner = metadata.ownerReferences?.find((reference) => reference.controller);
  if (!owner) return NONE_CELL;
  const slash = owner.apiVersion.indexOf('/');
  const group = slash < 0 ? '' : `.${owner.apiVersion.slice(0, slash)}`;
  return `${owner.kind.toLowerCase()}${group}/${owner.name}`;
}
