import type { FlowCounts } from './flow-counts.js';
import type { Flow } from './flow.js';
import { CATCH_ALL, type FlowSchemaObject } from './kinds.js';
import { type RequestDigest, type RequestTest, compileRules } from './matching.js';
import type { PriorityLevel } from './priority-level.js';
import { dealHand, hashFlow } from './shuffle-sharding.js';

/** Flows of a schema whose hands are kept; clients choose user names and namespaces. */
const MAX_FLOWS = 4096;
const NO_HAND: readonly number[] = [];

/** A flow schema in force at one configuration of its level. */
export class FlowSchema {
  readonly name: string;
  readonly uid: string;
  readonly precedence: number;
  readonly matches: RequestTest;
  private readonly distinguishedBy: string | undefined;
  private readonly flows = new Map<string, Flow>();

  constructor(
    { metadata, spec }: FlowSchemaObject,
    readonly level: PriorityLevel,
    readonly counts: FlowCounts,
  ) {
    this.name = metadata.name ?? '';
    this.uid = metadata.uid ?? '';
    this.precedence = spec?.matchingPrecedence ?? 1000;
    this.matches = rulesOf(spec);
    this.distinguishedBy = spec?.distinguisherMethod?.type;
  }

  /** Returns the flow of a request that the schema matches. */
  flowOf(digest: RequestDigest): Flow {
    const distinguisher = this.distinguish(digest);
    let flow = this.flows.get(distinguisher);
    if (flow) return flow;
    if (this.flows.size >= MAX_FLOWS) this.flows.clear();
    flow = { schema: this.name, distinguisher, hand: this.handOf(distinguisher), counts: this.counts };
    this.flows.set(distinguisher, flow);
    return flow;
  }

  private distinguish({ user, info }: RequestDigest): string {
    // With one queue there is nothing to choose.
    if (this.level.queuing.queues <= 1) return '';
    if (this.distinguishedBy === 'ByUser') return user.name;
    return this.distinguishedBy === 'ByNamespace' ? info.namespace : '';
  }

  private handOf(distinguisher: string): readonly number[] {
    const { queues, handSize } = this.level.queuing;
    if (queues < 1) return NO_HAND;
    return dealHand(hashFlow(this.name, distinguisher), queues, Math.min(handSize, queues));
  }
}

/** Compiled rules by the rules they came from: a schema is read again whenever any of them changes. */
const compiled = new WeakMap<object, RequestTest>();

function rulesOf(spec: FlowSchemaObject['spec']): RequestTest {
  if (!spec) return () => false;
  let test = compiled.get(spec);
  if (!test) compiled.set(spec, (test = compileRules(spec.rules)));
  return test;
}

/** Returns the order in which schemas are asked: by precedence, then by name; the last one matches everything. */
export function bySchemaOrder(a: FlowSchema, b: FlowSchema): number {
  if (a.precedence !== b.precedence) return a.precedence - b.precedence;
  return a.name < b.name ? -1 : 1;
}

/** Returns the schema of requests that none matches. */
export function fallbackOf(schemas: readonly FlowSchema[]): FlowSchema {
  return schemas.find(({ name }) => name === CATCH_ALL)!;
}
