import { FieldPath, type StrategyContext } from '../../../src/plugin-api/index.js';
import { hasKnownReviewVersion } from './conversion.validation.js';
import type { CustomResourceDefinitionSpec } from './custom-resource-definition.v1.js';
import type { JSONSchemaProps } from './json-schema.v1.js';
import { hasStructure, validateStructural } from './schema/structural.validation.js';
import { someSchema } from './schema/sub-schemas.js';

/** How far the rules of definitions go; what has been let in once is let in again. */
export interface Leniency {
  readonly allowsUnknownVersions: boolean;
  readonly needsSchemas: boolean;
  /** Whether schemas have to be structural even where unknown members are kept. */
  readonly needsStructure: boolean;
  /** Why schemas must not have defaults; undefined where they may. */
  readonly forbidsDefault?: string;
}

/** What is asked of a new definition. */
export const STRICT: Leniency = { allowsUnknownVersions: false, needsSchemas: true, needsStructure: true };

const FORMER_VERSION = 'apiextensions.k8s.io/v1beta1';
const NO_DEFAULTS = `(cannot set default values in ${FORMER_VERSION} CRDs, must use apiextensions.k8s.io/v1)`;

/** Whether a definition is written by a client of v1beta1, which asked for less. */
export function isOfFormerVersion({ apiVersion }: Pick<StrategyContext, 'apiVersion'>): boolean {
  return apiVersion === FORMER_VERSION;
}

/** What v1beta1 asks of a definition, given the one that is there where there is one. */
export function formerLeniency(old?: CustomResourceDefinitionSpec): Leniency {
  const forbidsDefault = old && hasDefaults(old) ? undefined : NO_DEFAULTS;
  return { allowsUnknownVersions: true, needsSchemas: false, needsStructure: false, forbidsDefault };
}

/** What is asked of a changed definition, given the one that is there. */
export function leniencyOf(old: CustomResourceDefinitionSpec): Leniency {
  return {
    allowsUnknownVersions: !hasKnownReviewVersion(old.conversion),
    needsSchemas: (old.versions ?? []).every(({ schema }) => schema?.openAPIV3Schema),
    needsStructure: schemasOf(old).every(isStructural),
  };
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
