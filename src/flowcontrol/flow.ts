import type { FlowCounts } from './flow-counts.js';

/** The facts of a request's flow that its level works with. */
export interface Flow {
  /** Name of the flow schema. */
  readonly schema: string;
  /** User or namespace by which the schema distinguishes flows; empty where it does not. */
  readonly distinguisher: string;
  /** Indexes of the queues that the flow may use; empty at levels without queues. */
  readonly hand: readonly number[];
  readonly counts: FlowCounts;
}
