import type { ApiObject } from '../../apimachinery/index.js';
import { systemContext } from '../../registry/index.js';
import { QueueController } from '../queue.controller.js';
import { updateExisting } from '../update-existing.js';
import { type ClaimingPod, claimsOf, isHeldBy, release } from './storage-objects.js';

const FINALIZER = 'kubernetes.io/pvc-protection';

/**
 * Lets a claim that is being deleted go when no pod that has a node uses it any more; without a node a pod cannot start
 * on a claim that is going (upstream: pvcprotection controller).
 */
export class ClaimProtectionController extends QueueController {
  readonly name = 'persistentvolumeclaim-protection-controller';

  protected watch(): void {
    const { stores } = this.parts;
    this.follow(stores.of('', 'persistentvolumeclaims'), (claim) =>
      isHeldBy(FINALIZER, claim) ? [keyOf(claim.metadata.namespace, claim.metadata.name)] : [],
    );
    this.followDeletions(stores.of<ClaimingPod>('', 'pods'), (pod) =>
      claimsOf(pod).map((name) => keyOf(pod.metadata.namespace, name)),
    );
  }

  protected async reconcile(key: string): Promise<void> {
    const [namespace, name] = key.split('/');
    const context = systemContext(namespace);
    const claims = this.parts.stores.of<ApiObject>('', 'persistentvolumeclaims');
    const claim = await claims.find(context, name);
    if (!claim || !isHeldBy(FINALIZER, claim) || (await this.isUsed(namespace, name))) return;
    await updateExisting(claims, context, name, (current) =>
      isHeldBy(FINALIZER, current) ? release(FINALIZER, current) : undefined,
    );
  }

  private async isUsed(namespace: string, name: string): Promise<boolean> {
    const pods = await this.parts.stores.of<ClaimingPod>('', 'pods').list(systemContext(namespace));
    return pods.some((pod) => Boolean(pod.spec?.nodeName) && claimsOf(pod).includes(name));
  }
}

function keyOf(namespace: string | undefined, name: string | undefined): string {
  return `${namespace ?? ''}/${name ?? ''}`;
}
