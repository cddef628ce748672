import { formatFieldError } from '../../../src/apimachinery/index.js';
import { definitionConversion } from './custom-resource-definition.conversion.js';
import type { CustomResourceDefinitionSpecV1beta1 } from './custom-resource-definition.v1beta1.js';
import { validateDefinition, validateDefinitionUpdate } from './custom-resource-definition.validation.js';
import { validateFormerDefinition } from './former-custom-resource-definition.validation.js';

const FORMER = { apiVersion: 'apiextensions.k8s.io/v1beta1' };
const LATER = { apiVersion: 'apiextensions.k8s.io/v1' };
const NAMES = { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList' };
const SCHEMA = { openAPIV3Schema: { type: 'object' } };
const V1 = { name: 'v1', served: true, storage: true };
const V2 = { name: 'v2', served: true, storage: false };

const formerOf = (members: Partial<CustomResourceDefinitionSpecV1beta1>) => ({
  metadata: { name: 'boats.example.com' },
  spec: { group: 'example.com', scope: 'Cluster', names: NAMES, versions: [V1], ...members },
  status: { storedVersions: ['v1'] },
});

describe('validateFormerDefinition()', () => {
  it.each<[Partial<CustomResourceDefinitionSpecV1beta1>, string[]]>([
    [{ validation: SCHEMA, version: 'v1' }, []],
    [
      {
        validation: SCHEMA,
        versions: [{ ...V1, schema: SCHEMA }, V2],
        subresources: { status: {} },
        selectableFields: [],
      },
      ['spec.validation: Forbidden: top-level and per-version schemas are mutually exclusive'],
    ],
    [
      { versions: [{ ...V1, subresources: { status: {} } }] },
      [
        expect.stringContaining(
          'per-version subresources may not all be set to identical values (top-level subresources should be used instead)',
        ) as string,
      ],
    ],
    [
      { version: 'v2', versions: [V1, V2] },
      ['spec.version: Invalid value: "v2": must match the first version in spec.versions'],
    ],
  ])('finds in %j: %j', (members, errors) => {
    expect(validateFormerDefinition(formerOf(members)).map(formatFieldError)).toEqual(errors);
  });
});

describe('validateDefinition() of v1beta1', () => {
  const foundIn = (members: Partial<CustomResourceDefinitionSpecV1beta1>, context = FORMER): string[] =>
    validateDefinition(definitionConversion.toHub(formerOf(members)), context).map(formatFieldError);
  const loose = { preserveUnknownFields: true, validation: { openAPIV3Schema: { properties: { a: {} } } } };

  it('asks for no schema, nor for structure, where unknown members are kept', () => {
    expect(foundIn({ preserveUnknownFields: true })).toEqual([]);
    expect(foundIn(loose)).toEqual([]);
  });

  it('asks for both where they are not', () => {
    expect(foundIn({})).toEqual([
      'spec.versions[0].schema.openAPIV3Schema: Required value: because otherwise all fields are pruned',
    ]);
    expect(foundIn({ ...loose, preserveUnknownFields: false })).toContain(
      'spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root',
    );
  });

  it('knows no defaults', () => {
    const validation = { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'b' } } } };
    expect(foundIn({ validation })).toEqual([
      'spec.validation.openAPIV3Schema.properties[a].default: Forbidden: must not be set (cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use apiextensions.k8s.io/v1)',
    ]);
    expect(foundIn({ validation }, LATER)).toEqual([]);
  });

  it('is accepted by v1 if stored (ratcheting), and rejected if new [DIFF-CRD-07, DIFF-CRD-08, DIFF-CRD-09]', () => {
    const stored = definitionConversion.toHub(formerOf(loose));
    expect(validateDefinitionUpdate(stored, stored, LATER)).toEqual([]);
    expect(foundIn(loose, LATER)).toEqual([
      'spec.validation.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
      'spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root',
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ]);
  });
});
