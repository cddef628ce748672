import { Injectable } from '@nestjs/common';
import { QueueController, isNotFound, controllerContext } from '../../../../src/plugin-api/index.js';
import type { Secret } from '../secret.v1.js';
import { BOOTSTRAP_NAMESPACE, expirationOf, isBootstrapSecret } from './bootstrap-secret.js';

/** Deletes the Secrets of bootstrap tokens that have expired (upstream: TokenCleaner). */
@Injectable()
export class TokenCleanerController extends QueueController {
  readonly name = 'token-cleaner-controller';
  override readonly alias = 'tokencleaner';
  override readonly isOffByDefault = true;

  protected watch(): void {
    this.followChanges(this.parts.stores.of<Secret>('', 'secrets'), (change) =>
      change.type !== 'DELETED' && change.mayHave('expiration') && isBootstrapSecret(change.object)
        ? [change.object.metadata.name ?? '']
        : [],
    );
  }

  protected async reconcile(name: string): Promise<void> {
    const secrets = this.parts.stores.of<Secret>('', 'secrets');
    const context = controllerContext(BOOTSTRAP_NAMESPACE);
    const secret = await secrets.find(context, name);
    if (!secret || !isBootstrapSecret(secret) || secret.metadata.deletionTimestamp !== undefined) return;
    const wait = expirationOf(secret) - this.parts.clock.now();
    if (wait > 0) return this.waitFor(name, wait);
    const { uid, resourceVersion } = secret.metadata;
    try {
      await secrets.delete(context, name, { preconditions: { uid, resourceVersion } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  private waitFor(name: string, wait: number): void {
    if (wait !== Infinity) this.queue.addAfter(name, Math.min(wait, LONGEST_WAIT));
  }
}

/** Maximum delay of a timer. */
const LONGEST_WAIT = 2 ** 31 - 1;
