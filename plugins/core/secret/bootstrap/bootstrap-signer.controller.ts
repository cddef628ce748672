import { Injectable } from '@nestjs/common';
import { QueueController, isDeepEqual, controllerContext, updateExisting } from '../../../../src/plugin-api/index.js';
import type { ConfigMap } from '../../config-map/config-map.v1.js';
import type { Secret } from '../secret.v1.js';
import { BOOTSTRAP_NAMESPACE, type SigningToken, isBootstrapSecret, signingTokenOf } from './bootstrap-secret.js';
import { detachedSignature } from './detached-signature.js';

const NAMESPACE = 'kube-public';
const NAME = 'cluster-info';
const SIGNED = 'kubeconfig';
const SIGNATURE_PREFIX = 'jws-kubeconfig-';
/** Maximum delay of a timer. */
const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * Signs the cluster information for new nodes, which do not trust the cluster yet: with each bootstrap token for
 * signing, so that a node with one of them can verify it (upstream: Signer of bootstrap tokens).
 */
@Injectable()
export class BootstrapSignerController extends QueueController {
  readonly name = 'bootstrap-signer-controller';
  override readonly alias = 'bootstrapsigner';
  override readonly isOffByDefault = true;

  protected watch(): void {
    const { stores } = this.parts;
    this.followNames(stores.of<ConfigMap>('', 'configmaps'), ({ namespace, name }) =>
      namespace === NAMESPACE && name === NAME ? [NAME] : [],
    );
    this.followChanges(stores.of<Secret>('', 'secrets'), (change) =>
      change.mayHave('token-id') && isBootstrapSecret(change.object) ? [NAME] : [],
    );
  }

  protected async reconcile(): Promise<void> {
    const { stores, clock } = this.parts;
    const tokens = (await this.tokens()).filter(({ expiresAt }) => expiresAt > clock.now());
    const configMaps = stores.of<ConfigMap>('', 'configmaps');
    await updateExisting(configMaps, { context: controllerContext(NAMESPACE), name: NAME }, (configMap) => {
      const data = signedData(configMap.data ?? {}, tokens);
      return isDeepEqual(data, configMap.data ?? {}) ? undefined : { ...configMap, data };
    });
    const next = Math.min(...tokens.map(({ expiresAt }) => expiresAt)) - clock.now();
    if (next !== Infinity) this.queue.addAfter(NAME, Math.min(next, LONGEST_WAIT));
  }

  private async tokens(): Promise<SigningToken[]> {
    const secrets = this.parts.stores.of<Secret>('', 'secrets');
    const found = await secrets.list(
      controllerContext(BOOTSTRAP_NAMESPACE),
      ({ fields, unreadable }) => unreadable === undefined && fields.type.startsWith('bootstrap.'),
    );
    return found.map(signingTokenOf).filter((token) => token !== undefined);
  }
}

/** The data with the signatures of these tokens and of no others. */
function signedData(data: Readonly<Record<string, string>>, tokens: readonly SigningToken[]): Record<string, string> {
  const unsigned = Object.entries(data).filter(([key]) => !key.startsWith(SIGNATURE_PREFIX));
  const text = data[SIGNED];
  if (text === undefined) return Object.fromEntries(unsigned);
  const signatures = tokens.map((token) => [`${SIGNATURE_PREFIX}${token.id}`, detachedSignature(text, token)]);
  return Object.fromEntries([...unsigned, ...signatures]) as Record<string, string>;
}
