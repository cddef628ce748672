import { defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { FORMER_DEFINITION_VERSIONS } from './custom-resource-definition.former-versions.js';
import { customResourceDefinitionStrategy } from './custom-resource-definition.strategy.js';
import { CustomResourceDefinition } from './custom-resource-definition.v1.js';

/** CustomResourceDefinition: a kind that is described by a schema. */
export const customResourceDefinitionKind = defineKind<CustomResourceDefinition>({
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  namespaced: false,
  versions: [{ name: 'v1', type: CustomResourceDefinition, introduced: '1.16' }, ...FORMER_DEFINITION_VERSIONS],
  storageVersion: 'v1',
  quirks: { hashedVersion: 'v1beta1', allowsPlainFinalizers: true, statusDisownedFields: ['metadata'] },
  strategy: customResourceDefinitionStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  columns: [
    nameColumn(),
    {
      name: 'Created At',
      type: 'date',
      description: 'When the definition was created.',
      cell: ({ metadata }) => metadata.creationTimestamp ?? null,
    },
  ],
});
