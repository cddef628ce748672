import type { Strategy } from '../../../src/plugin-api/index.js';
import type { CustomResourceDefinition } from './custom-resource-definition.v1.js';
import { compileExpressions } from './expression/definition-expressions.js';
import {
  validateDefinition,
  validateDefinitionStatus,
  validateDefinitionUpdate,
} from './custom-resource-definition.validation.js';

/** The rules of definitions. */
export const customResourceDefinitionStrategy: Strategy<CustomResourceDefinition> = {
  prepareForCreate(definition) {
    definition.status = {};
    addStorageVersion(definition);
  },
  prepareForUpdate(definition, _old, { subresource }) {
    if (subresource === '') addStorageVersion(definition);
  },
  loadRules: compileExpressions,
  validate: validateDefinition,
  validateUpdate: validateDefinitionUpdate,
  validateStatusUpdate: validateDefinitionStatus,
};

/** Every version that objects have been stored in is remembered until somebody takes it out. */
function addStorageVersion(definition: CustomResourceDefinition): void {
  const storage = definition.spec.versions?.find((version) => version.storage);
  if (!storage) return;
  const known = definition.status?.storedVersions ?? [];
  if (known.includes(storage.name)) return;
  definition.status = { ...definition.status, storedVersions: [...known, storage.name] };
}
