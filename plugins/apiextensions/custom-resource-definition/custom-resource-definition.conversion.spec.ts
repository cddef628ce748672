import { definitionConversion } from './custom-resource-definition.conversion.js';
import type { CustomResourceDefinitionSpec } from './custom-resource-definition.v1.js';
import type { CustomResourceDefinitionSpecV1beta1 } from './custom-resource-definition.v1beta1.js';

type Spec = Partial<CustomResourceDefinitionSpec>;
type FormerSpec = Partial<CustomResourceDefinitionSpecV1beta1>;

const COMMON = { group: 'example.com', names: { plural: 'boats', kind: 'Boat' }, scope: 'Cluster' };
const metadata = { name: 'boats.example.com' };
const V1 = { name: 'v1', served: true, storage: true };
const V2 = { name: 'v2', served: true, storage: false };
const SCHEMA = { openAPIV3Schema: { type: 'object' } };
const OTHER_SCHEMA = { openAPIV3Schema: { type: 'object', description: 'Of another sort.' } };
const COLUMN = { name: 'Crew', type: 'integer' };
const clientConfig = { url: 'https://example.com' };

describe('definitionConversion', () => {
  it.each<[string, FormerSpec, Spec]>([
    [
      'one version alone becomes a list [DIFF-CRD-02]',
      { version: 'v1', preserveUnknownFields: true },
      { versions: [V1], preserveUnknownFields: true },
    ],
    [
      'properties of all versions are listed for each [DIFF-CRD-03, DIFF-CRD-04]',
      {
        version: 'v1',
        versions: [V1, V2],
        validation: SCHEMA,
        subresources: { status: {} },
        selectableFields: [{ jsonPath: '.spec.a' }],
      },
      {
        versions: [V1, V2].map((version) => ({
          ...version,
          schema: SCHEMA,
          subresources: { status: {} },
          selectableFields: [{ jsonPath: '.spec.a' }],
        })),
      },
    ],
    [
      'columns spell their path in another way [DIFF-CRD-05, DIFF-CRD-11]',
      { version: 'v1', versions: [V1], additionalPrinterColumns: [{ ...COLUMN, JSONPath: '.spec.crew' }] },
      { versions: [{ ...V1, additionalPrinterColumns: [{ ...COLUMN, jsonPath: '.spec.crew' }] }] },
    ],
    [
      'what differs stays with its version',
      {
        version: 'v1',
        versions: [
          { ...V1, schema: SCHEMA },
          { ...V2, schema: OTHER_SCHEMA },
        ],
      },
      {
        versions: [
          { ...V1, schema: SCHEMA },
          { ...V2, schema: OTHER_SCHEMA },
        ],
      },
    ],
    [
      'the webhook of a conversion moves [DIFF-CRD-06]',
      {
        version: 'v1',
        versions: [V1],
        conversion: { strategy: 'Webhook', webhookClientConfig: clientConfig, conversionReviewVersions: ['v1'] },
      },
      {
        versions: [V1],
        conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
      },
    ],
  ])('%s', (_, former, spec) => {
    const hub = definitionConversion.toHub({ metadata, spec: { ...COMMON, ...former } });
    expect(hub).toEqual({ metadata, spec: { ...COMMON, ...spec } });
    expect(definitionConversion.toHub(definitionConversion.fromHub(hub))).toEqual(hub);
  });

  it('moves back what all versions have in common, and says that no unknown members are kept', () => {
    const versions = [V1, V2].map((version) => ({ ...version, schema: SCHEMA }));
    expect(definitionConversion.fromHub({ metadata, spec: { ...COMMON, versions } })).toEqual({
      metadata,
      spec: { ...COMMON, version: 'v1', versions: [V1, V2], validation: SCHEMA, preserveUnknownFields: false },
    });
  });
});
