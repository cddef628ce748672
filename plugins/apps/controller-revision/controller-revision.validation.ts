import { FieldPath, invalid, required, type FieldError } from '../../../src/plugin-api/index.js';
import {
  goNil,
  goStruct,
  type GoValue,
  goBytes,
  hasRule,
  IMMUTABLE_MESSAGE,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { isSameValue } from '../../core/index.js';
import { ControllerRevision } from './controller-revision.v1.js';

const DATA = FieldPath.of('data');
const checkFields = fieldChecker(ControllerRevision);

/** Checks a revision. */
export function validateControllerRevision(revision: ControllerRevision): FieldError[] {
  return [...dataErrors(revision.data), ...checkFields(revision, FieldPath.of())];
}

function dataErrors(data: unknown): FieldError[] {
  if (data === undefined || data === null) return [required(DATA, 'data is mandatory')];
  const isObject = (typeof data === 'object' && !Array.isArray(data)) || !hasRule({ since: '1.30' });
  return isObject ? [] : [required(DATA, 'data must be a valid JSON object')];
}

/** Checks a change of a revision: its data stays as it is. */
export function validateControllerRevisionUpdate(next: ControllerRevision, old: ControllerRevision): FieldError[] {
  const isSame = isSameValue(next.data, old.data);
  return [
    ...validateObjectMetaUpdate(next.metadata, old.metadata),
    ...checkFields(next, FieldPath.of()),
    ...(isSame ? [] : [invalid(DATA, goRawExtension(next.data), IMMUTABLE_MESSAGE)]),
  ];
}

function goRawExtension(data: unknown): GoValue {
  const isUnset = data === undefined || data === null;
  return goStruct('runtime.RawExtension', {
    Raw: isUnset ? goNil('[]uint8') : goBytes('[]uint8', Buffer.from(jsonOf(data))),
    Object: goNil('runtime.Object'),
  });
}

function jsonOf(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
}
