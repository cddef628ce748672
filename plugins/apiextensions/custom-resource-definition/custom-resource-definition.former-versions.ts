import type { KindVersion } from '../../../src/plugin-api/index.js';
import { definitionConversion } from './custom-resource-definition.conversion.js';
import { CustomResourceDefinitionV1beta1 } from './custom-resource-definition.v1beta1.js';
import { validateFormerDefinition } from './former-custom-resource-definition.validation.js';

/** The versions of the kind before v1. */
export const FORMER_DEFINITION_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: CustomResourceDefinitionV1beta1,
    conversion: definitionConversion,
    // Version-level members are written at the top level where all versions agree.
    exclusiveMembers: ['versions'],
    validate: validateFormerDefinition,
    introduced: '1.7',
    deprecated: '1.16',
    removed: '1.22',
    replacement: 'apiextensions.k8s.io/v1 CustomResourceDefinition',
  },
];
