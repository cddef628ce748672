import {
  type ApiObject,
  type JsonValue,
  MAX_STRUCTS,
  badRequest,
  requestEntityTooLarge,
  goQuote,
} from '../../apimachinery/index.js';
import { isTurnOver, nextTurn } from '../../observability/index.js';
import type { PatchOutcome } from '../../patch/index.js';
import { DecodeError, TooManyStructsError } from '../../schema/index.js';
import { type BodyExpectation, type PatchedVersion, apiVersionOf, notRegistered } from './body-expectation.js';
import { type FieldValidation, StrictProblems } from './field-validation.js';
import { type BodySerializer, bodySerializer, parseBody } from './parse-body.js';
import { readBody } from './request-body.js';
import type { RequestContext } from '../request-context.js';
import { checkTypeMeta, typeMetaFault } from './type-meta.js';

/** How a body is read. */
export interface BodyReading {
  readonly fieldValidation: FieldValidation;
  /** What reads it; chosen by its media type where that has not been looked at before. */
  readonly serializer?: BodySerializer;
}

/** Reads a request body, and decodes and defaults the object in it; 400, 413 and 415 as the reference words them. */
export async function decodeBody(
  context: RequestContext,
  expected: BodyExpectation,
  { fieldValidation, serializer }: BodyReading,
): Promise<ApiObject> {
  const bytes = await readBody(context.request);
  if (isTurnOver()) await nextTurn();
  const body = parseBody(serializer ?? bodySerializer(context, expected), bytes, expected);
  const { value, duplicates, inOrder } = body instanceof Promise ? await body : body;
  checkTypeMeta(value, bytes, expected);
  if (isTurnOver()) await nextTurn();
  const problems = new StrictProblems(fieldValidation);
  const refuse = (why: string): Error => {
    const version = goQuote(expected.version);
    return badRequest(`${expected.kind} in version ${version} cannot be handled as a ${expected.kind}: ${why}`);
  };
  // An empty document is an object without members.
  const { object, unknown } = decodeAs(expected, value ?? {}, { wantsUnknown: problems.wantsUnknown, refuse });
  if (inOrder && unknown.length > 0) problems.addOrdered(inOrder(unknown));
  else problems.addMembers(duplicates, unknown);
  problems.report(context.warn, refuse);
  return complete(object, expected);
}

/** How a patched document is read. */
export interface PatchedReading {
  readonly validation: FieldValidation;
  readonly warn: (text: string) => void;
  /** Whether the document is an object of the type from the start, member by member, as strategic patches leave it. */
  readonly isTyped: boolean;
}

/** Decodes and defaults what a patch made of an object; 422 where it is no such object any more. */
export function decodePatched(patched: PatchOutcome, expected: BodyExpectation, reading: PatchedReading): ApiObject {
  const version = reading.isTyped ? undefined : versionOf(patched.value, expected);
  const fault = reading.isTyped || version ? undefined : foreignType(patched.value, expected);
  if (fault) throw patched.describe(fault);
  const problems = new StrictProblems(reading.validation);
  problems.addOthers(patched.problems);
  const scrutiny = { wantsUnknown: problems.wantsUnknown, refuse: patched.describe };
  const { object, unknown } = decodeAs(version ?? expected, patched.value, scrutiny);
  // Without a text there is no order to keep; the reference sorts.
  problems.addMembers(patched.duplicates, reading.isTyped ? unknown.sort() : unknown);
  problems.report(reading.warn, patched.describe);
  return version ? version.convert(object as unknown as ApiObject) : complete(object, expected);
}

/** The other version that a patched document says it is of; undefined for the expected one, and for what is none. */
function versionOf(value: JsonValue, expected: BodyExpectation): PatchedVersion | undefined {
  const { kind, apiVersion } = (value ?? {}) as { readonly [key: string]: JsonValue };
  const isOther = kind === expected.kind && typeof apiVersion === 'string' && apiVersion !== apiVersionOf(expected);
  return isOther ? expected.patchedVersion?.(apiVersion) : undefined;
}

/** How closely a value is looked at, and what becomes of one that is not of the type. */
interface Scrutiny {
  readonly wantsUnknown: boolean;
  readonly refuse: (why: string) => Error;
}

interface Decoded {
  readonly object: Record<string, unknown>;
  readonly unknown: string[];
}

function decodeAs(
  { type }: Pick<BodyExpectation, 'type'>,
  value: JsonValue,
  { wantsUnknown, refuse }: Scrutiny,
): Decoded {
  const unknown: string[] = [];
  const onUnknown = wantsUnknown ? (path: string): void => void unknown.push(path) : undefined;
  try {
    const object = type.decode(value, { onUnknown, maxStructs: MAX_STRUCTS });
    // Defaults read annotations, which may be as wrong as members.
    type.applyDefaults(object);
    return { object, unknown };
  } catch (error) {
    if (error instanceof TooManyStructsError) throw requestEntityTooLarge(`limit is ${MAX_STRUCTS} elements`);
    throw error instanceof DecodeError ? refuse(error.message) : error;
  }
}

function complete(object: Record<string, unknown>, expected: BodyExpectation): ApiObject {
  object.kind = expected.kind;
  object.apiVersion = apiVersionOf(expected);
  return object as unknown as ApiObject;
}

/** Why a patched document is no object of its kind any more; undefined when it still is. */
function foreignType(value: JsonValue, expected: BodyExpectation): string | undefined {
  const members = (value ?? {}) as { readonly [key: string]: JsonValue };
  const fault = typeMetaFault(members);
  if (fault) return fault;
  const { kind, apiVersion } = members as { kind?: string | null; apiVersion?: string | null };
  const own = apiVersionOf(expected);
  if ((kind ?? expected.kind) === expected.kind && (apiVersion ?? own) === own) return undefined;
  return notRegistered(kind ?? '', apiVersion ?? '');
}
