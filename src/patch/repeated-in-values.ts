import { type JsonValue, MAX_STRICT_PROBLEMS } from '../apimachinery/index.js';
import { type MemberPath, formatPath } from '../codecs/index.js';
import type { SentOperation } from './json-patch-operations.js';
import { isPlain } from './plain.js';

/** Remembers the members that are repeated in the values of a JSON patch, and finds them in the patched document. */
export class RepeatedInValues {
  private readonly paths: MemberPath[] = [];

  /** Notes a repeated member while the patch is parsed; the last one counts. */
  readonly join = (path: MemberPath, _earlier: JsonValue, later: JsonValue): JsonValue => {
    if (path.length > 2 && path[1] === 'value' && this.paths.length < MAX_STRICT_PROBLEMS) this.paths.push([...path]);
    return later;
  };

  /** Returns where they are in a document that holds the values as they were sent, as far as no other operation went into them. */
  pathsIn(document: unknown, operations: readonly (SentOperation | null)[]): string[] {
    if (this.paths.length === 0) return [];
    const owners = new Map<unknown, Set<string>>();
    for (const path of this.paths) {
      const owner = ownerIn(operations, path);
      const names = owners.get(owner) ?? new Set();
      owners.set(owner, names.add(String(path.at(-1))));
    }
    const found: string[] = [];
    collect({ value: document, path: [] }, owners, found);
    return found;
  }
}

function ownerIn(operations: readonly unknown[], path: MemberPath): unknown {
  return path
    .slice(0, -1)
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], operations);
}

/** Deeper members are not reported: bounds the length of a path in a warning. */
const DEEPEST = 1000;

interface Visited {
  readonly value: unknown;
  readonly path: (string | number)[];
}

/** Collects the paths of members of the owners, in the order of the document. */
function collect({ value, path }: Visited, owners: ReadonlyMap<unknown, Set<string>>, found: string[]): void {
  if (typeof value !== 'object' || value === null || path.length > DEEPEST) return;
  if (found.length >= MAX_STRICT_PROBLEMS) return;
  if (!isPlain(value) && !Array.isArray(value)) return;
  const names = owners.get(value);
  for (const [key, member] of Object.entries(value)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    if (names?.has(key)) found.push(formatPath(path));
    collect({ value: member, path }, owners, found);
    path.pop();
  }
}
