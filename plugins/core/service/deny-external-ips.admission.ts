import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  forbiddenResource,
} from '../../../src/plugin-api/index.js';
import type { Service } from './service.v1.js';

/** Lets services have no external addresses but those they have already. */
export class DenyServiceExternalIpsAdmission extends AdmissionPlugin {
  readonly name = 'DenyServiceExternalIPs';
  override readonly isOnByDefault = false;

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  override validate({ resource, subresource, name, object, oldObject }: AdmissionAttributes): void {
    if (resource.group !== '' || resource.resource !== 'services' || subresource !== '') return;
    const known = new Set((oldObject as Service | undefined)?.spec?.externalIPs);
    const isNew = (object as Service).spec?.externalIPs?.some((address) => !known.has(address));
    if (isNew) throw forbiddenResource(resource, name, 'Use of external IPs is denied by admission control');
  }
}
