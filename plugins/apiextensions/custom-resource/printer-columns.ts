import {
  type ApiObject,
  type Column,
  ageColumn,
  formatAge,
  goFloat,
  nameColumn,
} from '../../../src/plugin-api/index.js';
import type { CustomResourceColumnDefinition } from '../custom-resource-definition/custom-resource-definition.v1.js';
import { findResults } from './json-path/find-results.js';
import { parsePath } from './json-path/parse-path.js';
import type { PathStep } from './json-path/path-step.js';

type Cell = string | number | boolean | null;

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const INVALID_CELL = '<invalid>';

/** The columns of a custom resource: its name, and those of its definition, or else its age. */
export function printerColumns(definitions: readonly CustomResourceColumnDefinition[] = []): Column[] {
  return definitions.length === 0 ? [nameColumn(), ageOf()] : [nameColumn(), ...definitions.map(printerColumn)];
}

/** The age as the reference defines it for resources without columns: a date. */
function ageOf(): Column {
  const path = '.metadata.creationTimestamp';
  return { ...ageColumn(), type: 'date', description: describe(path) };
}

function printerColumn(definition: CustomResourceColumnDefinition): Column {
  const { name, type, format, description, priority, jsonPath } = definition;
  let steps: readonly PathStep[] | undefined;
  return {
    name,
    type: type as Column['type'],
    format,
    description: description ?? describe(jsonPath),
    priority,
    cell(object: ApiObject, now) {
      steps ??= parsePath(jsonPath);
      const results = findResults(steps, object);
      if (!results || results.length === 0) return null;
      return type === 'string' ? printed(results[0]) : typedCell(type, results[0], now);
    },
  };
}

function describe(path: string): string {
  return `Custom resource definition column (in JSONPath format): ${path}`;
}

/** A value as text: lists and objects in JSON, numbers as Go prints them. */
function printed(value: unknown): string {
  if (value === null) return '<no value>';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : goFloat(value);
  if (typeof value !== 'object') return String(value as string | boolean | bigint);
  return JSON.stringify(sorted(value), (_name, v: unknown) => (typeof v === 'bigint' ? Number(v) : v));
}

/** Go writes the members of maps in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

function typedCell(type: string, value: unknown, now: number): Cell {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  switch (type) {
    case 'integer':
      // Answers hold integers beyond 53 bits exactly; the type of cells does not name them.
      return isNumber ? (typeof value === 'bigint' ? (value as unknown as number) : goInt64(value)) : null;
    case 'number':
      return isNumber ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? dateCell(value, now) : null;
    default:
      return null;
  }
}

const INT64_BOUND = 2 ** 63;

/** A float as Go converts it to int64: those beyond become the least one. */
function goInt64(value: number): number {
  const isBeyond = value >= INT64_BOUND || value < -INT64_BOUND;
  return isBeyond ? (-(2n ** 63n) as unknown as number) : Math.trunc(value);
}

function dateCell(text: string, now: number): Cell {
  if (text === '' || text === 'null') return formatAge(undefined, now);
  return RFC3339.test(text) && !Number.isNaN(Date.parse(text)) ? formatAge(text, now) : INVALID_CELL;
}
