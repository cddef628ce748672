import type { Strategy } from '../../../src/plugin-api/index.js';
import { CLEANUP_FINALIZER, setCondition, TERMINATING } from '../custom-resource/definition-conditions.js';
import { columnWarnings } from './column.warnings.js';
import { formatWarnings } from './format.warnings.js';
import type { CustomResourceDefinition } from './custom-resource-definition.v1.js';
import { compileSchemas } from './expression/definition-expressions.js';
import {
  validateDefinition,
  validateDefinitionStatus,
  validateDefinitionUpdate,
} from './custom-resource-definition.validation.js';

/** The rules of definitions. */
export const customResourceDefinitionStrategy: Strategy<CustomResourceDefinition> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate(definition) {
    definition.status = {};
    addStorageVersion(definition);
  },
  prepareForUpdate(definition, _old, { subresource }) {
    if (subresource === '') addStorageVersion(definition);
  },
  loadRules: compileSchemas,
  validate: validateDefinition,
  validateUpdate: validateDefinitionUpdate,
  validateStatusUpdate: validateDefinitionStatus,
  warningsOnCreate: (definition) => [...columnWarnings(definition), ...formatWarnings(definition)],
  warningsOnUpdate: (definition) => [...columnWarnings(definition), ...formatWarnings(definition)],
  // The finalizer that the deletion adds keeps a definition until its objects are gone.
  keepsUntilFinalized: () => true,
  prepareForDeletion: beginCleanUp,
};

function beginCleanUp(definition: CustomResourceDefinition): void {
  const { metadata } = definition;
  const finalizers = metadata.finalizers ?? [];
  if (!finalizers.includes(CLEANUP_FINALIZER)) metadata.finalizers = [...finalizers, CLEANUP_FINALIZER];
  setCondition(definition, TERMINATING.pending, metadata.deletionTimestamp ?? '');
}

/** Every version that objects have been stored in is recorded until a client removes it. */
function addStorageVersion(definition: CustomResourceDefinition): void {
  const storage = definition.spec.versions?.find((version) => version.storage);
  if (!storage) return;
  const known = definition.status?.storedVersions ?? [];
  if (known.includes(storage.name)) return;
  definition.status = { ...definition.status, storedVersions: [...known, storage.name] };
}
