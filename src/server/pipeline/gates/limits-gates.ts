import type { WrappingGate } from '../gate.js';
import type { LimitParts } from '../pipeline-parts.js';

/** Creates the gate that passes requests through the instrument of a server under test; undefined for other servers. */
export function instrumentGate({ instrument }: Pick<LimitParts, 'instrument'>): WrappingGate | undefined {
  return instrument && { wrap: (context, rest) => instrument(context, () => rest(context)) };
}

/** Creates the gate that executes, queues or rejects requests: those that execute continue with the rest of the gates. */
export function limitsGate({ limiter }: Pick<LimitParts, 'limiter'>): WrappingGate {
  return { wrap: (context, rest) => limiter.run(context, rest) };
}
