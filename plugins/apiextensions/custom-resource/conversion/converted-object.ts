import { type ApiObject, type ConvertedVersion, FieldPath, stringifyJson } from '../../../../src/plugin-api/index.js';
import {
  formatFieldErrors,
  type JsonValue,
  parseApiVersion,
  validateAnnotations,
  validateLabels,
} from '../../../../src/plugin-api/built-in.js';
import { goType } from '../path-access.js';

type Plain = Record<string, unknown>;

/** The members of metadata that a conversion may change. */
const OPEN_MEMBERS = ['labels', 'annotations'] as const;

/** The place of an object in a response, which begins the messages about it. */
export interface ConvertedPlace {
  readonly index: number;
  /** True for the only object of its review, which the reference words differently. */
  readonly isSingle: boolean;
}

/**
 * Returns the object that a webhook returned for one it was sent: of the wanted version and kind, the same name,
 * namespace and uid, and with the metadata it had, labels and annotations excepted. Throws an Error in the reference's
 * words.
 */
export function checkConverted(
  original: ApiObject,
  converted: JsonValue | undefined,
  { to, place }: { readonly to: ConvertedVersion; readonly place: ConvertedPlace },
): ApiObject {
  const { index, isSingle } = place;
  const object = unstructured(converted, isSingle ? '' : `returned invalid converted object at index ${index}: `);
  // The reference counts on before it checks more than the form.
  const at = isSingle ? 'returned invalid object' : `returned invalid converted object at index ${index + 1}`;
  const identity = versionFault(object, to);
  if (identity) throw new Error(`${isSingle ? `${at} at index 0` : at}: ${identity}`);
  const fault = identityFault(original, object);
  if (fault) throw new Error(`${at}: ${fault}`);
  try {
    return { ...object, metadata: keptMetadata(original, object) } as unknown as ApiObject;
  } catch (error) {
    const of = isSingle ? 'returned invalid metadata' : `returned invalid metadata in object at index ${index + 1}`;
    throw new Error(`${of}: ${(error as Error).message}`, { cause: error });
  }
}

function unstructured(value: JsonValue | undefined, prefix: string): Plain {
  if (!isPlain(value)) {
    const type = Array.isArray(value) ? 'array' : typeof value;
    throw new Error(`${prefix}json: cannot unmarshal ${type} into Go value of type struct { Kind string }`);
  }
  if (typeof value.kind === 'string' && value.kind !== '') return value;
  throw new Error(`${prefix}Object 'Kind' is missing in '${stringifyJson(value)}'`);
}

function versionFault(object: Plain, { gvk }: ConvertedVersion): string | undefined {
  const received = parseApiVersion(String(object.apiVersion ?? '')) ?? { group: '', version: '' };
  if (received.group !== gvk.group || received.version !== gvk.version) {
    return `invalid groupVersion (expected ${gvk.group}/${gvk.version}, received ${groupVersionText(received)})`;
  }
  if (object.kind === gvk.kind) return undefined;
  return `invalid kind (expected ${gvk.kind}, received ${String(object.kind)})`;
}

function groupVersionText({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

function identityFault(original: ApiObject, object: Plain): string | undefined {
  const after = isPlain(object.metadata) ? object.metadata : {};
  for (const [member, text] of Object.entries(IDENTITY)) {
    const before = original.metadata[member as keyof typeof IDENTITY] ?? '';
    const now = typeof after[member] === 'string' ? after[member] : '';
    if (before !== now) return `must have the same ${text}: ${before} != ${now}`;
  }
  return undefined;
}

const IDENTITY = { name: 'name', namespace: 'namespace', uid: 'UID' } as const;

/** The metadata of the original with the labels and annotations of the response. */
function keptMetadata(original: ApiObject, { metadata }: Plain): Plain {
  if (metadata === undefined) throw new Error('missing metadata in converted object');
  if (!isPlain(metadata)) throw new Error(`invalid metadata of type ${goType(metadata)} in converted object`);
  const kept: Plain = { ...original.metadata };
  for (const member of OPEN_MEMBERS) {
    const given = metadata[member];
    if (given === undefined || given === null) delete kept[member];
    else kept[member] = checkedTexts(member, given, original.metadata[member]);
  }
  return kept;
}

/** Labels or annotations of a response; those that are the same as before need not be valid. */
function checkedTexts(
  member: (typeof OPEN_MEMBERS)[number],
  given: unknown,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  if (!isPlain(given)) throw new Error(`invalid metadata.${member} of type ${goType(given)} in converted object`);
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'string') continue;
    throw new Error(`metadata.${member}[${key}] must be a string, but is ${goType(value)} in converted object`);
  }
  const texts = given as Record<string, string>;
  const isUnchanged =
    Object.keys(texts).length === Object.keys(before).length &&
    Object.entries(texts).every(([key, value]) => before[key] === value);
  if (isUnchanged) return texts;
  const errors =
    member === 'labels'
      ? validateLabels(texts, FieldPath.of('metadata').child('labels'))
      : validateAnnotations(texts, FieldPath.of('metadata').child('annotation'));
  if (errors.length > 0) throw new Error(formatFieldErrors(errors));
  return texts;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
