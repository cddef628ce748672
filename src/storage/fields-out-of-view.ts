import type { GroupResource } from '../apimachinery/index.js';
import type { Logger } from '../observability/index.js';

/** Fields that are counted apart: bounds the memory. */
const MAX_FIELDS = 1000;
/** Objects of a kind are read together: their fields are named together. */
const WARN_AFTER_MS = 1000;

/**
 * Counts fields of stored objects that the release of Kubernetes that is shown does not have: they are lost at the next write
 * of their objects. Both type and injection token.
 */
export class FieldsOutOfView {
  private readonly objects = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  /** Counts a field of one object, as `spec.containers[].resizePolicy`. */
  count({ group, resource }: GroupResource, field: string): void {
    const key = `${group === '' ? resource : `${resource}.${group}`} ${field}`;
    if (!this.objects.has(key) && this.objects.size >= MAX_FIELDS) return;
    this.objects.set(key, (this.objects.get(key) ?? 0) + 1);
    this.timer ??= setTimeout(() => this.warn(), WARN_AFTER_MS).unref();
  }

  private warn(): void {
    this.timer = undefined;
    const message =
      'stored objects have fields that the emulated release does not have; the next write of each drops them';
    this.logger.warn(message, { fields: Object.fromEntries(this.objects) });
    this.objects.clear();
  }
}
