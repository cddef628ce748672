import {
  type FieldError,
  FieldPath,
  checkAs,
  forbidden,
  invalid,
  invalidObject,
  notSupported,
  required,
  tooLong,
} from '../../apimachinery/index.js';
import { checkDryRun } from '../../registry/index.js';
import { isTrue } from '../../request/index.js';
import type { FieldValidation } from '../bodies/field-validation.js';
import type { ApiHandlerOptions, ResourceRequest, StoredWriteOptions } from '../resource-request.js';

/** Options of create, update and patch. */
export interface WriteOptionsQuery extends StoredWriteOptions {
  readonly fieldValidation: FieldValidation;
}

const MAX_MANAGER = 128;
const VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn'];

/** Options of an apply. */
export interface ApplyOptionsQuery extends WriteOptionsQuery {
  /** True if it takes what others own. */
  readonly force: boolean;
}

/** Reads and checks the query of a write; 422 when it is wrong. `kind` is CreateOptions, UpdateOptions or PatchOptions. */
export function readWriteOptions(
  { context: { query }, options, resource }: ResourceRequest,
  kind: string,
): WriteOptionsQuery {
  const isForced = kind === 'PatchOptions' && query.get('force') !== null;
  const why = 'may not be specified for non-apply patch';
  const found = isForced ? [forbidden(FieldPath.of('force'), why)] : [];
  return checkAs(resource.kind.release, () => readOptions(query, options, { kind, found }));
}

/** Reads and checks the query of an apply, which names its manager; 422 when it is wrong. */
export function readApplyOptions({ context: { query }, options, resource }: ResourceRequest): ApplyOptionsQuery {
  const hasManager = Boolean(query.get('fieldManager'));
  const missing = required(FieldPath.of('fieldManager'), 'is required for apply patch');
  const reading = { kind: 'PatchOptions', found: hasManager ? [] : [missing] };
  const read = checkAs(resource.kind.release, () => readOptions(query, options, reading));
  return { ...read, force: isTrue(query.get('force')) };
}

/** The kind of the options, and the faults that were found before. */
interface Reading {
  readonly kind: string;
  readonly found: readonly FieldError[];
}

function readOptions(
  query: URLSearchParams,
  { validatesFields }: Pick<ApiHandlerOptions, 'validatesFields'>,
  { kind, found }: Reading,
): WriteOptionsQuery {
  const dryRun = query.getAll('dryRun').filter((v) => v !== '');
  const fieldManager = query.get('fieldManager') ?? '';
  const sentValidation = validatesFields ? (query.get('fieldValidation') ?? '') : '';
  const validation = validatesFields ? sentValidation || 'Warn' : 'Ignore';
  const errors = [...found, ...checkManager(fieldManager), ...checkDryRun(dryRun)];
  if (!VALIDATIONS.includes(validation))
    errors.push(notSupported(FieldPath.of('fieldValidation'), validation, VALIDATIONS));
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind }, '', errors);
  return { dryRun: dryRun.length > 0, fieldManager, fieldValidation: validation as FieldValidation, sentValidation };
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
