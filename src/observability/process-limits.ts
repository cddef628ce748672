import { readFileSync } from 'node:fs';

/** The value without a limit, as the Prometheus client of Go writes it (RLIM_INFINITY of Linux). */
const UNLIMITED = 2 ** 64;
const ADDRESS_SPACE = /^Max address space +(\S+)/m;

/** Returns the most virtual memory that this process may have, in bytes; undefined where the system does not say so. */
export function virtualMemoryLimit(limits = '/proc/self/limits'): number | undefined {
  let text: string;
  try {
    text = readFileSync(limits, 'utf8');
  } catch {
    return undefined;
  }
  const [, limit] = ADDRESS_SPACE.exec(text) ?? [];
  if (limit === undefined) return undefined;
  return limit === 'unlimited' ? UNLIMITED : Number(limit);
}
