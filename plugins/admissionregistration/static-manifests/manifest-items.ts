import type { JsonValue } from '../../../src/plugin-api/built-in.js';
import { type ManifestKind, MANIFEST_VERSION } from './manifest-kind.js';

/** A value of a manifest, and the kind that it is of. */
export interface ManifestItem {
  readonly value: JsonValue;
  readonly kind: ManifestKind;
}

type Members = Readonly<Record<string, JsonValue | undefined>>;

const LIST_MEMBERS = ['apiVersion', 'kind', 'metadata', 'items'];

/**
 * Returns the object of a document, or the items of the list that it is: a v1 List, or a list of one kind. Throws an Error for
 * anything else than objects of these kinds in v1.
 */
export function itemsOf(document: JsonValue, kinds: readonly ManifestKind[]): readonly ManifestItem[] {
  const { apiVersion, kind, items } = membersOf(document);
  if (apiVersion !== 'v1' || kind !== 'List') return itemsOfKind(document, kinds);
  checkList(document);
  return listOf(items).flatMap((item) => itemsOfKind(item, kinds));
}

function itemsOfKind(value: JsonValue, kinds: readonly ManifestKind[]): readonly ManifestItem[] {
  const { apiVersion, kind, items } = membersOf(value);
  const own = kinds.find((each) => kind === each.kind || kind === `${each.kind}List`);
  if (apiVersion !== MANIFEST_VERSION || !own) {
    const allowed = kinds.map((each) => each.kind).join(', ');
    throw new Error(`${shown(apiVersion)}, Kind=${shown(kind)} is not one of ${MANIFEST_VERSION} ${allowed}`);
  }
  if (kind === own.kind) return [{ value, kind: own }];
  checkList(value);
  return listOf(items).map((item) => ({ value: typedItem(item, own), kind: own }));
}

/** Items of a list of one kind need not repeat it. */
function typedItem(item: JsonValue, { kind }: ManifestKind): JsonValue {
  const members = membersOf(item);
  const { apiVersion = MANIFEST_VERSION, kind: ownKind = kind } = members;
  if (apiVersion !== MANIFEST_VERSION || ownKind !== kind) {
    throw new Error(`${shown(apiVersion)}, Kind=${shown(ownKind)} is in a list of ${MANIFEST_VERSION} ${kind}`);
  }
  return { ...members, apiVersion, kind } as JsonValue;
}

function checkList(value: JsonValue): void {
  const other = Object.keys(membersOf(value)).find((member) => !LIST_MEMBERS.includes(member));
  if (other !== undefined) throw new Error(`unknown field ${JSON.stringify(other)} of a list`);
}

function listOf(items: JsonValue | undefined): readonly JsonValue[] {
  if (items === undefined || items === null) return [];
  if (!Array.isArray(items)) throw new Error('items: is not a list');
  return items;
}

function membersOf(value: JsonValue): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('is not an object');
  return value as Members;
}

function shown(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
