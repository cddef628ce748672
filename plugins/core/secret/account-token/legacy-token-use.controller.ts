import { Inject, Injectable } from '@nestjs/common';
import {
  QueueController,
  QueueControllerParts,
  systemContext,
  updateExisting,
} from '../../../../src/plugin-api/index.js';
import { TokenUses } from '../../../../src/plugin-api/built-in.js';
import type { Secret } from '../secret.v1.js';

const LAST_USED = 'kubernetes.io/legacy-token-last-used';
const DAY = 86_400_000;

/**
 * Notes on Secrets the day on which the token they hold was last used, so that unused ones can be found (upstream:
 * the legacy validator of service account tokens).
 */
@Injectable()
export class LegacyTokenUseController extends QueueController {
  readonly name = 'legacy-service-account-token-use-controller';
  override readonly isPartOfServer = true;
  private stopListening = (): void => {};

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(TokenUses) private readonly uses: TokenUses,
  ) {
    super(parts);
  }

  override async stop(): Promise<void> {
    this.stopListening();
    await super.stop();
  }

  protected watch(): void {
    this.stopListening = this.uses.onSecretUse(({ namespace, name }) => this.queue.add(`${namespace}/${name}`));
  }

  protected reconcile(key: string): Promise<void> {
    const [namespace, name] = key.split('/');
    const now = this.parts.clock.now();
    const today = dayOf(now);
    // Another server's clock may be ahead.
    const known = [today, dayOf(now + DAY)];
    const secrets = this.parts.stores.of<Secret>('', 'secrets');
    return updateExisting(secrets, { context: systemContext(namespace), name }, (secret) => {
      const { labels } = secret.metadata;
      if (known.includes(labels?.[LAST_USED] ?? '')) return undefined;
      return { ...secret, metadata: { ...secret.metadata, labels: { ...labels, [LAST_USED]: today } } };
    });
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
