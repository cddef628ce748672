import { type JsonValue, MAX_VALUES, type StatusError, requestEntityTooLarge, goQuote } from '../apimachinery/index.js';
import {
  JsonSyntaxError,
  type ParseOptions,
  type ParsedJson,
  SizeFault,
  parseJson,
  stringifyExactly,
} from '../codecs/index.js';
import { type ObjectShape, jsonTypeOf } from '../schema/index.js';
import { conversionFault, typeMetaFault } from './conversion-fault.js';
import { formatGoValue } from './go-value.js';
import { readOperations, unknownMembers } from './json-patch-operations.js';
import { applyJsonPatch } from './json-patch.js';
import { applyMergePatch } from './merge-patch.js';
import { patchInvalid, patchMalformed } from './patch-failure.js';
import { type Plain, isPlain } from './plain.js';
import { RepeatedInValues } from './repeated-in-values.js';
import { PATCH_DIRECTIVE, RETAIN_KEYS } from './strategic/directives.js';
import { applyStrategicMergePatch } from './strategic/apply-strategic-merge-patch.js';

/** Media type of JSON patches (RFC 6902). */
export const JSON_PATCH = 'application/json-patch+json';
/** Media type of merge patches (RFC 7386). */
export const MERGE_PATCH = 'application/merge-patch+json';
/** Media type of strategic merge patches. */
export const STRATEGIC_MERGE_PATCH = 'application/strategic-merge-patch+json';

/** Media types of the patches `applyPatch` applies, in the order error messages list them. */
export const PATCH_MEDIA_TYPES = [JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH] as const;

/** One of PATCH_MEDIA_TYPES. */
export type PatchMediaType = (typeof PATCH_MEDIA_TYPES)[number];

