import { parseJson, stringifyExactly } from '../../codecs/index.js';

type Members = Record<string, unknown>;

/** Returns the JSON of an object, list or table without the managed fields of its objects, and all else as it was. */
export function withoutManagedFields(json: string): string {
  if (!json.includes('"managedFields"')) return json;
  const { value } = parseJson(json, { keepsLiterals: true });
  const document = membersOf(value);
  if (!document) return json;
  dropFrom(document);
  for (const item of elementsOf(document.items)) dropFrom(item);
  for (const row of elementsOf(document.rows)) dropFrom(membersOf(row.object));
  return stringifyExactly(value);
}

function dropFrom(object: Members | undefined): void {
  const metadata = membersOf(object?.metadata);
  if (metadata) delete metadata.managedFields;
}

function elementsOf(list: unknown): Members[] {
  if (!Array.isArray(list)) return [];
  return list.map(membersOf).filter((element) => element !== undefined);
}

function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}
