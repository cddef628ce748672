import { FieldPath, type StrategyContext } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { type ConversionLeniency, hasKnownReviewVersion, hasUsableBundle } from './conversion.validation.js';
import type { CustomResourceDefinition, CustomResourceDefinitionSpec } from './custom-resource-definition.v1.js';
import type { JSONSchemaProps } from './json-schema.v1.js';
import { hasStructure, validateStructural } from './schema/structural.validation.js';
import { someSchema } from './schema/sub-schemas.js';

/** The strictness of the rules of definitions; values the stored object already had are accepted (ratcheting). */
export interface Leniency extends ConversionLeniency {
  readonly needsSchemas: boolean;
  /** True if schemas have to be structural even where unknown members are kept. */
  readonly needsStructure: boolean;
  /** The reason why schemas must not have defaults; undefined if they may. */
  readonly forbidsDefault?: string;
}

/** The rules for a new definition. */
export const STRICT: Leniency = {
  allowsUnknownVersions: false,
  // Such a definition is not established until it has other certificates.
  needsUsableBundle: false,
  needsSchemas: true,
  needsStructure: true,
};

const FORMER_VERSION = 'apiextensions.k8s.io/v1beta1';
const NO_DEFAULTS = `(cannot set default values in ${FORMER_VERSION} CRDs, must use apiextensions.k8s.io/v1)`;

/** Reports whether a definition is written by a client of v1beta1, which asked for less. */
export function isOfFormerVersion({ apiVersion }: Pick<StrategyContext, 'apiVersion'>): boolean {
  return apiVersion === FORMER_VERSION;
}

/** Returns the leniency of v1beta1, given the stored definition if there is one. */
export function formerLeniency(old?: CustomResourceDefinitionSpec): Leniency {
  const forbidsDefault = old && hasDefaults(old) ? undefined : NO_DEFAULTS;
  return {
    allowsUnknownVersions: true,
    needsUsableBundle: false,
    needsSchemas: false,
    needsStructure: false,
    forbidsDefault,
  };
}

/** Returns the leniency for a changed definition, given the stored one. */
export function leniencyOf(old: CustomResourceDefinition): Leniency {
  const { spec } = old;
  return {
    allowsUnknownVersions: !hasKnownReviewVersion(spec.conversion),
    needsUsableBundle: hasRule({ since: '1.31' }) && isEstablished(old) && hasUsableBundle(spec.conversion),
    needsSchemas: (spec.versions ?? []).every(({ schema }) => schema?.openAPIV3Schema),
    needsStructure: schemasOf(spec).every(isStructural),
  };
}

/** Reports whether objects of a definition are served, or were once. */
export function isEstablished({ status }: CustomResourceDefinition): boolean {
  return status?.conditions?.some((each) => each.type === 'Established' && each.status === 'True') ?? false;
}

function schemasOf({ versions }: CustomResourceDefinitionSpec): JSONSchemaProps[] {
  return (versions ?? []).flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
}

function hasDefaults(spec: CustomResourceDefinitionSpec): boolean {
  return schemasOf(spec).some((schema) => someSchema(schema, (inner) => inner.default !== undefined));
}

function isStructural(schema: JSONSchemaProps): boolean {
  return hasStructure(schema) && validateStructural(schema, FieldPath.of('schema')).length === 0;
}
