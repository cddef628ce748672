import { Injectable } from '@nestjs/common';
import { QueueController, controllerContext, updateExisting } from '../../../src/plugin-api/index.js';
import { PV_PROTECTION, isHeldBy, release } from '../volume/protection-finalizer.js';
import type { PersistentVolume } from './persistent-volume.v1.js';

/** Removes the protection of a deleted volume when it is not bound to a claim (upstream: pvprotection controller). */
@Injectable()
export class VolumeProtectionController extends QueueController {
  readonly name = 'persistentvolume-protection-controller';
  override readonly alias = 'pv-protection';

  protected watch(): void {
    this.follow(this.parts.stores.of<PersistentVolume>('', 'persistentvolumes'), (volume) =>
      isFree(volume) ? [volume.metadata.name ?? ''] : [],
    );
  }

  protected async reconcile(name: string): Promise<void> {
    const volumes = this.parts.stores.of<PersistentVolume>('', 'persistentvolumes');
    await updateExisting(volumes, { context: controllerContext(), name }, (current) =>
      isFree(current) ? release(PV_PROTECTION, current) : undefined,
    );
  }
}

function isFree(volume: PersistentVolume): boolean {
  return isHeldBy(PV_PROTECTION, volume) && volume.status?.phase !== 'Bound';
}
