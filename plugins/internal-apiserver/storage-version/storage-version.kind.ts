import { ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { nameRuleOf } from '../../../src/plugin-api/built-in.js';
import { StorageVersion } from './storage-version.v1alpha1.js';
import { storageVersionName, validateStorageVersion } from './storage-version.validation.js';

/** The cell for an unset version. */
const UNSET = '<unset>';

/** StorageVersion: the versions in which API servers store a resource. */
export const storageVersionKind = defineKind<StorageVersion>({
  kind: 'StorageVersion',
  plural: 'storageversions',
  namespaced: false,
  versions: [{ name: 'v1alpha1', type: StorageVersion, onByDefault: false, introduced: '1.20' }],
  storageVersion: 'v1alpha1',
  quirks: { allowsPlainFinalizers: true },
  storagePrefix: 'storageversions',
  nameRule: nameRuleOf(storageVersionName),
  strategy: {
    prepareForCreate: (object) => void (object.status = {}),
    validate: validateStorageVersion,
    validateUpdate: validateStorageVersion,
  },
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['metadata', 'spec'],
  generation: 'none',
  columns: [
    nameColumn(),
    {
      name: 'CommonEncodingVersion',
      type: 'string',
      description: 'The version all servers write.',
      cell: ({ status }) => status?.commonEncodingVersion ?? UNSET,
    },
    { name: 'StorageVersions', type: 'string', description: 'The versions, server by server.', cell: formatServers },
    ageColumn(),
  ],
});

function formatServers({ status }: StorageVersion): string {
  const servers = status?.storageVersions ?? [];
  if (servers.length === 0) return UNSET;
  return servers.map(({ apiServerID, encodingVersion }) => `${apiServerID}=${encodingVersion}`).join(',');
}
