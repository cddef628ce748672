import type { MetricsRegistry } from '../observability/index.js';
import { ResourceMeter } from './resource-meter.js';
import { StorageFamilies } from './storage-families.js';

/** Measures the store and the watch cache, resource by resource. Both type and injection token. */
export class StorageMetrics {
  private readonly families: StorageFamilies;
  private readonly meters = new Map<string, ResourceMeter>();

  constructor(registry: MetricsRegistry) {
    this.families = new StorageFamilies(registry);
  }

  /** Returns the meter of a resource, by the prefix of its keys and its name; the same one for each declaration of a kind. */
  of(prefix: string, resource: string): ResourceMeter {
    let meter = this.meters.get(prefix);
    if (!meter) this.meters.set(prefix, (meter = new ResourceMeter(this.families, prefix, resource)));
    return meter;
  }
}
