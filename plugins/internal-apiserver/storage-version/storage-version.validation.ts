import { type FieldError, FieldPath, duplicate, invalid, isDns1123Subdomain } from '../../../src/plugin-api/index.js';
import { isDns1035Label, repeatFinder, fieldChecker } from '../../../src/plugin-api/built-in.js';
import {
  type ServerStorageVersion,
  type StorageVersion,
  StorageVersionCondition,
  type StorageVersionStatus,
} from './storage-version.v1alpha1.js';

const STATUS = FieldPath.of('status');
const checkCondition = fieldChecker(StorageVersionCondition);

/** Checks a name: that of a resource after its group. */
export function storageVersionName(name: string): string[] {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return ['name must be in the form of <group>.<resource>'];
  return [
    ...isDns1123Subdomain(name.slice(0, dot)).map((message) => `the group segment ${message}`),
    ...isDns1035Label(name.slice(dot + 1)).map((message) => `the resource segment ${message}`),
  ];
}

/** Validates the versions that servers report. */
export function validateStorageVersion({ status = {} }: StorageVersion): FieldError[] {
  const isRepeated = repeatFinder<string>();
  const path = STATUS.child('storageVersions');
  const ofServers = (status.storageVersions ?? []).flatMap((server, i) => {
    const { apiServerID = '' } = server;
    const repeated = isRepeated(apiServerID) ? [duplicate(path.index(i).child('apiServerID'), apiServerID)] : [];
    return [...repeated, ...serverErrors(server, path.index(i))];
  });
  return [...ofServers, ...commonErrors(status), ...conditionErrors(status.conditions ?? [])];
}

function serverErrors(server: ServerStorageVersion, path: FieldPath): FieldError[] {
  const { apiServerID = '', encodingVersion = '', decodableVersions, servedVersions } = server;
  const decodable = decodableVersions ?? [];
  const known = new Set(decodable);
  const place = path.child('decodableVersions');
  return [
    ...isDns1123Subdomain(apiServerID).map((message) => invalid(path.child('apiServerID'), apiServerID, message)),
    ...versionErrors(encodingVersion, path.child('encodingVersion')),
    ...decodable.flatMap((version, i) => versionErrors(version, place.index(i))),
    ...(known.has(encodingVersion)
      ? []
      : [invalid(place, decodable, `decodableVersions must include encodingVersion ${encodingVersion}`)]),
    ...(servedVersions ?? []).flatMap((version, i) => {
      const at = path.child('servedVersions').index(i);
      const errors = versionErrors(version, at);
      if (known.has(version)) return errors;
      const text = `individual served version : ${version} must be included in decodableVersions : [${decodable.join(' ')}]`;
      return [...errors, invalid(at, version, text)];
    }),
  ];
}

function versionErrors(apiVersion: string, path: FieldPath): FieldError[] {
  const faults = versionFaults(apiVersion);
  return faults.length === 0 ? [] : [invalid(path, apiVersion, faults.join(','))];
}

function versionFaults(apiVersion: string): string[] {
  const parts = apiVersion.split('/');
  if (parts.length > 2) return ["an apiVersion is a DNS-1035 label with an optional DNS subdomain prefix and '/'"];
  const [group, version] = parts.length === 1 ? [undefined, parts[0]] : parts;
  return [
    ...(group === undefined ? [] : partFaults('group', group, isDns1123Subdomain)),
    ...partFaults('version', version, isDns1035Label),
  ];
}

function partFaults(name: string, part: string, check: (part: string) => string[]): string[] {
  const faults = part === '' ? ['must be non-empty'] : check(part);
  return faults.map((fault) => `${name} part: ${fault}`);
}

function commonErrors({ storageVersions, commonEncodingVersion }: StorageVersionStatus): FieldError[] {
  const versions = new Set((storageVersions ?? []).map(({ encodingVersion }) => encodingVersion));
  const common = versions.size === 1 ? [...versions][0] : undefined;
  const path = STATUS.child('commonEncodingVersion');
  if (common === (commonEncodingVersion ?? undefined)) return [];
  if (common !== undefined) {
    return [invalid(path, commonEncodingVersion, `the actual common encoding version is ${common}`)];
  }
  const text =
    'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet';
  return [invalid(path, commonEncodingVersion, text)];
}

function conditionErrors(conditions: readonly StorageVersionCondition[]): FieldError[] {
  const seen = new Map<string, number>();
  return conditions.flatMap((condition, i) => {
    const { type } = condition;
    const path = STATUS.index(i);
    const first = seen.get(type);
    seen.set(type, i);
    return [
      ...(first === undefined
        ? []
        : [
            invalid(
              path.child('type'),
              type,
              `the type of the condition is not unique, it also appears in conditions[${first}]`,
            ),
          ]),
      ...checkCondition(condition, path, 'type', 'status', 'reason', 'message'),
    ];
  });
}
