import { type Column, NONE_CELL, ageColumn, column, nameColumn } from '../../../src/plugin-api/index.js';
import type { Berth, BerthSpec } from './berth.v1.js';

/** The columns of `kubectl get berths`. */
export const berthColumns: readonly Column<Berth>[] = [
  nameColumn(),
  column('Cargo', ({ spec }) => spec.cargo, { description: 'The cargo that is loaded here.' }),
  column('Slots', ({ spec }) => spec.slots, { type: 'integer', description: 'Ships that may lie here.' }),
  column('Phase', ({ status }) => status?.phase, { description: 'Occupancy of the berth.' }),
  ageColumn(),
  { name: 'Services', type: 'string', description: 'Supplies.', priority: 1, cell: ({ spec }) => servicesOf(spec) },
];

const servicesOf = ({ services }: BerthSpec): string => services?.join(',') ?? NONE_CELL;
