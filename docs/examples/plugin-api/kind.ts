import {
  type Column,
  type FieldColumns,
  type KindDefinition,
  type KindVersion,
  NONE_CELL,
  ageColumn,
  column,
  defineKind,
  nameColumn,
} from '../../../src/plugin-api/index.js';
import { DockV1alpha1, dockFromV1alpha1 } from './conversion.js';
import { dockStrategy } from './strategy.js';
import { repairSubresource } from './subresources.js';
import { Dock, Plan } from './types.js';

const VERSIONS: readonly KindVersion[] = [
  { name: 'v1', type: Dock },
  { name: 'v1alpha1', type: DockV1alpha1, conversion: dockFromV1alpha1, deprecation: 'v1alpha1 Dock will go; use v1' },
];

/** Columns that take more than a field are a list. */
const DOCK_COLUMNS: readonly Column<Dock>[] = [
  nameColumn(),
  column('Length', ({ spec }) => spec.length, { type: 'integer', description: 'In meters.' }),
  column('Cranes', ({ spec: { cranes = [] } }) => cranes.join(',') || NONE_CELL, { priority: 1 }),
  ageColumn(),
];

/** Docks: two versions, a status, rules and a subresource. */
export const dockKind = defineKind<Dock>({
  kind: 'Dock',
  plural: 'docks',
  shortNames: ['dk'],
  namespaced: true,
  versions: VERSIONS,
  storageVersion: 'v1',
  strategy: dockStrategy,
  hasStatus: true,
  selectableFields: { 'spec.length': ({ spec }) => String(spec.length) },
  columns: DOCK_COLUMNS,
  subresources: [repairSubresource],
});

/** Columns of single fields are named with their paths. */
const PLAN_COLUMNS: FieldColumns<Plan> = { Generation: 'metadata.generation' };

/** Plans: the least that a kind has. */
export const planKind: KindDefinition<Plan> = defineKind<Plan>({
  kind: 'Plan',
  plural: 'plans',
  namespaced: false,
  versions: [{ name: 'v1', type: Plan }],
  columns: PLAN_COLUMNS,
});
