import { isDeepStrictEqual } from 'node:util';

/** The part of a Swagger 2.0 document below some path, with the definitions that it refers to. */
export interface SwaggerPart {
  readonly paths: readonly (readonly [string, object])[];
  readonly definitions: ReadonlyMap<string, object>;
}

/** Paths and definitions as members of a JSON object. */
export interface MemberTexts {
  readonly paths: readonly (readonly [string, string])[];
  readonly definitions: readonly (readonly [string, string])[];
}

const REFERENCE = '#/definitions/';
/** Levels of a document; deeper ones are refused. */
const MAX_DEPTH = 200;

/**
 * Reads the part of a document at a path and below it (upstream: aggregator.FilterSpecByPaths). Throws an Error for other
 * documents.
 */
export function readSwaggerPart(body: Buffer, root: string): SwaggerPart {
  const document = membersOf(JSON.parse(body.toString('utf8')));
  if (document.swagger !== '2.0') throw new Error('not a Swagger 2.0 document');
  const paths = Object.entries(membersOf(document.paths)).filter(([path]) => isBelow(path, root));
  const items = paths.map(([path, item]) => [path, membersOf(item)] as const);
  const all = membersOf(document.definitions);
  const used = new Map<string, object>();
  const waiting = items.flatMap(([, item]) => referencesIn(item));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name) || !Object.hasOwn(all, name)) continue;
    const definition = membersOf(all[name]);
    used.set(name, definition);
    waiting.push(...referencesIn(definition));
  }
  return { paths: items, definitions: used };
}

/**
 * Returns the members that several parts add to a document. A definition of a name that is taken by another one gets
 * a number (upstream: MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters).
 */
export function mergedMembers(
  parts: readonly SwaggerPart[],
  own: { readonly paths: ReadonlySet<string>; readonly definition: (name: string) => object | undefined },
): MemberTexts {
  const paths = new Map<string, string>();
  const definitions = new Map<string, object>();
  const known = (name: string): object | undefined => definitions.get(name) ?? own.definition(name);
  for (const part of parts) {
    const names = newNames(part.definitions, known);
    for (const [name, definition] of part.definitions) {
      const given = names.get(name) ?? name;
      if (!known(given)) definitions.set(given, withNames(definition, names));
    }
    for (const [path, item] of part.paths) {
      if (!own.paths.has(path) && !paths.has(path)) paths.set(path, JSON.stringify(withNames(item, names)));
    }
  }
  return { paths: [...paths], definitions: [...definitions].map(([name, each]) => [name, JSON.stringify(each)]) };
}

/** The names of definitions that cannot keep theirs. */
function newNames(
  definitions: ReadonlyMap<string, object>,
  known: (name: string) => object | undefined,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, definition] of definitions) {
    let given = name;
    for (let i = 2; isTaken(known(given), definition) || (given !== name && definitions.has(given)); i++) {
      given = `${name}_v${i}`;
    }
    if (given !== name) names.set(name, given);
  }
  return names;
}

function isTaken(known: object | undefined, definition: object): boolean {
  return known !== undefined && !isDeepStrictEqual(withoutKinds(known), withoutKinds(definition));
}

/** The kinds of a definition that every group shares are those of its server's groups. */
function withoutKinds(definition: object): object {
  return { ...definition, 'x-kubernetes-group-version-kind': undefined };
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path[root.length] === '/');
}

function referencesIn(value: object): string[] {
  const found: string[] = [];
  visit(value, (reference) => void found.push(reference), 0);
  return found;
}

function visit(value: unknown, onReference: (name: string) => void, depth: number): void {
  if (depth > MAX_DEPTH) throw new Error('nested too deeply');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const name = key === '$ref' ? referenceOf(member) : undefined;
    if (name !== undefined) onReference(name);
    else visit(member, onReference, depth + 1);
  }
}

function referenceOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(REFERENCE)) return undefined;
  return value.slice(REFERENCE.length).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A copy in which references lead to new names. */
function withNames<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (names.size === 0) return value;
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) => {
      const name = key === '$ref' ? referenceOf(member) : undefined;
      const given = name === undefined ? undefined : names.get(name);
      return given === undefined ? member : `${REFERENCE}${given.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    }),
  ) as T;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
