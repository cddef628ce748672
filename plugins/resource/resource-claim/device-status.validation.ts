import { type FieldError, type FieldPath, invalid, tooLong } from '../../../src/plugin-api/index.js';
import {
  formatIp,
  hasRule,
  isValidCidr,
  parseCidr,
  parseIp,
  tooMany,
  validateConditions,
} from '../../../src/plugin-api/built-in.js';
import { validateParameters } from '../device-request/device-configuration.validation.js';
import { validateDriverName, validateLabel, validateList, validatePoolName } from '../names.validation.js';
import { validateShareId } from './share-id.validation.js';
import type { AllocatedDeviceStatus, NetworkDeviceData } from './resource-claim.v1.js';

const MAX_CONDITIONS = 8;
const MAX_IPS = 16;
const MAX_INTERFACE_NAME = 256;
const MAX_HARDWARE_ADDRESS = 128;

type DeviceId = Pick<AllocatedDeviceStatus, 'driver' | 'pool' | 'device' | 'shareID'>;

/** Returns the identity of a device, or of a share of it. */
export function deviceIdOf({ driver, pool, device, shareID }: DeviceId): string {
  const id = `${driver}/${pool}/${device}`;
  return shareID === undefined ? id : `${id}/${shareID}`;
}

/** The identity in errors: the reference shows its internal form. */
function shownId({ driver, pool, device, shareID = '' }: DeviceId): unknown {
  if (!hasRule({ since: '1.34' })) return `${driver}/${pool}/${device}`;
  // Handles of unique texts, which have no public members.
  if (!hasRule({ since: '1.35' })) return { Driver: {}, Pool: {}, Device: {}, ShareID: {} };
  return { Driver: driver, Pool: pool, Device: device, ShareID: shareID };
}

/** Validates a driver's report of a device, which has to be allocated. */
export function validateDeviceStatus(
  device: AllocatedDeviceStatus,
  path: FieldPath,
  allocated: ReadonlySet<string>,
): FieldError[] {
  const { data, networkData } = device;
  const conditions = device.conditions ?? [];
  const id = deviceIdOf(device);
  const many = conditions.length > MAX_CONDITIONS;
  return [
    ...validateDriverName(device.driver, path.child('driver')),
    ...validatePoolName(device.pool, path.child('pool')),
    ...validateLabel(device.device, path.child('device')),
    ...(device.shareID === undefined ? [] : validateShareId(device.shareID, path.child('shareID'))),
    ...(allocated.has(id) ? [] : [invalid(path, shownId(device), 'must be an allocated device in the claim')]),
    ...(many ? [tooMany(path.child('conditions'), conditions.length, MAX_CONDITIONS)] : []),
    ...validateConditions(conditions, path.child('conditions')),
    ...(data ? validateParameters(data, path.child('data'), false) : []),
    ...(networkData ? networkErrors(networkData, path.child('networkData')) : []),
  ];
}

function networkErrors({ interfaceName, hardwareAddress, ips }: NetworkDeviceData, path: FieldPath): FieldError[] {
  return [
    ...lengthErrors(interfaceName, MAX_INTERFACE_NAME, path.child('interfaceName')),
    ...lengthErrors(hardwareAddress, MAX_HARDWARE_ADDRESS, path.child('hardwareAddress')),
    ...validateList(ips, path.child('ips'), { max: MAX_IPS, check: addressErrors, key: (address) => address }),
  ];
}

const NO_ADDRESS = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';

function lengthErrors(text: string | undefined, max: number, path: FieldPath): FieldError[] {
  return Buffer.byteLength(text ?? '') > max ? [tooLong(path, max)] : [];
}

function addressErrors(address: string, path: FieldPath): FieldError[] {
  const slash = address.indexOf('/');
  const ip = parseIp(address.slice(0, slash));
  if (slash < 0 || !ip || !parseCidr(address)) {
    const texts = hasRule({ since: '1.33' }) ? [NO_ADDRESS] : isValidCidr(address);
    return texts.map((text) => invalid(path, address, text));
  }
  const canonical = `${formatIp(ip)}/${Number(address.slice(slash + 1))}`;
  return address === canonical ? [] : [invalid(path, address, `must be in canonical form (${canonical})`)];
}
