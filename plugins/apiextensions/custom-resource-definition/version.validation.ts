import { type FieldError, type FieldPath, duplicate, invalid, required } from '../../../src/plugin-api/index.js';
import { repeatFinder, tooMany } from '../../../src/plugin-api/built-in.js';
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
  SelectableField,
} from './custom-resource-definition.v1.js';
import type { JSONSchemaProps } from './json-schema.v1.js';
import { FieldPathError, followFieldPath } from './schema/field-path.js';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const SELECTABLE_TYPES = ['string', 'boolean', 'integer'];
const MAX_SELECTABLE = 8;
const MAX_WARNING_BYTES = 256;

/** Checks what requests to a version are warned of. */
export function validateDeprecationWarning(
  { deprecated, deprecationWarning: warning }: CustomResourceDefinitionVersion,
  path: FieldPath,
): FieldError[] {
  if (warning === undefined) return [];
  return warningFaults(warning, deprecated === true).map((fault) => invalid(path, warning, fault));
}

function warningFaults(warning: string, isDeprecated: boolean): string[] {
  if (!isDeprecated) return ['can only be set for deprecated versions'];
  const faults: string[] = [];
  if (Buffer.byteLength(warning) > MAX_WARNING_BYTES) faults.push('must be <= 256 characters long');
  if (warning === '') faults.push('must not be an empty string');
  const at = warning.search(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u);
  if (at >= 0) {
    const index = Buffer.byteLength(warning.slice(0, at));
    faults.push(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`);
  }
  return faults;
}

/** Checks where objects keep what their scale shows. */
export function validateSubresources({ scale }: CustomResourceSubresources, path: FieldPath): FieldError[] {
  if (!scale) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  const at = (name: string): FieldPath => path.child(`scale.${name}`);
  return [
    ...neededPathErrors(specReplicasPath, at('specReplicasPath'), '.spec'),
    ...neededPathErrors(statusReplicasPath, at('statusReplicasPath'), '.status'),
    ...(labelSelectorPath === '' ? [] : selectorPathErrors(labelSelectorPath, at('labelSelectorPath'))),
  ];
}

function neededPathErrors(text: string, path: FieldPath, root: string): FieldError[] {
  if (text === '') return [required(path)];
  const errors = simplePathErrors(text, path);
  if (errors.length > 0 || text.startsWith(`${root}.`)) return errors;
  return [invalid(path, text, `should be a json path under ${root}`)];
}

function selectorPathErrors(text: string, path: FieldPath): FieldError[] {
  const errors = simplePathErrors(text, path);
  if (errors.length > 0 || text.startsWith('.spec.') || text.startsWith('.status.')) return errors;
  return [invalid(path, text, 'should be a json path under either .spec or .status')];
}

function simplePathErrors(text: string, path: FieldPath): FieldError[] {
  return text.startsWith('.') ? [] : [invalid(path, text, 'must be a simple json path starting with .')];
}

/** Checks the columns of the table that is printed. */
export function validateColumns(columns: readonly CustomResourceColumnDefinition[], path: FieldPath): FieldError[] {
  return columns.flatMap((column, i) => columnErrors(column, path.index(i)));
}

function columnErrors(column: CustomResourceColumnDefinition, path: FieldPath): FieldError[] {
  const { name, type, format = '', jsonPath } = column;
  const errors: FieldError[] = name === '' ? [required(path.child('name'))] : [];
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  if (type === '') errors.push(required(path.child('type'), types));
  else if (!COLUMN_TYPES.includes(type)) errors.push(invalid(path.child('type'), type, types));
  if (format !== '' && !COLUMN_FORMATS.includes(format)) {
    errors.push(invalid(path.child('format'), format, `must be one of ${COLUMN_FORMATS.join(',')}`));
  }
  const place = path.child('JSONPath');
  return [...errors, ...(jsonPath === '' ? [required(place)] : simplePathErrors(jsonPath, place))];
}

/** Checks the fields that objects can be selected by, against the schema they are in. */
export function validateSelectableFields(
  fields: readonly SelectableField[],
  schema: JSONSchemaProps,
  path: FieldPath,
): FieldError[] {
  const isRepeated = repeatFinder<string>();
  const seen = new Set<string>();
  const errors = fields.flatMap(({ jsonPath }, i) => {
    const place = path.index(i).child('jsonPath');
    if (jsonPath === '') return [required(place)];
    try {
      const { members, schema: found } = followFieldPath(jsonPath, schema);
      const key = JSON.stringify(members);
      seen.add(key);
      return selectableErrors({ jsonPath, root: members[0], type: found?.type, isRepeated: isRepeated(key) }, place);
    } catch (error) {
      if (!(error instanceof FieldPathError)) throw error;
      return [invalid(place, jsonPath, `is an invalid path: ${error.message}`)];
    }
  });
  return seen.size > MAX_SELECTABLE ? [...errors, tooMany(path, seen.size, MAX_SELECTABLE)] : errors;
}

interface Selectable {
  readonly jsonPath: string;
  readonly root: string;
  readonly type: string | undefined;
  readonly isRepeated: boolean;
}

function selectableErrors({ jsonPath, root, type = '', isRepeated }: Selectable, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (root === 'metadata') errors.push(invalid(path, jsonPath, 'must not point to fields in metadata'));
  if (!SELECTABLE_TYPES.includes(type)) {
    const text = 'Enum string fields and strings with formats are allowed.';
    errors.push(invalid(path, jsonPath, `must point to a field of type string, boolean or integer. ${text}`));
  }
  if (isRepeated) errors.push(duplicate(path, jsonPath));
  return errors;
}
