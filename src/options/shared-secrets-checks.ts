import type { ApiServerOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** Engines whose stores one server has for itself. */
const UNSHARED = new Set(['sqlite', 'memory']);

/** Checks `--shared-secrets`: it needs a store that servers share. */
export function checkSharedSecrets({ storage }: Pick<ApiServerOptions, 'storage'>): OptionProblem[] {
  if (storage.sharedSecrets === '' || !UNSHARED.has(storage.backend)) return [];
  const message = `has no effect with --storage-backend=${storage.backend}, whose store has one server`;
  const remedy = 'Give --storage-backend=etcd3 or --storage-backend=postgres too, or leave it out.';
  return [{ option: '--shared-secrets', message, remedy }];
}
