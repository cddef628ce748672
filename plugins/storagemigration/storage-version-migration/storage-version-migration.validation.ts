import { type FieldError, FieldPath, invalid } from '../../../src/plugin-api/index.js';
import { IMMUTABLE_MESSAGE, hasRule, validateImmutable, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { GroupVersionResource, type StorageVersionMigration } from './storage-version-migration.v1alpha1.js';

const RESOURCE = FieldPath.of('spec', 'resource');
const checkResource = fieldChecker(GroupVersionResource);
const STATUS = FieldPath.of('status');

/** Checks which resource is migrated. */
export function validateMigration({ spec }: StorageVersionMigration): FieldError[] {
  const errors = checkResource(spec?.resource, RESOURCE, 'resource');
  return hasRule({ since: '1.35' }) ? errors : [...errors, ...checkResource(spec?.resource, RESOURCE, 'version')];
}

/** Checks a change of a migration, whose resource stays. The reference names its members alone. */
export function validateMigrationUpdate(next: StorageVersionMigration, old: StorageVersionMigration): FieldError[] {
  const members = ['group', 'version', 'resource'] as const;
  return members.flatMap((member) => {
    const [value, last] = [next.spec?.resource?.[member] ?? '', old.spec?.resource?.[member] ?? ''];
    return validateImmutable(value, last, FieldPath.of(member));
  });
}

/** Checks how far a migration is: what has been reached is not taken back. */
export function validateMigrationStatus(next: StorageVersionMigration, old: StorageVersionMigration): FieldError[] {
  const path = STATUS.child('resourceVersion');
  const [version, last] = [next.status?.resourceVersion ?? '', old.status?.resourceVersion ?? ''];
  const fault = versionFault(version);
  return [
    ...(fault === undefined ? [] : [invalid(path, version, fault)]),
    ...(last !== '' && version !== last ? [invalid(path, version, IMMUTABLE_MESSAGE)] : []),
    ...conditionErrors(next, old),
  ];
}

function versionFault(version: string): string | undefined {
  if (/^\d*$/.test(version)) return undefined;
  if (/^-\d+$/.test(version)) return 'must be greater than or equal to 0';
  return `failed to parse resource version ${JSON.stringify(version)}: strconv.ParseInt: parsing ${JSON.stringify(version)}: invalid syntax`;
}

function conditionErrors(next: StorageVersionMigration, old: StorageVersionMigration): FieldError[] {
  const isTrue = ({ status }: StorageVersionMigration, type: string): boolean =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
  const [succeeded, failed, running] = ['Succeeded', 'Failed', 'Running'].map((type) => isTrue(next, type));
  const texts: string[] = [];
  if (succeeded && failed) texts.push('Both success and failed conditions cannot be true at the same time');
  if (succeeded && running) texts.push('Running condition cannot be true when success condition is true');
  if (failed && running) texts.push('Running condition cannot be true when failed condition is true');
  if (isTrue(old, 'Succeeded') && !succeeded) texts.push('Success condition cannot be set to false once it is true');
  if (isTrue(old, 'Failed') && !failed) texts.push('Failed condition cannot be set to false once it is true');
  return texts.map((text) => invalid(STATUS.child('conditions'), next.status?.conditions ?? [], text));
}
