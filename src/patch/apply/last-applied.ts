import type { ApiObject } from '../../apimachinery/index.js';
import { setMember, stringifyExactly } from '../../codecs/index.js';
import type { MergeType } from '../../schema/index.js';
import { FieldSetError, FieldSet, compare, fieldSetOf } from '../ownership/index.js';
import { type Plain, isPlain, sortedCopy } from '../plain.js';
import { checkTypes } from './type-faults.js';

/** Where client-side apply keeps what it has applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The manager that may take over what client-side apply has recorded, and keeps its annotation true. */
export const KUBECTL = 'kubectl';

/** Most characters all annotations of an object may have in sum (upstream: TotalAnnotationSizeLimitB). */
const MAX_ANNOTATIONS = 256 * 1024;

/**
 * Returns the fields that client-side apply has set and that are still as it set them, by the annotation of a live
 * object. None where there is no such annotation, or none that can be read in this version.
 */
export function lastAppliedFields(type: MergeType, live: ApiObject, apiVersion: string): FieldSet {
  const text = live.metadata.annotations?.[LAST_APPLIED];
  const applied = text ? parse(text) : undefined;
  if (applied?.apiVersion !== apiVersion || checkTypes(type, applied).fault !== undefined) return FieldSet.EMPTY;
  try {
    const { added, modified, removed } = compare(type, applied, live);
    return fieldSetOf(type, applied).difference(modified).difference(added).difference(removed);
  } catch (error) {
    if (error instanceof FieldSetError) return FieldSet.EMPTY;
    throw error;
  }
}

/** Writes a configuration into the annotation of an object that has one, in place; without it where it is too large. */
export function updateLastApplied(object: ApiObject, configuration: Plain): void {
  if (!object.metadata.annotations?.[LAST_APPLIED]) return;
  const text = `${stringifyExactly(sorted(withoutLastApplied(configuration)))}\n`;
  const annotations: Record<string, string> = { ...object.metadata.annotations, [LAST_APPLIED]: text };
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (size > MAX_ANNOTATIONS) delete annotations[LAST_APPLIED];
  object.metadata.annotations = annotations;
}

function withoutLastApplied(configuration: Plain): Plain {
  const metadata = isPlain(configuration.metadata) ? configuration.metadata : undefined;
  if (!isPlain(metadata?.annotations)) return configuration;
  const { [LAST_APPLIED]: _applied, ...annotations } = metadata.annotations;
  return { ...configuration, metadata: { ...metadata, annotations } };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlain(value)) return value;
  const copy = sortedCopy(value);
  for (const name of Object.keys(copy)) setMember(copy, name, sorted(copy[name]));
  return copy;
}

function parse(text: string): Plain | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlain(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
