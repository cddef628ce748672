import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { StorageVersionStatus } from './storage-version.v1alpha1.js';
import { storageVersionName, validateStorageVersion } from './storage-version.validation.js';

const SERVER = { apiServerID: 'a', encodingVersion: 'apps/v1', decodableVersions: ['apps/v1'] };

describe('storageVersionName()', () => {
  it.each([
    ['apps.deployments', 0],
    ['deployments', 1],
    ['A.deployments', 1],
    ['apps.Deployments', 1],
  ])('finds of %s: %i', (name, count) => {
    expect(storageVersionName(name)).toHaveLength(count);
  });
});

describe('validateStorageVersion()', () => {
  it.each<[StorageVersionStatus, string[]]>([
    [{}, []],
    [{ storageVersions: [SERVER], commonEncodingVersion: 'apps/v1' }, []],
    [
      { storageVersions: [SERVER] },
      ['status.commonEncodingVersion: Invalid value: "null": the actual common encoding version is apps/v1'],
    ],
    [
      { storageVersions: [SERVER, { ...SERVER, servedVersions: ['apps/v2'] }], commonEncodingVersion: 'apps/v1' },
      [
        'status.storageVersions[1].apiServerID: Duplicate value: "a"',
        'status.storageVersions[1].servedVersions[0]: Invalid value: "apps/v2": individual served version : apps/v2 must be included in decodableVersions : [apps/v1]',
      ],
    ],
    [
      { storageVersions: [{ ...SERVER, encodingVersion: '/v1' }], commonEncodingVersion: '/v1' },
      [
        'status.storageVersions[0].encodingVersion: Invalid value: "/v1": group part: must be non-empty',
        'status.storageVersions[0].decodableVersions: Invalid value: []string{"apps/v1"}: decodableVersions must include encodingVersion /v1',
      ],
    ],
    [
      { conditions: [{ type: 'T', status: 'True', reason: '', message: '' }] },
      [
        'status[0].reason: Required value: reason cannot be empty',
        'status[0].message: Required value: message cannot be empty',
      ],
    ],
  ])('finds of %j: %j', (status, errors) => {
    const found = validateStorageVersion({ metadata: { name: 'apps.deployments' }, spec: {}, status });
    expect(found.map(formatFieldError)).toEqual(errors);
  });
});