/** A patch and what it is applied to. */
export interface PatchInput {
  readonly mediaType: PatchMediaType;
  /** Type of the version the request is made in; strategic patches merge by its fields. */
  readonly type: ObjectShape;
  /** The live object in that version, with kind and apiVersion. Not changed. */
  readonly document: unknown;
  /** The body as text. */
  readonly patch: string;
  /** How strictly the patch itself is read; Warn and Strict read alike. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** The result of a patch. */
export interface PatchOutcome {
  /** The patched document, an object; not yet known to fit its type. Shares unchanged parts with the live one. */
  readonly value: JsonValue;
  /** Paths of members the patch has more than once. */
  readonly duplicates: readonly string[];
  /** Other findings of strict validation, worded: `json patch unknown field "[0].OP"`. */
  readonly problems: readonly string[];
  /** Builds the answer (422) for a patched document that cannot be decoded, or not strictly; given the decoding error. */
  readonly describe: (error: string) => StatusError;
}

/** Applies a patch of any kind. Throws StatusError: 400 for what is no such patch, 422 where it does not fit. */
export function applyPatch(input: PatchInput): PatchOutcome {
  if (input.mediaType === JSON_PATCH) return jsonPatch(input);
  return input.mediaType === MERGE_PATCH ? mergePatch(input) : strategicPatch(input);
}

const NO_OBJECT = 'map[string]interface {}';

function jsonPatch(input: PatchInput): PatchOutcome {
  const isStrict = input.fieldValidation !== 'Ignore';
  const repeated = new RepeatedInValues();
  const prefix = isStrict ? 'error decoding patch: ' : '';
  const { value: body, duplicates } = parse(input.patch, prefix, repeated.join);
  const operations = readOperations(body, { isStrict });
  const findings = [...duplicates.map((path) => `duplicate field ${goQuote(path)}`), ...unknownMembers(operations)];
  const value = applyJsonPatch(input.document, operations);
  // Values of operations stay as they were written, and are found at their target path again.
  return wholeDocument(value, {
    duplicates: repeated.pathsIn(value, operations),
    problems: findings.map((finding) => `json patch ${finding}`),
    isUnstructured: input.type.isUnstructured,
  });
}

function mergePatch(input: PatchInput): PatchOutcome {
  const isStrict = input.fieldValidation !== 'Ignore';
  const { value: patch, duplicates } = isStrict
    ? parse(input.patch, 'error decoding patch: ')
    : parseLeniently(input.patch);
  if (isStrict && patch !== null && !isPlain(patch)) {
    throw patchMalformed(
      `error decoding patch: json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type ${NO_OBJECT}`,
    );
  }
  if (jsonTypeOf(patch) !== 'object' && !Array.isArray(patch)) throw patchMalformed(INVALID_PATCH);
  if (patch === null) throw patchMalformed(INVALID_PATCH);
  const { isUnstructured } = input.type;
  return wholeDocument(applyMergePatch(input.document, patch), { duplicates, problems: [], isUnstructured });
}

const INVALID_PATCH = 'Invalid JSON Patch';

function strategicPatch(input: PatchInput): PatchOutcome {
  const { value: body, duplicates } = parse(input.patch, '');
  const patch = body ?? {};
  if (!isPlain(patch)) {
    throw patchMalformed(`json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type ${NO_OBJECT}`);
  }
  const fields = input.type.strategic;
  const value = applyStrategicMergePatch(fields, input.document as Plain, patch) as JsonValue;
  const describe = (error: string): StatusError =>
    patchInvalid(formatGoValue(withoutCarriedOut(patch)), conversionFault(fields, value) ?? error);
  const fault = typeMetaFault(value);
  if (fault !== undefined) throw patchInvalid(formatGoValue(withoutCarriedOut(patch)), fault);
  return { value: withReset(value), duplicates, problems: [], describe };
}

/** The reference takes directives out of a patch when it carries them out, and shows what is left. */
function withoutCarriedOut(patch: Plain): Plain {
  const { [PATCH_DIRECTIVE]: directive, ...replacement } = patch;
  if (directive === 'replace') return replacement;
  const { [RETAIN_KEYS]: _retained, ...shown } = patch;
  return Object.fromEntries(
    Object.entries(shown).map(([name, member]) => [name, isPlain(member) ? withoutCarriedOut(member) : member]),
  );
}

/** An empty list of managed fields that a strategic merge leaves asks for a reset, as a list of one empty entry does. */
function withReset(value: JsonValue): JsonValue {
  const { metadata } = value as { readonly metadata?: JsonValue };
  if (!isPlain(metadata) || !Array.isArray(metadata.managedFields) || metadata.managedFields.length > 0) return value;
  return { ...(value as Plain), metadata: { ...metadata, managedFields: [{}] } } as JsonValue;
}

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Members in the order of their names, in which Go writes the maps that unstructured objects are to it. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (!isPlain(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inKeyOrder(value[name])]));
}

interface Findings extends Pick<PatchOutcome, 'duplicates' | 'problems'> {
  readonly isUnstructured: boolean;
}

function wholeDocument(value: unknown, { duplicates, problems, isUnstructured }: Findings): PatchOutcome {
  const describe = (error: string): StatusError =>
    patchInvalid(stringifyExactly(isUnstructured ? inKeyOrder(value) : value), error);
  if (isPlain(value)) return { value: value as JsonValue, duplicates, problems, describe };
  const got = `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${TYPE_META}`;
  throw describe(`couldn't get version/kind; json parse error: ${got}`);
}

function parse(text: string, prefix: string, join?: ParseOptions['join']): ParsedJson {
  return read(text, (fault) => `${prefix}${fault}`, join);
}

function parseLeniently(text: string): ParsedJson {
  return read(text, () => INVALID_PATCH);
}

function read(text: string, word: (fault: string) => string, join?: ParseOptions['join']): ParsedJson {
  try {
    return parseJson(text, { keepsLiterals: true, maxValues: MAX_VALUES, join });
  } catch (error) {
    if (error instanceof SizeFault) throw requestEntityTooLarge(error.message);
    throw error instanceof JsonSyntaxError ? patchMalformed(word(error.message)) : error;
  }
}
