import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  forbiddenResource,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { isObjectOf } from '../../../src/plugin-api/built-in.js';
import type { Service } from './service.v1.js';

const SERVICES = { group: '', resource: 'services' };

/** Rejects new external addresses of services. */
export class DenyServiceExternalIpsAdmission extends AdmissionPlugin {
  readonly name = 'DenyServiceExternalIPs';
  override readonly isOnByDefault = false;

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return (operation === 'CREATE' || operation === 'UPDATE') && isObjectOf(resource, SERVICES);
  }

  override validate({ resource, name, object, oldObject }: AdmissionAttributes): void {
    const known = new Set((oldObject as Service | undefined)?.spec?.externalIPs);
    const isNew = (object as Service).spec?.externalIPs?.some((address) => !known.has(address));
    if (isNew) throw forbiddenResource(resource, name, 'Use of external IPs is denied by admission control');
  }
}
