import { Inject, Injectable } from '@nestjs/common';
import { QueueController, QueueControllerParts, keepObject, systemContext } from '../../../src/plugin-api/index.js';
import type { ConfigMap } from './config-map.v1.js';

const NAME = 'kube-apiserver-legacy-service-account-token-tracking';
const NAMESPACE = 'kube-system';
const KEY = 'since';
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/**
 * Records since when the use of service account tokens in Secrets is tracked, for cleaners: earlier uses are unknown
 * (upstream: legacytokentracking.Controller).
 */
@Injectable()
export class LegacyTokenTrackingController extends QueueController {
  readonly name = 'legacy-service-account-token-tracking-controller';
  override readonly isPartOfServer = true;
  override readonly startChecks = ['poststarthook/start-legacy-token-tracking-controller'];

  constructor(@Inject(QueueControllerParts) parts: QueueControllerParts) {
    super(parts);
  }

  protected watch(): void {
    this.followNames(this.parts.stores.of('', 'configmaps'), ({ name, namespace }) =>
      name === NAME && namespace === NAMESPACE ? [NAME] : [],
    );
    this.queue.add(NAME);
  }

  protected reconcile(): Promise<void> {
    const configMaps = this.parts.stores.of<ConfigMap>('', 'configmaps');
    return keepObject(configMaps, { context: systemContext(NAMESPACE), name: NAME }, (current) => {
      if (isDate(current?.data?.[KEY])) return undefined;
      const today = new Date(this.parts.clock.now()).toISOString().slice(0, DATE_LENGTH);
      const made = current ?? { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: NAME, namespace: NAMESPACE } };
      return { ...made, data: { ...current?.data, [KEY]: today } };
    });
  }
}

function isDate(text: string | undefined): boolean {
  return text?.length === DATE_LENGTH && !Number.isNaN(Date.parse(text));
}
