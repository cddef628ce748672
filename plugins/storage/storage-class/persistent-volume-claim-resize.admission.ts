import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Quantity,
  Stores,
  forbiddenResource,
  systemContext,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { isObjectOf } from '../../../src/plugin-api/built-in.js';
import type { PersistentVolumeClaim } from '../../core/index.js';
import { classOfClaim } from './claim-class.js';
import type { StorageClass } from './storage-class.v1.js';

const CLAIMS = { group: '', resource: 'persistentvolumeclaims' };

/** Allows the expansion of bound claims, if their class allows it. */
@Injectable()
export class PersistentVolumeClaimResizeAdmission extends AdmissionPlugin {
  readonly name = 'PersistentVolumeClaimResize';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'UPDATE' && isObjectOf(resource, CLAIMS);
  }

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    const { object, oldObject } = attributes;
    const [claim, old] = [object as PersistentVolumeClaim, oldObject as PersistentVolumeClaim];
    if (sizeOf(claim).compare(sizeOf(old)) <= 0) return;
    return this.checkGrowth(claim, old, attributes);
  }

  private async checkGrowth(
    claim: PersistentVolumeClaim,
    old: PersistentVolumeClaim,
    { resource, name }: AdmissionAttributes,
  ): Promise<void> {
    if (old.status?.phase !== 'Bound') {
      throw forbiddenResource(resource, name, 'Only bound persistent volume claims can be expanded');
    }
    if (await this.canGrow(claim, old)) return;
    const why =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    throw forbiddenResource(resource, name, why);
  }

  private async canGrow(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): Promise<boolean> {
    const className = classOfClaim(claim);
    if (!className || className !== classOfClaim(old)) return false;
    const classes = this.stores.of<StorageClass>('storage.k8s.io', 'storageclasses');
    const found = await classes.find(systemContext(), className);
    return found?.allowVolumeExpansion ?? false;
  }
}

function sizeOf({ spec }: PersistentVolumeClaim): Quantity {
  return Quantity.fromJson(spec?.resources?.requests?.storage ?? 0);
}
