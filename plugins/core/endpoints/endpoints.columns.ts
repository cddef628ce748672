import { type Column, NONE_CELL, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { Endpoints } from './endpoints.v1.js';

const SHOWN = 3;

/** What `kubectl get endpoints` shows. */
export const endpointsColumns: readonly Column<Endpoints>[] = [
  nameColumn(),
  { name: 'Endpoints', type: 'string', description: 'The first addresses that are ready.', cell: formatEndpoints },
  ageColumn(),
];

function formatEndpoints({ subsets }: Endpoints): string {
  if (!subsets || subsets.length === 0) return NONE_CELL;
  const all = subsets.flatMap(({ addresses = [], ports = [] }) => {
    if (ports.length === 0) return addresses.map(({ ip }) => ip);
    return ports.flatMap(({ port }) => addresses.map(({ ip }) => joinHostPort(ip, port)));
  });
  const shown = all.slice(0, SHOWN).join(',');
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown;
}

function joinHostPort(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}
