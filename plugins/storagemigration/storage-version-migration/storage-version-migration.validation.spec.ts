import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { StorageVersionMigration, StorageVersionMigrationStatus } from './storage-version-migration.v1alpha1.js';
import {
  validateMigration,
  validateMigrationStatus,
  validateMigrationUpdate,
} from './storage-version-migration.validation.js';

const migrationOf = (version = 'v1', status: StorageVersionMigrationStatus = {}): StorageVersionMigration => ({
  metadata: { name: 'm' },
  spec: { resource: { group: 'apps', version, resource: 'deployments' } },
  status,
});
const statusOf = (...types: string[]): StorageVersionMigrationStatus => ({
  conditions: types.map((type) => ({ type, status: 'True' })),
});

describe('validateMigration()', () => {
  it('wants a resource and a version', () => {
    expect(validateMigration(migrationOf())).toEqual([]);
    expect(validateMigration({ metadata: {}, spec: { resource: {} } }).map(formatFieldError)).toEqual([
      'spec.resource.resource: Required value: resource is required',
      'spec.resource.version: Required value: version is required',
    ]);
  });
});

describe('validateMigrationUpdate()', () => {
  it('keeps the resource', () => {
    expect(validateMigrationUpdate(migrationOf('v2'), migrationOf()).map(formatFieldError)).toEqual([
      'version: Invalid value: "v2": field is immutable',
    ]);
  });
});

describe('validateMigrationStatus()', () => {
  it.each<[StorageVersionMigrationStatus, StorageVersionMigrationStatus, string[]]>([
    [{ resourceVersion: '7' }, {}, []],
    [{ resourceVersion: '-7' }, {}, ['must be greater than or equal to 0']],
    [{ resourceVersion: '7' }, { resourceVersion: '6' }, ['field is immutable']],
    [statusOf('Succeeded', 'Running'), {}, ['Running condition cannot be true when success condition is true']],
    [statusOf('Succeeded', 'Failed'), {}, ['Both success and failed conditions cannot be true at the same time']],
    [{}, statusOf('Failed'), ['Failed condition cannot be set to false once it is true']],
  ])('finds of %j after %j: %j', (status, old, texts) => {
    const found = validateMigrationStatus(migrationOf('v1', status), migrationOf('v1', old));
    expect(found.map(({ message }) => texts.find((text) => message.endsWith(text)))).toEqual(texts);
  });
});
