import { type ApiObject, type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import { CellBudget, FREE_CELL_VISITS, formatAge } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceColumnDefinition } from '../custom-resource-definition/custom-resource-definition.v1.js';
import { parseColumnPath } from './column-path.js';
import { findResults, isWide } from './json-path/find-results.js';
import type { PathStep } from './json-path/path-step.js';
import { VisitMeter } from './json-path/visit-meter.js';
import { printValue } from './printed-value.js';

type Cell = string | number | boolean | null;

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const INVALID_CELL = '<invalid>';

/** Returns the columns of a custom resource: its name, and those of its definition, or else its age. */
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
  const path = new ColumnPath(jsonPath);
  return {
    name,
    type: type as Column['type'],
    format,
    description: description ?? describe(jsonPath),
    priority,
    cell(object: ApiObject, now, budget = new CellBudget()) {
      const limits = budget.next();
      if (!limits) return null;
      const { found, visits } = path.find(object, limits.visits);
      const cell = found === undefined ? null : cellOf(type, found[0], { now, most: limits.characters });
      budget.take({ visits, characters: typeof cell === 'string' ? cell.length : 0 });
      return cell;
    },
  };
}

function cellOf(type: string, value: unknown, { now, most }: { readonly now: number; readonly most: number }): Cell {
  return type === 'string' ? (printValue(value, most) ?? null) : typedCell(type, value, now);
}

/** The path of a column, parsed with the first object; one that cannot be parsed finds nothing. */
class ColumnPath {
  private parsed: { readonly steps: readonly PathStep[] | undefined } | undefined;

  constructor(private readonly text: string) {}

  /** The values found, undefined if there are none, and how many values were visited for that. */
  find(object: ApiObject, most: number): { readonly found: readonly unknown[] | undefined; readonly visits: number } {
    const { steps } = (this.parsed ??= { steps: parseColumnPath(this.text) });
    if (!steps || (most <= FREE_CELL_VISITS && isWide(steps))) return { found: undefined, visits: 0 };
    const meter = new VisitMeter(most);
    const found = findResults(steps, object, meter);
    return { found: found?.length ? found : undefined, visits: meter.visits };
  }
}

function describe(path: string): string {
  return `Custom resource definition column (in JSONPath format): ${path}`;
}

function typedCell(type: string, value: unknown, now: number): Cell {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  switch (type) {
    case 'integer':
      // Responses hold integers beyond 53 bits exactly; the type of cells does not name them.
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
