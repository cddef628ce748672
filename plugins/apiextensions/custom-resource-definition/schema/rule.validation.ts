import { type FieldError, type FieldPath, invalid, notSupported, required } from '../../../../src/plugin-api/index.js';
import { textSince } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps, ValidationRule } from '../json-schema.v1.js';
import { FieldPathError, followFieldPath } from './field-path.js';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** Checks what is said about the expressions of a schema; they are compiled elsewhere. */
export function ruleErrors(schema: JSONSchemaProps, path: FieldPath, checksPaths: boolean): FieldError[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return rules.flatMap((rule, i) => [
    ...textErrors(rule, path.index(i)),
    ...messageExpressionErrors(rule, path.index(i)),
    ...reasonErrors(rule, path.index(i)),
    ...fieldPathErrors(rule, checksPaths ? schema : undefined, path.index(i).child('fieldPath')),
  ]);
}

function textErrors({ rule, message = '' }: ValidationRule, path: FieldPath): FieldError[] {
  const [trimmed, trimmedRule] = [message.trim(), rule.trim()];
  const place = path.child('message');
  if (trimmedRule === '') return [required(path.child('rule'), 'rule is not specified')];
  if (message !== '' && trimmed === '')
    return [invalid(place, message, named('message', 'must be non-empty if specified'))];
  if (hasLineBreaks(trimmed)) return [invalid(place, message, named('message', 'must not contain line breaks'))];
  if (!hasLineBreaks(trimmedRule) || trimmed !== '') return [];
  return [required(place, named('message', 'must be specified if rule contains line breaks'))];
}

/** Before 1.34 messages began with the name of the field. */
function named(field: string, text: string): string {
  return textSince('1.34', text, `${field} ${text}`);
}

function messageExpressionErrors({ messageExpression = '' }: ValidationRule, path: FieldPath): FieldError[] {
  if (messageExpression === '' || messageExpression.trim() !== '') return [];
  return [required(path.child('messageExpression'), named('messageExpression', 'must be non-empty if specified'))];
}

function reasonErrors({ reason }: ValidationRule, path: FieldPath): FieldError[] {
  return reason === undefined || REASONS.includes(reason) ? [] : [notSupported(path.child('reason'), reason, REASONS)];
}

function fieldPathErrors(
  { fieldPath = '' }: ValidationRule,
  schema: JSONSchemaProps | undefined,
  path: FieldPath,
): FieldError[] {
  if (fieldPath === '') return [];
  const errors: FieldError[] = [];
  if (fieldPath.trim() === '')
    errors.push(invalid(path, fieldPath, named('fieldPath', 'must be non-empty if specified')));
  if (hasLineBreaks(fieldPath))
    errors.push(invalid(path, fieldPath, named('fieldPath', 'must not contain line breaks')));
  if (schema && !resolves(schema, fieldPath))
    errors.push(invalid(path, fieldPath, named('fieldPath', 'must be a valid path')));
  return errors;
}

function resolves(schema: JSONSchemaProps, path: string): boolean {
  try {
    followFieldPath(path, schema, { allowsBrackets: true });
    return true;
  } catch (error) {
    if (error instanceof FieldPathError) return false;
    throw error;
  }
}

function hasLineBreaks(text: string): boolean {
  return /[\n\r]/.test(text);
}
