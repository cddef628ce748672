import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  invalidObject,
  notSupported,
  tooLong,
} from '../../apimachinery/index.js';
import { checkDryRun } from '../../registry/index.js';
import type { FieldValidation } from '../bodies/field-validation.js';

/** Options of create, update and patch. */
export interface WriteOptionsQuery {
  readonly dryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
}

const MAX_MANAGER = 128;
const VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn'];

/** Reads and checks the query of a write; 422 when it is wrong. `kind` is CreateOptions, UpdateOptions or PatchOptions. */
export function readWriteOptions(query: URLSearchParams, kind: string): WriteOptionsQuery {
  const dryRun = query.getAll('dryRun').filter((v) => v !== '');
  const fieldManager = query.get('fieldManager') ?? '';
  const validation = query.get('fieldValidation') || 'Warn';
  const errors = [...checkDryRun(dryRun), ...checkManager(fieldManager)];
  if (!VALIDATIONS.includes(validation))
    errors.push(notSupported(FieldPath.of('fieldValidation'), validation, VALIDATIONS));
  if (kind === 'PatchOptions' && query.get('force') !== null) {
    errors.push(forbidden(FieldPath.of('force'), 'may not be specified for non-apply patch'));
  }
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind }, '', errors);
  return { dryRun: dryRun.length > 0, fieldManager, fieldValidation: validation as FieldValidation };
}

function checkManager(manager: string): FieldError[] {
  const path = FieldPath.of('fieldManager');
  const errors = Buffer.byteLength(manager) > MAX_MANAGER ? [tooLong(path, MAX_MANAGER)] : [];
  let position = 0;
  for (const char of manager) {
    if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char)) {
      const code = char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
      errors.push(invalid(path, manager, `invalid character U+${code} (at position ${position})`));
    }
    position++;
  }
  return errors;
}
