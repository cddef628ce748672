import type { GroupResource } from '../../apimachinery/index.js';
import { type CounterFamily, type MetricsRegistry } from '../../observability/index.js';
import { type ValueTransformer, ValueTransformers } from '../value-transformer.js';
import { speaksOf } from './resource-names.js';
import type { ValueProvider } from './value-provider.js';

/** Resources, and the providers of their values: the first seals, all open. */
export interface ResourceProviders {
  readonly resources: readonly string[];
  readonly providers: readonly ValueProvider[];
}

/** The counter of transformations. */
export type TransformationCounter = CounterFamily;

/** Returns the counter of transformations, by the reference's name. */
export function transformationCounter(metrics: MetricsRegistry): TransformationCounter {
  return metrics.counter({
    name: 'apiserver_storage_transformation_operations_total',
    help: 'Total number of transformations. Successful transformation will have a status "OK" and a varied status string when the transformation fails.',
    labels: ['resource', 'status', 'transformation_type', 'transformer_prefix'],
  });
}

/** Stored values without a resource, which configurations cannot name. */
const NO_RESOURCES = new Set(['rangeallocations']);

/** Keeps values as an EncryptionConfiguration says; another one can be put in its place. */
export class EncryptingValues extends ValueTransformers {
  private readonly known = new Map<string, ConfiguredValues>();

  constructor(
    private entries: readonly ResourceProviders[],
    private readonly counter: TransformationCounter,
  ) {
    super();
  }

  of(resource: GroupResource): ValueTransformer | undefined {
    if (NO_RESOURCES.has(resource.resource)) return undefined;
    const name = `${resource.resource}.${resource.group}`;
    let values = this.known.get(name);
    if (!values) {
      values = new ConfiguredValues(resource, this.counter);
      values.use(this.providersOf(resource));
      this.known.set(name, values);
    }
    return values;
  }

  /** Activates another configuration for all resources. */
  use(entries: readonly ResourceProviders[]): void {
    this.entries = entries;
    for (const values of this.known.values()) values.use(this.providersOf(values.resource));
  }

  /** The first entry that matches a resource decides. */
  private providersOf(resource: GroupResource): readonly ValueProvider[] {
    const entry = this.entries.find(({ resources }) => resources.some((name) => speaksOf(name, resource)));
    return entry?.providers ?? [];
  }
}

/** The values of one resource. */
class ConfiguredValues implements ValueTransformer {
  private providers: readonly ValueProvider[] = [];

  constructor(
    readonly resource: GroupResource,
    private readonly counter: TransformationCounter,
  ) {}

  use(providers: readonly ValueProvider[]): void {
    this.providers = providers;
  }

  toStored(value: Buffer, key: string): Buffer {
    if (this.providers.length === 0) return value;
    return this.counted('to_storage', undefined, () => this.providers[0].seal(value, key));
  }

  fromStored(stored: Buffer, key: string): Buffer {
    if (this.providers.length === 0) return stored;
    return this.counted('from_storage', stored, () => this.open(stored, key));
  }

  isCurrent(stored: Buffer): boolean {
    return this.providers.length === 0 || this.providers[0].isCurrent(stored);
  }

  /** Several providers of a sort may be there while secrets are exchanged: the first that can open it does. */
  private open(stored: Buffer, key: string): Buffer {
    const owners = this.providers.filter((provider) => provider.owns(stored));
    let why: unknown = new Error('no matching prefix found');
    for (const provider of owners) {
      try {
        return provider.open(stored, key);
      } catch (error) {
        why = error;
      }
    }
    throw why;
  }

  private counted(type: string, stored: Buffer | undefined, transform: () => Buffer): Buffer {
    const count = (status: string, form: Buffer | undefined): void =>
      this.counter.labels(this.nameOfResource, status, type, prefixOf(form)).increment();
    try {
      const result = transform();
      count('OK', stored ?? result);
      return result;
    } catch (error) {
      count('Unknown', stored);
      throw error;
    }
  }

  private get nameOfResource(): string {
    const { group, resource } = this.resource;
    return group === '' ? resource : `${resource}.${group}`;
  }
}

const LONGEST_PREFIX = 64;

/** `k8s:enc:aescbc:v1:`, without the name of a secret; what is not encrypted has the reference's word. */
function prefixOf(stored: Buffer | undefined): string {
  const text = stored?.toString('latin1', 0, LONGEST_PREFIX) ?? '';
  return /^k8s:enc:[a-z]+:v\d:/.exec(text)?.[0] ?? (stored ? 'identity' : 'unknown');
}
