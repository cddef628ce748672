import type { NetworkOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** The ways to keep the endpoints of the service `kubernetes`; `master-count` of the reference is deprecated there. */
export const ENDPOINT_RECONCILERS: readonly string[] = ['lease', 'none'];

/** Checks how the endpoints of the service `kubernetes` are kept. */
export function checkEndpointReconciler({ network }: { readonly network: NetworkOptions }): OptionProblem[] {
  const { endpointReconcilerType: type } = network;
  if (ENDPOINT_RECONCILERS.includes(type)) return [];
  const message = `--endpoint-reconciler-type must be one of: ${ENDPOINT_RECONCILERS.join(', ')}`;
  return [{ option: '--endpoint-reconciler-type', message, remedy: 'Use lease, which counts servers by itself.' }];
}
