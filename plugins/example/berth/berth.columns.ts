import { type Column, NONE_CELL, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { Berth, BerthSpec } from './berth.v1.js';

/** The columns of `kubectl get berths`. */
export const berthColumns: readonly Column<Berth>[] = [
  nameColumn(),
  { name: 'Cargo', type: 'string', description: 'The cargo that is loaded here.', cell: ({ spec }) => spec.cargo! },
  { name: 'Slots', type: 'integer', description: 'Ships that may lie here.', cell: ({ spec }) => spec.slots! },
  { name: 'Phase', type: 'string', description: 'Occupancy of the berth.', cell: ({ status }) => status?.phase ?? '' },
  ageColumn(),
  { name: 'Services', type: 'string', description: 'Supplies.', priority: 1, cell: ({ spec }) => servicesOf(spec) },
];

const servicesOf = ({ services }: BerthSpec): string => services?.join(',') ?? NONE_CELL;
