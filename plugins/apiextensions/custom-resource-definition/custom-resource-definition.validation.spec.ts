import { checkAs, loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { formatFieldError } from '../../../src/apimachinery/index.js';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from './custom-resource-definition.v1.js';
import { validateDefinition, validateDefinitionUpdate } from './custom-resource-definition.validation.js';
import type { JSONSchemaProps } from './json-schema.v1.js';

const V1 = { apiVersion: 'apiextensions.k8s.io/v1' };
const NAMES = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
const versionOf = (members: Partial<CustomResourceDefinitionVersion> = {}): CustomResourceDefinitionVersion => ({
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object' } },
  ...members,
});
const definitionOf = (members: Partial<CustomResourceDefinitionSpec> = {}): CustomResourceDefinition => ({
  metadata: { name: 'things.example.com' },
  spec: { group: 'example.com', scope: 'Cluster', names: NAMES, versions: [versionOf()], ...members },
  status: { storedVersions: ['v1'] },
});
const foundIn = (members: Partial<CustomResourceDefinitionSpec>): string[] =>
  validateDefinition(definitionOf(members), V1).map(formatFieldError);
/** Returns the errors in the schema of a member `a`, without its path. */
const foundInSchema = (schema: JSONSchemaProps): string[] => {
  const root = { type: 'object', properties: { a: schema } };
  const found = foundIn({ versions: [versionOf({ schema: { openAPIV3Schema: root } })] });
  return found.map((text) => text.replace('spec.validation.openAPIV3Schema.properties[a]', 'a'));
};

beforeAll(loadExpressionLanguage);

describe('validateDefinition()', () => {
  it.each<[Partial<CustomResourceDefinitionSpec>, string[]]>([
    [{}, []],
    [
      { group: 'com' },
      [
        'metadata.name: Invalid value: "things.example.com": must be spec.names.plural+"."+spec.group',
        'spec.group: Invalid value: "com": should be a domain with at least one dot',
      ],
    ],
    [{ scope: 'Some' }, ['spec.scope: Unsupported value: "Some": supported values: "Cluster", "Namespaced"']],
    [
      { names: { ...NAMES, listKind: 'Thing' } },
      ['spec.names.listKind: Invalid value: "Thing": kind and listKind may not be the same'],
    ],
    [
      { versions: [versionOf({ schema: undefined })] },
      ['spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required'],
    ],
    [
      { versions: [versionOf({ storage: false })] },
      [expect.stringContaining('must have exactly one version marked as storage version') as string],
    ],
    [
      { versions: [versionOf({ deprecationWarning: 'old' })] },
      ['spec.versions[0].deprecationWarning: Invalid value: "old": can only be set for deprecated versions'],
    ],
    [
      { versions: [versionOf({ subresources: { scale: { specReplicasPath: '.a', statusReplicasPath: '' } } })] },
      [
        'spec.subresources.scale.specReplicasPath: Invalid value: ".a": should be a json path under .spec',
        'spec.subresources.scale.statusReplicasPath: Required value',
      ],
    ],
    [
      { versions: [versionOf({ additionalPrinterColumns: [{ name: '', type: 'text', jsonPath: 'a' }] })] },
      [
        'spec.additionalPrinterColumns[0].name: Required value',
        'spec.additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "a": must be a simple json path starting with .',
      ],
    ],
    [
      { versions: [versionOf({ selectableFields: [{ jsonPath: '.spec.a' }] })] },
      [
        'spec.selectableFields[0].jsonPath: Invalid value: ".spec.a": is an invalid path: does not refer to a valid field',
      ],
    ],
    [
      { conversion: { strategy: 'Webhook' } },
      [
        'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
    [
      { preserveUnknownFields: true },
      [expect.stringContaining('spec.preserveUnknownFields: Invalid value: true: cannot set to true') as string],
    ],
    [
      { versions: [versionOf({ name: 'v2' })] },
      [
        'status.storedVersions: Invalid value: []string{"v1"}: must have the storage version v2',
        'status.storedVersions[0]: Invalid value: "v1": must appear in spec.versions',
      ],
    ],
  ])('finds of %j: %j', (members, errors) => {
    expect(foundIn(members)).toEqual(errors);
  });

  it('names the version where schemas differ', () => {
    const other = versionOf({ name: 'v2', storage: false, schema: { openAPIV3Schema: {} } });
    expect(foundIn({ versions: [versionOf(), other] })).toEqual([
      'spec.versions[1].schema.openAPIV3Schema.type: Required value: must not be empty at the root',
    ]);
  });

  it('demands approval in groups of the community', () => {
    const definition = definitionOf({ group: 'x.k8s.io' });
    const named = { ...definition, metadata: { name: 'things.x.k8s.io' } };
    expect(validateDefinition(named, V1).map(({ reason, field }) => `${field} ${reason}`)).toEqual([
      'metadata.annotations[api-approved.kubernetes.io] FieldValueRequired',
    ]);
    const annotations = { 'api-approved.kubernetes.io': 'unapproved, for tests' };
    expect(validateDefinition({ ...named, metadata: { ...named.metadata, annotations } }, V1)).toEqual([]);
  });
});

describe('the schema of a definition', () => {
  it.each<[JSONSchemaProps, string[]]>([
    [{ type: 'string' }, []],
    [{}, ['a.type: Required value: must not be empty for specified object fields']],
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }, []],
    [
      { type: 'string', anyOf: [{ type: 'string', title: 't' }] },
      [
        'a.anyOf[0].title: Forbidden: must be empty to be structural',
        'a.anyOf[0].type: Forbidden: must be empty to be structural',
      ],
    ],
    [{ type: 'array' }, ['a.items: Required value: must be specified']],
    [
      { type: 'string', pattern: '(' },
      [expect.stringContaining('a.pattern: Invalid value: "(": must be a valid') as string],
    ],
    [{ type: 'string', pattern: '.'.repeat(16_384) }, []],
    [
      { type: 'string', pattern: '.'.repeat(16_385) },
      [expect.stringContaining("but isn't: error parsing regexp: expression too large") as string],
    ],
    [
      { type: 'null' },
      [
        expect.stringContaining('a.type: Unsupported value: "null"') as string,
        'a.type: Forbidden: type cannot be set to null, use nullable as an alternative',
      ],
    ],
    [{ type: 'string', $ref: '#' }, ['a.$ref: Forbidden: $ref is not supported']],
    [
      { type: 'string', uniqueItems: true },
      ['a.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic'],
    ],
    [
      { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
      ['a.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    [
      { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' },
      ['a.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map'],
    ],
    [
      {
        type: 'array',
        items: { type: 'object', properties: { k: { type: 'string' } } },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k', 'l'],
      },
      [
        'a.x-kubernetes-list-map-keys: Invalid value: []string{"k", "l"}: entries must all be names of item properties',
        'a.items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      ],
    ],
    [
      { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'set' },
      [
        'a.items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: ' ' }, { rule: 'true', fieldPath: '.b', reason: 'Why' }] },
      [
        'a.x-kubernetes-validations[0].rule: Required value: rule is not specified',
        'a.x-kubernetes-validations[1].reason: Unsupported value: "Why": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
        'a.x-kubernetes-validations[1].fieldPath: Invalid value: ".b": fieldPath must be a valid path',
      ],
    ],
    [
      { type: 'integer', default: 'x' },
      ['a.default: Invalid value: "string":  in body must be of type integer: "string"'],
    ],
    [{ type: 'string', enum: ['A'], default: 'B' }, ['a.default: Unsupported value: "B": supported values: "A"']],
    [
      { type: 'integer', minimum: 3, default: 2 },
      ['a.default: Invalid value: 2:  in body should be greater than or equal to 3'],
    ],
    [
      { type: 'object', properties: { b: { type: 'string' } }, default: { c: 1 } },
      ['a.default: Invalid value: map[string]interface {}{"c":1}: must not have unknown fields'],
    ],
    [
      { type: 'object', properties: { b: { type: 'string' } }, required: ['b'], default: {} },
      ['a.default.b: Required value'],
    ],
  ])('is looked into: of %j it finds %j', (schema, errors) => {
    expect(foundInSchema(schema)).toEqual(errors);
  });

  it.each<[JSONSchemaProps, string[]]>([
    [
      { type: 'string', $schema: 'x' },
      ['spec.validation.openAPIV3Schema: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
    ],
    [{ type: 'string', $schema: 'x', $ref: '#' }, ['a.$ref: Forbidden: $ref is not supported']],
  ])('may have no dialect, which other errors hide: %j', (schema, errors) => {
    expect(foundInSchema(schema)).toEqual(errors);
  });

  it('has to describe what it narrows', () => {
    const schema = { openAPIV3Schema: { type: 'object', not: { properties: { b: { minimum: 3 } } } } };
    expect(foundIn({ versions: [versionOf({ schema })] })).toEqual([
      'spec.validation.openAPIV3Schema.properties[b]: Required value: because it is defined in spec.validation.openAPIV3Schema.not.properties[b]',
    ]);
  });

  it('may name a dependency that is neither a schema nor a list of names', () => {
    const dependencies = { b: undefined } as unknown as JSONSchemaProps['dependencies'];
    expect(foundInSchema({ type: 'object', dependencies })).toEqual([
      'a.dependencies: Forbidden: dependencies is not supported',
    ]);
  });

  it('does not make the server work for long on a default', () => {
    const many = Array.from({ length: 2000 }, () => ({ required: ['x'] }));
    const values = Array.from({ length: 2000 }, () => ({}));
    const items = { type: 'object', properties: { x: { type: 'string' } }, anyOf: many };
    const found = foundInSchema({ type: 'array', items, default: values });
    expect(found.at(-1)).toBe('a.default: Invalid value: has too many values to be checked');
  });
});

describe('validateDefinitionUpdate()', () => {
  it.each<[Partial<CustomResourceDefinitionSpec>, string[]]>([
    [{}, []],
    [{ scope: 'Namespaced' }, ['spec.scope: Invalid value: "Namespaced": field is immutable']],
    [{ names: { ...NAMES, kind: 'Other' } }, ['spec.names.kind: Invalid value: "Other": field is immutable']],
    [{ group: 'other.com' }, ['spec.group: Invalid value: "other.com": field is immutable']],
  ])('finds of a change to %j: %j', (members, errors) => {
    const conditions = [{ type: 'Established', status: 'True' }];
    const old = { ...definitionOf(), status: { conditions } } as CustomResourceDefinition;
    const found = validateDefinitionUpdate(definitionOf(members), old, V1);
    expect(found.map(formatFieldError)).toEqual(errors);
  });

  it('lets scope and kind change until a definition is established', () => {
    const next = definitionOf({ scope: 'Namespaced', names: { ...NAMES, kind: 'Other' } });
    expect(validateDefinitionUpdate(next, definitionOf(), V1)).toEqual([]);
  });

  describe('with a bundle of certificates that cannot be used', () => {
    const UNUSABLE = 'Cg==';
    const ERROR =
      'spec.conversion.webhookClientConfig.caBundle: Invalid value: []byte{0xa}: ' +
      'unable to load root certificates: unable to parse bytes as PEM block';
    const converting = (status: string, caBundle?: string): CustomResourceDefinition => ({
      ...definitionOf({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a.example.com', caBundle }, conversionReviewVersions: ['v1'] },
        },
      }),
      status: { storedVersions: ['v1'], conditions: [{ type: 'Established', status }] },
    });
    const found = (release: string, old: CustomResourceDefinition): string[] =>
      checkAs(release, () => validateDefinitionUpdate(converting('True', UNUSABLE), old, V1).map(formatFieldError));

    it.each<[string, CustomResourceDefinition, string[]]>([
      ['1.32', converting('True'), [ERROR]],
      ['1.31', converting('True'), [ERROR]],
      ['1.30', converting('True'), []],
      ['1.32', converting('False'), []],
      ['1.32', converting('True', UNUSABLE), []],
    ])('finds in %s of a change to %j: %j', (release, old, errors) => {
      expect(found(release, old)).toEqual(errors);
    });

    it('accepts it at creation, where nothing depends on it', () => {
      expect(validateDefinition(converting('True', UNUSABLE), V1)).toEqual([]);
    });
  });
});
