import { Inject, Injectable } from '@nestjs/common';
import {
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  controllerContext,
  updateExisting,
} from '../../../src/plugin-api/index.js';
import { sayTheSame, undiscoveredText, updateConditions } from './namespace-conditions.js';
import { deleteContent, type RemainingContent } from './namespace-content.js';
import type { Namespace } from './namespace.v1.js';
import { RemoteNamespaceContent } from './remote-namespace-content.js';

const FINALIZER = 'kubernetes';
/** Creates that were admitted before the namespace was marked have this long to arrive, in milliseconds. */
const GRACE = 100;
const FIRST_RECHECK = 100;
const LONGEST_RECHECK = 2_000;

/** Deletes the content of namespaces that are deleted, says what is in the way, and lets the namespace go. */
@Injectable()
export class NamespaceController extends QueueController {
  readonly name = 'namespace-controller';
  override readonly alias = 'namespace';
  /** How often content was found to remain. */
  private readonly rechecks = new Map<string, number>();

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(RemoteNamespaceContent) private readonly others: RemoteNamespaceContent,
  ) {
    super(parts);
  }

  private get namespaces(): ResourceStore<Namespace> {
    return this.parts.stores.of<Namespace>('', 'namespaces');
  }

  protected watch(): void {
    this.follow(this.namespaces, ({ metadata }) => {
      if (metadata.deletionTimestamp) this.queue.addAfter(metadata.name ?? '', GRACE);
      return [];
    });
  }

  protected async reconcile(name: string): Promise<void> {
    const namespace = await this.namespaces.find(controllerContext(), name);
    if (!namespace?.metadata.deletionTimestamp || (namespace.spec?.finalizers ?? []).length === 0) {
      this.rechecks.delete(name);
      return;
    }
    const content = await this.deleteAll(name);
    await this.tell(namespace, content);
    if (content.failures.length > 0)
      throw new Error(`content of the namespace cannot be deleted: ${content.failures[0]}`);
    if (content.undiscovered.length > 0) throw new Error(undiscoveredText(content.undiscovered));
    if (content.resources.size > 0) return this.recheckLater(name);
    await this.finalize(name);
  }

  /** Deletes the content that is kept here, and that of other servers. */
  private async deleteAll(name: string): Promise<RemainingContent> {
    const own = await deleteContent(this.parts.stores, name);
    return this.others.isEmpty ? own : joined(own, await this.others.delete(name));
  }

  private recheckLater(name: string): void {
    const count = this.rechecks.get(name) ?? 0;
    this.rechecks.set(name, count + 1);
    this.queue.addAfter(name, Math.min(FIRST_RECHECK * 2 ** count, LONGEST_RECHECK));
  }

  private async tell({ metadata }: Namespace, content: RemainingContent): Promise<void> {
    const now = new Date(this.parts.clock.now());
    const context = controllerContext('', { subresource: 'status' });
    await updateExisting(this.namespaces, { context, name: metadata.name ?? '' }, (namespace) => {
      const before = namespace.status?.conditions ?? [];
      const conditions = updateConditions(before, content, now);
      if (sayTheSame(before, conditions)) return undefined;
      return { ...namespace, status: { ...namespace.status, phase: 'Terminating', conditions } };
    });
  }

  private async finalize(name: string): Promise<void> {
    const context = controllerContext('', { subresource: 'finalize' });
    await updateExisting(this.namespaces, { context, name }, (namespace) => {
      const finalizers = (namespace.spec?.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
      return { ...namespace, spec: { ...namespace.spec, finalizers } };
    });
  }
}

function joined(one: RemainingContent, other: RemainingContent): RemainingContent {
  const finalizers = new Map(one.finalizers);
  for (const [finalizer, count] of other.finalizers) {
    finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + count);
  }
  return {
    resources: new Map([...one.resources, ...other.resources]),
    finalizers,
    failures: [...one.failures, ...other.failures],
    undiscovered: [...one.undiscovered, ...other.undiscovered],
  };
}
