import type { AuditLevel } from '../../request/index.js';

/** How much of a request is recorded. */
export type PolicyLevel = 'None' | AuditLevel;

/** The levels, each including the one before. */
export const LEVELS: readonly PolicyLevel[] = ['None', 'Metadata', 'Request', 'RequestResponse'];

/** Reports whether what is recorded at `level` includes what belongs to `part`. */
export function includesLevel(level: PolicyLevel, part: PolicyLevel): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(part);
}

/** A moment of a request that has an event. */
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';

/** The stages in their order. */
export const STAGES: readonly Stage[] = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'];
