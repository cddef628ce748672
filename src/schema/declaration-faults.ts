import { REFERENCE_TYPES, compileType } from './compiled-type.js';
import { foreignTypeFault } from './declared-type.js';
import { ruleFaults } from './rule-faults.js';
import { SCALARS } from './scalars.js';
import { validateStructure } from './structural-validation.js';
import { type ApiClass, type FieldMetadata, type TypeMetadata, metadataOf } from './type-metadata.js';

/** A class whose metadata is looked at, and what it is called. */
interface Declared {
  readonly name: string;
  readonly metadata: TypeMetadata;
}

/** Classes that nothing is wrong with, nor with those inside them: many kinds are made of the same ones. */
const SOUND = new WeakSet<object>();

/**
 * Finds errors in the declaration of a class with `@ApiType` and of the classes inside it; each text includes the fix.
 */
export function findDeclarationFaults(apiClass: object): string[] {
  const faults: string[] = [];
  const waiting = [apiClass];
  const seen = new Set(waiting);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const declared = declaredBy(next)!;
    const members = memberFields(next);
    // The effect of a rule depends on the type of the field.
    const typed = new Map([...members].filter(([, field]) => typeFault(field) === undefined));
    faults.push(...ruleFaults(next, declared.name, { all: members, typed }), ...checkFaults(declared, members));
    for (const field of declared.metadata.fields)
      faults.push(...fieldFaults(declared, field), ...endlessFault(next, declared.name, field));
    faults.push(...waitingDefaults(declared));
    if (faults.length === 0) faults.push(...refusedDefaults(next as ApiClass, declared));
    for (const inner of classesIn(next, declared)) {
      if (SOUND.has(inner) || seen.has(inner) || !metadataOf(inner)) continue;
      seen.add(inner);
      waiting.push(inner);
    }
  }
  if (faults.length === 0) for (const each of seen) SOUND.add(each);
  return faults;
}

function declaredBy(apiClass: object): Declared | undefined {
  const metadata = metadataOf(apiClass);
  return metadata && { name: metadata.name ?? (apiClass as { name: string }).name, metadata };
}

/** The classes of the fields that a class has, and the class that it extends. */
function classesIn(apiClass: object, { metadata }: Declared): object[] {
  const parent = Object.getPrototypeOf(apiClass) as object;
  const inner = metadata.fields.map(classOf).filter((each) => each !== undefined);
  return metadataOf(parent) ? [...inner, parent] : inner;
}

/** The fields a class declares by name, with those of the classes it extends. */
function memberFields(apiClass: object): Map<string, FieldMetadata> {
  const fields = new Map<string, FieldMetadata>();
  for (let each: unknown = apiClass; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    for (const field of metadataOf(each)?.fields ?? []) if (!fields.has(field.name)) fields.set(field.name, field);
  }
  return fields;
}

/** An object is stored with the defaults that are there when the function returns. */
function waitingDefaults({ name, metadata: { defaults } }: Declared): string[] {
  return defaults?.constructor.name === 'AsyncFunction'
    ? [
        `${name}: its defaults are async, and nothing waits for them; use beginCreate of a strategy, or admission, which may wait`,
      ]
    : [];
}

/** Rules that stand beside no field. */
function checkFaults({ name, metadata }: Declared, fields: ReadonlyMap<string, FieldMetadata>): string[] {
  const unplaced = [...(metadata.checks?.keys() ?? [])].filter((field) => !fields.has(field));
  return unplaced.map((field) => `${name}.${field}: has a rule but no @Field; add one`);
}

function fieldFaults({ name }: Declared, field: FieldMetadata): string[] {
  const ofType = typeFault(field);
  const others = ofType === undefined ? [listFault(field), defaultFault(field)] : [ofType];
  const faults = [numberFault(field), releaseFault(name, field), ...others];
  return faults.filter((fault) => fault !== undefined).map((fault) => `${name}.${field.name}: ${fault}`);
}

/** Only the types of Kubernetes are others in other releases of it. */
function releaseFault(typeName: string, { since, until, variants }: FieldMetadata): string | undefined {
  const given = Object.entries({ since, until, variants }).find(([, value]) => value !== undefined);
  if (!given || typeName.startsWith(REFERENCE_TYPES)) return undefined;
  return `\`${given[0]}\` is about releases of Kubernetes; remove it, or add a version of the kind`;
}

const MAX_NUMBER = 2 ** 29 - 1;

/** Protobuf keeps some numbers to itself, and has none beyond 29 bits. */
function numberFault({ number }: FieldMetadata): string | undefined {
  const isReserved = number >= 19_000 && number <= 19_999;
  if (Number.isInteger(number) && number >= 1 && number <= MAX_NUMBER && !isReserved) return undefined;
  return `${number} is no protobuf field number; use one from 1 to ${MAX_NUMBER}, not 19000 to 19999`;
}

function typeFault(field: FieldMetadata): string | undefined {
  const { type } = field;
  if (typeof type === 'string' && Object.hasOwn(SCALARS, type)) return undefined;
  const inner = classOf(field);
  return inner && metadataOf(inner) ? undefined : foreignTypeFault(field, inner);
}

