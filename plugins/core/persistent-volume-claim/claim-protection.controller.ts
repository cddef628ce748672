import { Injectable } from '@nestjs/common';
import { QueueController, controllerContext, updateExisting } from '../../../src/plugin-api/index.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import { PVC_PROTECTION, isHeldBy, release } from '../volume/protection-finalizer.js';
import { claimsOf } from './claims-of-pod.js';
import type { PersistentVolumeClaim } from './persistent-volume-claim.v1.js';

/**
 * Removes the protection of a deleted claim when no scheduled pod uses it any more; an unscheduled pod cannot start
 * with a claim that is being deleted (upstream: pvcprotection controller).
 */
@Injectable()
export class ClaimProtectionController extends QueueController {
  readonly name = 'persistentvolumeclaim-protection-controller';
  override readonly alias = 'pvc-protection';

  protected watch(): void {
    const { stores } = this.parts;
    this.follow(stores.of<PersistentVolumeClaim>('', 'persistentvolumeclaims'), (claim) =>
      isHeldBy(PVC_PROTECTION, claim) ? [keyOf(claim.metadata.namespace, claim.metadata.name)] : [],
    );
    this.followDeletions(stores.of<Pod>('', 'pods'), (pod) =>
      claimsOf(pod).map((name) => keyOf(pod.metadata.namespace, name)),
    );
  }

  protected async reconcile(key: string): Promise<void> {
    const [namespace, name] = key.split('/');
    const context = controllerContext(namespace);
    const claims = this.parts.stores.of<PersistentVolumeClaim>('', 'persistentvolumeclaims');
    const claim = await claims.find(context, name);
    if (!claim || !isHeldBy(PVC_PROTECTION, claim) || (await this.isUsed(namespace, name))) return;
    await updateExisting(claims, { context, name }, (current) =>
      isHeldBy(PVC_PROTECTION, current) ? release(PVC_PROTECTION, current) : undefined,
    );
  }

  private async isUsed(namespace: string, name: string): Promise<boolean> {
    const pods = await this.parts.stores.of<Pod>('', 'pods').list(controllerContext(namespace));
    return pods.some((pod) => Boolean(pod.spec?.nodeName) && claimsOf(pod).includes(name));
  }
}

function keyOf(namespace: string | undefined, name: string | undefined): string {
  return `${namespace ?? ''}/${name ?? ''}`;
}
