import { systemContext } from '../../registry/index.js';
import { QueueController } from '../queue.controller.js';
import { updateExisting } from '../update-existing.js';
import { isHeldBy, release, type VolumeObject } from './storage-objects.js';

const FINALIZER = 'kubernetes.io/pv-protection';

/** Lets a volume that is being deleted go when it is not bound to a claim (upstream: pvprotection controller). */
export class VolumeProtectionController extends QueueController {
  readonly name = 'persistentvolume-protection-controller';

  protected watch(): void {
    this.follow(this.parts.stores.of<VolumeObject>('', 'persistentvolumes'), (volume) =>
      isFree(volume) ? [volume.metadata.name ?? ''] : [],
    );
  }

  protected async reconcile(name: string): Promise<void> {
    const volumes = this.parts.stores.of<VolumeObject>('', 'persistentvolumes');
    await updateExisting(volumes, systemContext(), name, (current) =>
      isFree(current) ? release(FINALIZER, current) : undefined,
    );
  }
}

function isFree(volume: VolumeObject): boolean {
  return isHeldBy(FINALIZER, volume) && volume.status?.phase !== 'Bound';
}
