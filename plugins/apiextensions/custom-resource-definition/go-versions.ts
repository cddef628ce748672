import {
  GoValue,
  type InternalTypes,
  goJson,
  goNil,
  goSlice,
  goStruct,
  hasRule,
} from '../../../src/plugin-api/built-in.js';
import { JSONSchemaProps } from './json-schema.v1.js';
import { CustomResourceDefinitionVersion } from './custom-resource-definition.v1.js';

type Version = Pick<CustomResourceDefinitionVersion, 'name' | 'served' | 'storage'>;

const VERSION_TYPE = 'apiextensions.CustomResourceDefinitionVersion';

/** The forms of upstream's pkg/apis/apiextensions/types.go and types_jsonschema.go. */
const INTERNAL: InternalTypes = {
  'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion': {
    members: [
      'name',
      'served',
      'storage',
      'deprecated',
      'deprecationWarning',
      'schema',
      'subresources',
      'additionalPrinterColumns',
      'selectableFields',
    ],
  },
  'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation': {
    names: { openAPIV3Schema: 'OpenAPIV3Schema' },
  },
  'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps': {
    members: [
      'id',
      '$schema',
      '$ref',
      'description',
      'type',
      'nullable',
      'format',
      'title',
      'default',
      'maximum',
      'exclusiveMaximum',
      'minimum',
      'exclusiveMinimum',
      'maxLength',
      'minLength',
      'pattern',
      'maxItems',
      'minItems',
      'uniqueItems',
      'multipleOf',
      'enum',
      'maxProperties',
      'minProperties',
      'required',
      'items',
      'allOf',
      'oneOf',
      'anyOf',
      'not',
      'properties',
      'additionalProperties',
      'patternProperties',
      'dependencies',
      'additionalItems',
      'definitions',
      'externalDocs',
      'example',
      'x-kubernetes-preserve-unknown-fields',
      'x-kubernetes-embedded-resource',
      'x-kubernetes-int-or-string',
      'x-kubernetes-list-map-keys',
      'x-kubernetes-list-type',
      'x-kubernetes-map-type',
      'x-kubernetes-validations',
    ],
    names: {
      $schema: 'Schema',
      $ref: 'Ref',
      'x-kubernetes-preserve-unknown-fields': 'XPreserveUnknownFields',
      'x-kubernetes-embedded-resource': 'XEmbeddedResource',
      'x-kubernetes-int-or-string': 'XIntOrString',
      'x-kubernetes-list-map-keys': 'XListMapKeys',
      'x-kubernetes-list-type': 'XListType',
      'x-kubernetes-map-type': 'XMapType',
      'x-kubernetes-validations': 'XValidations',
    },
  },
};

/** Returns a schema as errors show it. */
export function shownSchema(schema: JSONSchemaProps): unknown {
  return hasRule({ since: '1.34' }) ? new GoValue('', goJson(JSONSchemaProps, schema, INTERNAL)) : schema;
}

/** Returns the versions of a definition as the reference quotes them. */
export function goVersionsOf(versions: readonly Version[] | null | undefined): GoValue {
  if (!versions) return goNil(`[]${VERSION_TYPE}`);
  if (hasRule({ since: '1.34' })) {
    return new GoValue(
      '',
      versions.map((version) => goJson(CustomResourceDefinitionVersion, version, INTERNAL)),
    );
  }
  return goSlice(
    VERSION_TYPE,
    versions.map(({ name, served, storage }) =>
      goStruct(VERSION_TYPE, { Name: name, Served: served, Storage: storage }),
    ),
  );
}
