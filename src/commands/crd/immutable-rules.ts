import { IMMUTABLE_MESSAGE, escapeMemberName } from '../../apimachinery/index.js';
import type { StructField, StructLayout } from '../../schema/index.js';
import type { Schema } from './structural-schema.js';

/** A rule of a schema, in CEL. */
interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly fieldPath?: string;
}

/** An immutable field, with the fields around it from the outermost on. */
type FieldPath = readonly StructField[];

const RULES = 'x-kubernetes-validations';
/** Applies only where the field was there before and still is. */
const UNCHANGED: ValidationRule = { rule: 'self == oldSelf', message: IMMUTABLE_MESSAGE };
/** Values of which a schema knows no type, so that no rule can compare them. */
const UNTYPED: ReadonlySet<string | undefined> = new Set(['json', 'rawExtension', 'fieldsV1']);

/**
 * Adds the rules of immutable fields to the schema of a type: another value is refused, and so is setting or removing the
 * field, where the schema does not require it anyway. Returns the paths for which a schema has no rule.
 */
export function addImmutableRules(schema: Schema, type: StructLayout): string[] {
  const paths = immutablePaths(type, []);
  const presence = paths.filter((path) => isTyped(path) && !path.every(({ required }) => required)).map(presenceRule);
  if (presence.length > 0) schema[RULES] = presence;
  for (const path of paths.filter(isTyped)) schemaAt(schema, path)[RULES] = [UNCHANGED];
  return paths.filter((path) => !isTyped(path)).map(dotted);
}

/** Fields inside lists and maps have no former value. A type inside itself is named, as its schema holds anything there. */
function immutablePaths(type: StructLayout, around: FieldPath): FieldPath[] {
  return type.fields.flatMap((field) => {
    const path = [...around, field];
    if (field.immutable) return [path];
    if (!field.struct || field.list || field.map) return [];
    if (field.or || isInItself(path)) return hasImmutable(field.struct) ? [path] : [];
    return immutablePaths(field.struct, path);
  });
}

function isInItself(path: FieldPath): boolean {
  const structs = path.map(({ struct }) => struct);
  return new Set(structs).size < structs.length;
}

function hasImmutable(type: StructLayout): boolean {
  const seen = new Set([type]);
  for (const each of seen) {
    if (each.fields.some(({ immutable }) => immutable)) return true;
    for (const { struct, list, map } of each.fields) if (struct && !list && !map) seen.add(struct);
  }
  return false;
}

function isTyped(path: FieldPath): boolean {
  const { immutable, scalar, or } = path.at(-1)!;
  const isNamed = path.every(({ name }) => escapeMemberName(name) !== undefined);
  return immutable === true && isNamed && !or && !UNTYPED.has(scalar) && !isInItself(path);
}

/** As for the server, what is empty counts as unset, and so does a zero that is not written. */
function presenceRule(path: FieldPath): ValidationRule {
  const fieldPath = path.map(({ name }) => (/^\w+$/.test(name) ? `.${name}` : `['${name}']`)).join('');
  const rule = `(${isSet('self', path)}) == (${isSet('oldSelf', path)})`;
  return { rule, message: IMMUTABLE_MESSAGE, fieldPath };
}

function isSet(object: string, path: FieldPath): string {
  const places = path.map((_, i) => [object, ...path.slice(0, i + 1).map(({ name }) => escapeMemberName(name)!)]);
  const given = places.map((names) => `has(${names.join('.')})`);
  const notZero = zeroTest(path.at(-1)!, places.at(-1)!.join('.'));
  return [...given, ...notZero].join(' && ');
}

function zeroTest({ list, map, struct, scalar, pointer, always }: StructField, place: string): string[] {
  if (list || map) return [`size(${place}) > 0`];
  if (struct || pointer || always) return [];
  if (scalar === 'string' || scalar === 'bytes') return [`size(${place}) > 0`];
  if (scalar === 'bool') return [place];
  if (scalar === 'double') return [`${place} != 0.0`];
  return scalar === 'int32' || scalar === 'int64' || scalar === 'uint64' ? [`${place} != 0`] : [];
}

function schemaAt(schema: Schema, path: FieldPath): Schema {
  return path.reduce((around, { name }) => (around.properties as Record<string, Schema>)[name], schema);
}

function dotted(path: FieldPath): string {
  return path.map(({ name }) => name).join('.');
}
