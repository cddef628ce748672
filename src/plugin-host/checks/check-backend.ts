import type { KindDefinition } from '../../registry/index.js';

/** Finds the mistakes in how a kind declares where its objects are. */
export function checkBackend(where: string, { backend, source, review }: KindDefinition<never>): string[] {
  if (!backend || !(source ?? review)) return [];
  return [`${where}: has a backend beside a ${source ? 'source' : 'review'}; only one of them can answer requests`];
}
