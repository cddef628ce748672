import {
  Client,
  Inject,
  Injectable,
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  controllerContext,
  formatTime,
  updateExisting,
} from '../../../src/plugin-api/index.js';
import { ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import type {
  StorageVersionMigration,
  StorageVersionMigrationStatus,
} from '../storage-version-migration/storage-version-migration.v1alpha1.js';
import { findMigratedResource } from './migrated-resource.js';
import { type MigrationState, isOver, withCondition } from './migration-conditions.js';
import { MigrationMetrics } from './migration-metrics.js';
import { MigrationRun } from './migration-run.js';

/** The gates that the reference's controller manager asks for. */
const GATES = ['StorageVersionMigrator', 'InformerResourceVersion'];
/** Objects that are rewritten at a time; they share the commits of the store. */
const SLICE = 32;
/** How often the log says how far a migration is, in milliseconds. */
const REPORT_INTERVAL = 10_000;

/**
 * Stores the objects of a resource again that are stored in a former version or encrypted with a former key (upstream:
 * storageversionmigrator). A slice at a time, with as long a break after each as it took: half of the store's time at most.
 */
@Injectable()
export class StorageVersionMigratorController extends QueueController {
  readonly name = 'storage-version-migrator-controller';
  override readonly alias = 'svm';
  protected override readonly workers = 1;
  private readonly runs = new Map<string, MigrationRun>();
  private readonly reportedAt = new Map<string, number>();

  @Inject(ApiServerOptions)
  private readonly options!: ApiServerOptions;

  @Inject(Client)
  private readonly client!: Client;

  @Inject(MigrationMetrics)
  private readonly metrics!: MigrationMetrics;

  constructor(@Inject(QueueControllerParts) parts: QueueControllerParts) {
    super(parts);
  }

  override async stop(): Promise<void> {
    await super.stop();
    for (const name of [...this.runs.keys()]) this.forget(name);
  }

  protected watch(): void {
    if (!GATES.every((gate) => this.options.features.enabled(gate))) return;
    this.followNames(this.migrations, ({ name }) => [name]);
  }

  protected async reconcile(name: string): Promise<void> {
    const migration = await this.migrations.find(controllerContext(), name);
    if (!migration?.spec || isOver(migration)) return this.forget(name);
    const found = findMigratedResource(this.parts.stores, migration.spec.resource);
    if ('fault' in found) return this.end(migration, 'Failed', found.fault);
    const run = await this.runOf(migration, found.store);
    const began = this.parts.clock.monotonic();
    if (run.remaining > 0) this.metrics.count(run.resource, await run.advance(SLICE));
    if (run.remaining > 0) {
      this.report(name, run);
      return this.queue.addAfter(name, this.parts.clock.monotonic() - began);
    }
    const { fault } = run;
    if (fault === undefined) return this.end(migration, 'Succeeded');
    return this.end(migration, 'Failed', `migration encountered unhandled error: ${fault}`);
  }

  private get migrations(): ResourceStore<StorageVersionMigration> {
    return this.parts.stores.of('storagemigration.k8s.io', 'storageversionmigrations');
  }

  private async runOf(migration: StorageVersionMigration, store: ResourceStore): Promise<MigrationRun> {
    const { name = '', uid = '' } = migration.metadata;
    const known = this.runs.get(name);
    if (known?.uid === uid) return known;
    this.forget(name);
    await this.markRunning(migration, store);
    const run = await MigrationRun.begin({ uid, resource: resourceOf(migration) }, store);
    this.runs.set(name, run);
    const { resource, remaining } = run;
    this.metrics.count(resource, { rewritten: 0, remaining });
    this.parts.logger.info('a storage migration begins', { migration: name, resource, remaining });
    this.reportedAt.set(name, this.parts.clock.monotonic());
    return run;
  }

  /** Notes the version of the store before any object is read; a migration that was interrupted keeps the first one. */
  private async markRunning(migration: StorageVersionMigration, { kind }: ResourceStore): Promise<void> {
    const { group = '', version = '', resource = '' } = migration.spec!.resource;
    const scope = kind.isNamespaced ? 'Namespaced' : 'Cluster';
    const pages = this.client.of({ group, version, kind: kind.kind, resource, scope }).pages({ limit: 1 });
    const page = await pages.next();
    const resourceVersion = page.done === true ? '' : page.value.resourceVersion;
    await this.setStatus(migration, (status) => {
      const known = status.resourceVersion ?? '';
      return this.withState({ ...status, resourceVersion: known === '' ? resourceVersion : known }, 'Running');
    });
  }

  private async end(migration: StorageVersionMigration, state: MigrationState, message?: string): Promise<void> {
    const { name = '' } = migration.metadata;
    await this.setStatus(migration, (status) => this.withState(status, state, message));
    const facts = { migration: name, resource: resourceOf(migration), rewritten: this.runs.get(name)?.rewritten ?? 0 };
    if (state === 'Failed') this.parts.logger.error('a storage migration has failed', { ...facts, reason: message });
    else this.parts.logger.info('a storage migration has succeeded', facts);
    this.forget(name);
  }

  private withState(
    status: StorageVersionMigrationStatus,
    state: MigrationState,
    message?: string,
  ): StorageVersionMigrationStatus {
    return withCondition(status, state, { at: formatTime(new Date(this.parts.clock.now())), message });
  }

  private setStatus(
    { metadata: { name = '', uid } }: StorageVersionMigration,
    change: (status: StorageVersionMigrationStatus) => StorageVersionMigrationStatus,
  ): Promise<void> {
    const context = controllerContext('', { subresource: 'status' });
    return updateExisting(this.migrations, { context, name }, (current) =>
      current.metadata.uid === uid ? { ...current, status: change(current.status ?? {}) } : undefined,
    );
  }

  private report(name: string, { rewritten, remaining }: MigrationRun): void {
    const now = this.parts.clock.monotonic();
    if (now - (this.reportedAt.get(name) ?? 0) < REPORT_INTERVAL) return;
    this.reportedAt.set(name, now);
    this.parts.logger.info('a storage migration goes on', { migration: name, rewritten, remaining });
  }

  private forget(name: string): void {
    const run = this.runs.get(name);
    if (run) this.metrics.end(run.resource);
    this.runs.delete(name);
    this.reportedAt.delete(name);
  }
}

/** The name of the resource that is migrated, as metrics have it. */
function resourceOf({ spec }: StorageVersionMigration): string {
  const { group = '', resource = '' } = spec?.resource ?? {};
  return group === '' ? resource : `${resource}.${group}`;
}
