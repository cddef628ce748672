import { defineKind } from '../../../src/plugin-api/index.js';
import { berthColumns } from './berth.columns.js';
import { containerBerth, fishingBerth } from './berth-examples.js';
import { berthFromV1beta1 } from './berth.conversion.js';
import { berthStrategy } from './berth.strategy.js';
import { Berth } from './berth.v1.js';
import { BerthV1beta1 } from './berth.v1beta1.js';

/** Berth: a place where ships can lie. */
export const berthKind = defineKind<Berth>({
  kind: 'Berth',
  plural: 'berths',
  shortNames: ['bt'],
  categories: ['all'],
  namespaced: true,
  versions: [
    { name: 'v1', type: Berth, examples: [containerBerth, fishingBerth] },
    { name: 'v1beta1', type: BerthV1beta1, conversion: berthFromV1beta1, deprecation: 'v1beta1 Berth will go; use v1' },
  ],
  storageVersion: 'v1',
  strategy: berthStrategy,
  hasStatus: true,
  scale: {
    replicas: ({ spec }) => spec.slots ?? 0,
    setReplicas: ({ spec }, slots) => (spec.slots = slots),
    statusReplicas: ({ status }) => status?.occupied ?? 0,
    selector: ({ metadata }) => `harbor.example.com/berth=${metadata.name}`,
  },
  selectableFields: { 'spec.cargo': ({ spec }) => spec.cargo ?? '' },
  columns: berthColumns,
});
