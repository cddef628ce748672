import { Inject, Injectable } from '@nestjs/common';
import {
  MetricsRegistry,
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  formatTime,
  isConflict,
  isNotFound,
  systemContext,
} from '../../../src/plugin-api/index.js';
import type { APIService, APIServiceCondition } from '../api-service/api-service.v1.js';
import { ApiServiceChecker } from './api-service-checker.js';
import { AvailabilityMetrics } from './availability-metrics.js';
import type { Availability } from './available-condition.js';

/** How often a server that answers is asked again, in milliseconds. */
const RESYNC_MS = 30_000;
const FIRST_RETRY_MS = 5;
const LONGEST_RETRY_MS = 30_000;
const AVAILABLE = 'Available';

/**
 * Keeps the condition `Available` of API services: asks the servers behind them whether they are there, when something
 * changes and every half minute (upstream: AvailableConditionController).
 */
@Injectable()
export class ApiServiceAvailabilityController extends QueueController {
  readonly name = 'apiservice-status-remote-available-controller';
  override readonly isPartOfServer = true;
  override readonly startChecks = ['poststarthook/apiservice-status-remote-available-controller'];
  /** A server that hangs must not keep others from being asked. */
  protected override readonly workers = 5;
  private readonly metrics: AvailabilityMetrics;
  private readonly failures = new Map<string, number>();
  /** The version in which each was written here last: that need not be looked at. */
  private readonly written = new Map<string, string | undefined>();

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(ApiServiceChecker) private readonly checker: ApiServiceChecker,
    @Inject(MetricsRegistry) registry: MetricsRegistry,
  ) {
    super(parts);
    this.metrics = new AvailabilityMetrics(registry);
  }

  protected watch(): void {
    const { stores } = this.parts;
    this.followChanges(this.apiServices, ({ name, resourceVersion }) =>
      this.written.get(name) === resourceVersion ? [] : [name],
    );
    for (const resource of ['services', 'endpoints']) {
      this.followNames(stores.of('', resource), ({ namespace, name }) => this.checker.servedBy(namespace ?? '', name));
    }
  }

  protected async reconcile(name: string): Promise<void> {
    const stored = await this.apiServices.find(systemContext(), name);
    if (!stored) return this.forget(name);
    const { spec } = stored;
    if (!spec) return;
    const found = await this.checker.check(spec);
    this.metrics.observe(name, found);
    await this.write(name, stored, found);
    this.schedule(name, { isLocal: !spec.service, isAvailable: found.status === 'True' });
  }

  private schedule(name: string, { isLocal, isAvailable }: { isLocal: boolean; isAvailable: boolean }): void {
    if (isAvailable) {
      this.failures.delete(name);
      if (!isLocal) this.queue.addAfter(name, RESYNC_MS);
      return;
    }
    const failures = this.failures.get(name) ?? 0;
    this.failures.set(name, failures + 1);
    this.queue.addAfter(name, Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
  }

  private async write(name: string, stored: APIService, found: Availability): Promise<void> {
    const known = conditionOf(stored);
    if (known && known.status === found.status && known.reason === found.reason && known.message === found.message)
      return;
    const now = formatTime(new Date(this.parts.clock.now()));
    const lastTransitionTime = known?.status === found.status ? known.lastTransitionTime : now;
    const condition: APIServiceCondition = { type: AVAILABLE, ...found, lastTransitionTime };
    const others = (stored.status?.conditions ?? []).filter(({ type }) => type !== AVAILABLE);
    const wanted = { ...stored, status: { ...stored.status, conditions: [...others, condition] } };
    try {
      const context = systemContext('', { subresource: 'status' });
      const written = await this.apiServices.update(context, name, () => wanted);
      this.written.set(name, written.metadata.resourceVersion);
      // Counted here, since a state that was read too early fails the write, and is looked at again.
      this.metrics.stored(name, found, known?.status);
    } catch (error) {
      // Others have changed it, which queues it again.
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }

  private forget(name: string): void {
    this.metrics.forget(name);
    this.failures.delete(name);
    this.written.delete(name);
  }

  private get apiServices(): ResourceStore<APIService> {
    return this.parts.stores.of<APIService>('apiregistration.k8s.io', 'apiservices');
  }
}

function conditionOf({ status }: APIService): APIServiceCondition | undefined {
  return status?.conditions?.find(({ type }) => type === AVAILABLE);
}
