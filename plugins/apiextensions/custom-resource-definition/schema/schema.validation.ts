import { type FieldError, type FieldPath, forbidden, invalid } from '../../../../src/plugin-api/index.js';
import { shownSchema } from '../go-versions.js';
import { expressionErrors, type ExpressionRules } from '../expression/expressions.validation.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { validateDefaults } from './default.validation.js';
import { largeDefaultErrors } from './large-default.validation.js';
import { validateJsonSchema } from './json-schema.validation.js';
import { someSchema } from './sub-schemas.js';
import { hasStructure, validateStructural } from './structural.validation.js';

/** Members that a schema may have at its root where the status is written separately. */
const BESIDE_STATUS = (
  'description type format title maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern ' +
  'maxItems minItems uniqueItems multipleOf required items properties externalDocs example ' +
  'x-kubernetes-preserve-unknown-fields x-kubernetes-validations'
).split(' ');

/** The rules for a schema. */
export interface SchemaRules {
  readonly needsStructure: boolean;
  /** The reason why defaults are forbidden; undefined if they are allowed. */
  readonly forbidsDefault?: string;
  /** The dependencies of expressions; undefined where the schemas have none. */
  readonly expressions?: ExpressionRules;
}

/** Checks the schema of a custom resource: at its root, its structure, its defaults and all parts. */
export function validateSchema(
  schema: JSONSchemaProps,
  path: FieldPath,
  { hasStatus, needsStructure, forbidsDefault, expressions }: SchemaRules & { readonly hasStatus: boolean },
): FieldError[] {
  const errors = hasStatus ? statusErrors(schema, path) : [];
  if (schema.nullable) errors.push(forbidden(path.child('nullable'), 'nullable cannot be true at the root'));
  // The reference cannot read a schema with a dialect as a structural one.
  const hasDialect = needsStructure && someSchema(schema, ({ $schema }) => Boolean($schema));
  const isStructural = !hasDialect && hasStructure(schema);
  const ofStructure = isStructural && needsStructure ? structureErrors(schema, path, expressions) : [];
  const ofParts = validateJsonSchema(schema, path, { isRoot: true, checksPaths: isStructural, forbidsDefault });
  // The reference hides this behind other errors.
  if (hasDialect && errors.length + ofParts.length === 0) {
    return [invalid(path, '', "OpenAPIV3Schema 'schema' is not supported")];
  }
  const hasTypes = isStructural && needsStructure && ofStructure.length === 0;
  return [
    ...errors,
    ...ofStructure,
    ...ofParts,
    ...(hasTypes && expressions ? expressionErrors(schema, path, { errors: ofParts, rules: expressions }) : []),
  ];
}

function structureErrors(schema: JSONSchemaProps, path: FieldPath, rules: ExpressionRules | undefined): FieldError[] {
  const errors = validateStructural(schema, path);
  if (errors.length > 0) return errors;
  const large = largeDefaultErrors(schema, path);
  // Rules of large defaults would be evaluated with all of them.
  return large.length > 0 ? large : validateDefaults(schema, path, rules);
}

/** The status is validated by its own part of the schema, so no other part may be lost. */
function statusErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const { type = '' } = schema;
  if (type !== '' && type !== 'object') {
    const text = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(path.child('type'), type, text)];
  }
  if (Object.keys(schema).every((member) => BESIDE_STATUS.includes(member))) return [];
  const names = BESIDE_STATUS.map(goNameOf).join(' ');
  const text = `only [${names}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(path, shownSchema(schema), text)];
}

function goNameOf(member: string): string {
  const parts = member.replace('x-kubernetes-', 'x-').split('-');
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}
