import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Stores,
  systemContext,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { isObjectOf } from '../../../src/plugin-api/built-in.js';
import { newestFirst, type PersistentVolumeClaim } from '../../core/index.js';
import { classOfClaim } from './claim-class.js';
import { isDefaultStorageClass } from './default-storage-class.js';
import type { StorageClass } from './storage-class.v1.js';

const CLAIMS = { group: '', resource: 'persistentvolumeclaims' };

/** Sets the default class on claims that name none; of several the newest. */
@Injectable()
export class DefaultStorageClassAdmission extends AdmissionPlugin {
  readonly name = 'DefaultStorageClass';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'CREATE' && isObjectOf(resource, CLAIMS);
  }

  override admit({ object }: AdmissionAttributes): boolean | Promise<boolean> {
    const claim = object as PersistentVolumeClaim;
    return classOfClaim(claim) === undefined ? this.setClass(claim) : false;
  }

  private async setClass(claim: PersistentVolumeClaim): Promise<boolean> {
    const name = await this.defaultClass();
    if (name === undefined) return false;
    claim.spec = { ...claim.spec, storageClassName: name };
    return true;
  }

  /** A class that cannot be read counts as none. */
  private async defaultClass(): Promise<string | undefined> {
    const store = this.stores.of<StorageClass>('storage.k8s.io', 'storageclasses');
    const classes = await store.list(systemContext(), ({ unreadable }) => unreadable === undefined);
    return newestFirst(classes.filter(({ metadata }) => isDefaultStorageClass(metadata)))[0]?.metadata.name;
  }
}
