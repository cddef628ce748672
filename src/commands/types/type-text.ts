import type { Schema } from './open-api.js';
import { memberOf, referencedSchema, textLiteral } from './type-names.js';

/** Writes the reference to a schema, as the module that is being written imports it. */
export type ReferenceWriter = (schema: string) => string;

/** Deeper schemas are `unknown`: no API nests so far. */
const DEEPEST = 60;

/** Writes a schema as a TypeScript type. */
export function typeText(schema: Schema, refer: ReferenceWriter, depth = 0): string {
  if (depth > DEEPEST || typeof schema !== 'object' || schema === null) return 'unknown';
  const text = plainType(schema, refer, depth);
  return schema.nullable && text !== 'unknown' ? `${text} | null` : text;
}

function plainType(schema: Schema, refer: ReferenceWriter, depth: number): string {
  if (typeof schema.$ref === 'string') return refer(referencedSchema(schema.$ref));
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') return 'number | string';
  if (schema.allOf?.length === 1 && !schema.properties) return typeText(schema.allOf[0], refer, depth + 1);
  const choices = schema.oneOf ?? schema.anyOf;
  if (schema.type === undefined && choices) return union(choices.map((each) => typeText(each, refer, depth + 1)));
  if (schema.enum?.length && schema.enum.every((value) => typeof value === 'string'))
    return union(schema.enum.map(textLiteral));
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return listOf(schema.items ? typeText(schema.items, refer, depth + 1) : 'unknown');
    case 'object':
      return objectType(schema, refer, depth);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema, refer: ReferenceWriter, depth: number): string {
  const { properties, additionalProperties } = schema;
  if (properties && Object.keys(properties).length > 0) {
    return `{\n${membersText(schema, { refer, indent: '  '.repeat(depth + 2), depth: depth + 1 })}${'  '.repeat(depth + 1)}}`;
  }
  const value = typeof additionalProperties === 'object' ? typeText(additionalProperties, refer, depth + 1) : 'unknown';
  return `{ [name: string]: ${value} }`;
}

/** How the members of an object are written. */
export interface MemberSettings {
  readonly refer: ReferenceWriter;
  readonly indent: string;
  readonly depth: number;
  /** Members that are there whatever the schema says. */
  readonly present?: readonly string[];
}

/** Writes the members of an object type, sorted, each with its description. */
export function membersText(schema: Schema, { refer, indent, depth, present = [] }: MemberSettings): string {
  const required = new Set([...(schema.required ?? []), ...present]);
  const members = Object.entries(schema.properties ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = members.map(([name, member]) => {
    const mark = required.has(name) ? '' : '?';
    return `${docComment(member?.description, indent)}${indent}${memberOf(name)}${mark}: ${typeText(member, refer, depth)};\n`;
  });
  if (schema['x-kubernetes-preserve-unknown-fields']) lines.push(`${indent}[name: string]: unknown;\n`);
  return lines.join('');
}

const WIDTH = 110;

/** Returns a doc comment; empty where there is no description. */
export function docComment(description: unknown, indent: string): string {
  if (typeof description !== 'string' || description.trim() === '') return '';
  const lines = description
    .replace(/\*\//g, '*\\/')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap(wrapped);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrapped(line: string): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.trim().split(/\s+/)) {
    if (current !== '' && current.length + word.length >= WIDTH) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

function union(texts: readonly string[]): string {
  return texts.length === 0 ? 'unknown' : [...new Set(texts)].join(' | ');
}

function listOf(element: string): string {
  return /[ |{]/.test(element) ? `(${element})[]` : `${element}[]`;
}
