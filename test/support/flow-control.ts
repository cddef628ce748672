import { Configuration } from '../../src/flowcontrol/configuration.js';
import { FlowControlMetrics } from '../../src/flowcontrol/flow-metrics.js';
import type { FlowSchemaObject, LimitedSpec, PriorityLevelObject } from '../../src/flowcontrol/kinds.js';
import { MetricsRegistry } from '../../src/observability/index.js';
import { FakeClock } from '../../src/testing/fake-clock.js';

const QUEUE: LimitedSpec['limitResponse'] = {
  type: 'Queue',
  queuing: { queues: 8, handSize: 2, queueLengthLimit: 100 },
};

/** A limited level with queues, or with what else is given. */
export function levelOf(name: string, limited: LimitedSpec = {}): PriorityLevelObject {
  const spec = { type: 'Limited', limited: { limitResponse: QUEUE, nominalConcurrencyShares: 30, ...limited } };
  return { metadata: { name, uid: `uid-of-${name}` }, spec };
}

/** A schema for all requests of a user, distinguished by user. */
export function schemaOf(name: string, level: string, { user = name, precedence = 100 } = {}): FlowSchemaObject {
  return {
    metadata: { name, uid: `uid-of-${name}` },
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence: precedence,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: user } }],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
        },
      ],
    },
  };
}

/** Objects by name. */
export function byName<T extends FlowSchemaObject | PriorityLevelObject>(objects: readonly T[]): Map<string, T> {
  return new Map(objects.map((object) => [object.metadata.name!, object]));
}

/** A configuration on a fake clock, with the objects of a cluster. */
export function configurationOf(
  totalSeats: number,
  levels: readonly PriorityLevelObject[],
  schemas: readonly FlowSchemaObject[] = [],
): { readonly configuration: Configuration; readonly clock: FakeClock; readonly registry: MetricsRegistry } {
  const clock = new FakeClock();
  const registry = new MetricsRegistry({ isWithoutProcess: true });
  const metrics = new FlowControlMetrics(registry, clock);
  const configuration = new Configuration({ clock, metrics, totalSeats });
  configuration.apply({ levels: byName(levels), schemas: byName(schemas) });
  return { configuration, clock, registry };
}
