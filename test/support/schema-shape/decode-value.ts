import { DecodeError, type DecodeOptions, ObjectMeta, jsonTypeOf, shapeOf } from '../../../src/schema/index.js';
import { type Plain, type ValueSchema, isPlain, memberOf, setOwn } from './schema.js';

const JSON_TYPES: Readonly<Record<string, readonly string[]>> = {
  object: ['object'],
  array: ['array'],
  string: ['string'],
  integer: ['number'],
  number: ['number'],
  boolean: ['bool'],
};

/** A value as its schema has it: unknown members are dropped and told, zero values and lists of lists are kept. */
export function decodeValue(schema: ValueSchema, value: unknown, path: string, options: DecodeOptions): unknown {
  checkType(schema, value, path);
  if (Array.isArray(value)) return value.map((v, i) => decodeValue(schema.items ?? {}, v, `${path}[${i}]`, options));
  if (!isPlain(value)) return value;
  if (schema['x-kubernetes-embedded-resource']) return decodeResource(schema, value, path, options);
  return decodeMembers(schema, value, path, options);
}

/** An object that carries kind, version and metadata. */
export function decodeResource(schema: ValueSchema, value: Plain, path: string, options: DecodeOptions): Plain {
  const { kind, apiVersion, metadata, ...members } = value;
  const out: Plain = {};
  if (typeof kind === 'string') out.kind = kind;
  if (typeof apiVersion === 'string') out.apiVersion = apiVersion;
  const onUnknown =
    options.onUnknown && ((below: string): void => options.onUnknown?.(join(path, `metadata.${below}`)));
  out.metadata = shapeOf(ObjectMeta).decode(metadata ?? {}, { ...options, onUnknown });
  return Object.assign(out, decodeMembers(schema, members, path, options));
}

function decodeMembers(schema: ValueSchema, value: Plain, path: string, options: DecodeOptions): Plain {
  const out: Plain = {};
  for (const [name, member] of Object.entries(value)) {
    const of = memberOf(schema, name);
    const place = join(path, name);
    // Null where it is not allowed is nothing, as in custom resources.
    if (of && member === null && of.type !== undefined && !of.nullable) continue;
    if (of) setOwn(out, name, decodeValue(of, member, place, options));
    else if (schema['x-kubernetes-preserve-unknown-fields']) setOwn(out, name, structuredClone(member));
    else options.onUnknown?.(place);
  }
  return out;
}

function checkType(schema: ValueSchema, value: unknown, path: string): void {
  const got = jsonTypeOf(value);
  if (value === null && (schema.nullable || schema.type === undefined)) return;
  const allowed = schema['x-kubernetes-int-or-string'] ? ['number', 'string'] : JSON_TYPES[schema.type ?? ''];
  if (!allowed || allowed.includes(got)) return;
  throw new DecodeError(`${path || '<root>'}: Invalid value: "${got}": must be of type ${schema.type}`);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
