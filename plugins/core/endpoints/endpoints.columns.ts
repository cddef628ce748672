import { type Column, NONE_CELL, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { EndpointSubset, Endpoints } from './endpoints.v1.js';

const SHOWN = 3;

/** The columns of `kubectl get endpoints`. */
export const endpointsColumns: readonly Column<Endpoints>[] = [
  nameColumn(),
  { name: 'Endpoints', type: 'string', description: 'The first addresses that are ready.', cell: formatEndpoints },
  ageColumn(),
];

function formatEndpoints({ subsets }: Endpoints): string {
  if (!subsets || subsets.length === 0) return NONE_CELL;
  const count = sum(subsets.map(({ addresses = [], ports = [] }) => addresses.length * Math.max(ports.length, 1)));
  // More are never shown, and all together may be as many as addresses times ports.
  const shown = subsets.flatMap(firstOf).slice(0, SHOWN).join(',');
  return count > SHOWN ? `${shown} + ${count - SHOWN} more...` : shown;
}

/** As many of a subset as are shown. */
function firstOf({ addresses = [], ports = [] }: EndpointSubset): string[] {
  const first = addresses.slice(0, SHOWN);
  if (ports.length === 0) return first.map(({ ip }) => ip);
  return ports.slice(0, SHOWN).flatMap(({ port }) => first.map(({ ip }) => joinHostPort(ip, port)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function joinHostPort(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}