/** A struct that is always there, and so are those in it: a class that comes round to itself would have no end. */
function endlessFault(apiClass: object, name: string, field: FieldMetadata): string[] {
  const inner = memberClass(field);
  if (!inner || !comesTo(inner, apiClass, new Set())) return [];
  const round = inner === apiClass ? 'is the class itself' : 'contains the class again';
  return [`${name}.${field.name}: its type ${round}, and a struct is always there, without end; give it pointer: true`];
}

function comesTo(from: object, target: object, seen: Set<object>): boolean {
  if (from === target) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...memberFields(from).values()].some((field) => {
    const inner = memberClass(field);
    return inner !== undefined && comesTo(inner, target, seen);
  });
}

/** The class of a field whose value is there in every object. */
function memberClass(field: FieldMetadata): object | undefined {
  const { pointer, list, map, or } = field;
  return pointer || list || map || or ? undefined : classOf(field);
}

/**
 * Returns the classes with `@ApiType` that a class is made of, itself among them, each with the name of its type. Those in `seen`
 * are left out, the others are added to it.
 */
export function namedClasses(apiClass: object, seen = new Set<object>()): Map<object, string> {
  const names = new Map<object, string>();
  const waiting = [apiClass];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const declared = declaredBy(next);
    if (!declared || seen.has(next)) continue;
    seen.add(next);
    names.set(next, declared.name);
    waiting.push(...classesIn(next, declared));
  }
  return names;
}

/** Reports whether two classes have the same fields, of types with the same names: documents show one as they show the other. */
export function haveEqualFields(one: object, other: object): boolean {
  return fieldsText(one) === fieldsText(other);
}

function fieldsText(apiClass: object): string {
  const fields = [...memberFields(apiClass).values()].map((field) => {
    const inner = classOf(field);
    return { ...field, type: (inner && declaredBy(inner)?.name) ?? field.type };
  });
  return JSON.stringify(fields.sort((a, b) => a.number - b.number));
}

/** The class behind a field's type, decorated or not; undefined for scalars and for what is not there. */
function classOf({ type }: FieldMetadata): object | undefined {
  if (typeof type !== 'function') return undefined;
  if (metadataOf(type) || isClass(type)) return type;
  try {
    const inner: unknown = (type as () => unknown)();
    return typeof inner === 'function' ? inner : undefined;
  } catch {
    return undefined;
  }
}

function isClass(value: object): boolean {
  return Function.prototype.toString.call(value).startsWith('class');
}

function listFault(field: FieldMetadata): string | undefined {
  const { list, listType, listMapKeys = [], patchMergeKey } = field;
  // The reference publishes some texts of bytes, lists in Go, and a struct as atomic lists.
  const isOfLists = (listType !== undefined && listType !== 'atomic') || listMapKeys.length > 0;
  if (!list && isOfLists) return 'only lists have a listType; say list: true';
  if ((listType === 'map') !== listMapKeys.length > 0) return 'listType map and listMapKeys go together; give both';
  const inner = classOf(field);
  const known = inner ? memberFields(inner) : new Map<string, unknown>();
  const missing = [...listMapKeys, ...(patchMergeKey === undefined ? [] : [patchMergeKey])].find((k) => !known.has(k));
  return missing === undefined ? undefined : `its elements have no field "${missing}"; name one of theirs as the key`;
}

function defaultFault(field: FieldMetadata): string | undefined {
  const { default: value, list, map } = field;
  if (value === undefined) return undefined;
  if (list && map) return isPlain(value) ? undefined : wrongDefault(value, 'a map');
  if (list)
    return Array.isArray(value) && value.every((v) => fits(field, v)) ? undefined : wrongDefault(value, 'a list');
  if (map)
    return isPlain(value) && Object.values(value).every((v) => fits(field, v))
      ? undefined
      : wrongDefault(value, 'a map');
  return fits(field, value)
    ? undefined
    : wrongDefault(value, typeof field.type === 'string' ? field.type : 'an object');
}

/** Defaults that a rule of their own field refuses: no object without the field could be stored. */
function refusedDefaults(apiClass: ApiClass, { name, metadata }: Declared): string[] {
  const given = metadata.fields.filter(({ type, default: value }) => value !== undefined && typeof type === 'string');
  return given.flatMap(({ name: field, default: value }) => {
    const errors = validateStructure(compileType(apiClass), { [field]: value });
    const own = errors.find((error) => error.field === field || error.field.startsWith(`${field}[`));
    return own
      ? [`${name}.${field}: its default is refused by a rule of the field: ${own.message}; give one that is not`]
      : [];
  });
}

function wrongDefault(value: unknown, type: string): string {
  return `its default ${JSON.stringify(value)} is not ${type}; give one of the field's type`;
}

function fits({ type }: FieldMetadata, value: unknown): boolean {
  if (typeof type !== 'string') return isPlain(value);
  try {
    SCALARS[type].read(value);
    return true;
  } catch {
    return false;
  }
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
