import {
  type FlagKind,
  addressKind,
  durationKind,
  integerKind,
  lastListKind,
  listKind,
  numberKind,
  pairKind,
  pairsKind,
  pathKind,
  portKind,
  portRangeKind,
  releaseKind,
  repeatedKind,
  switchKind,
  switchesKind,
  textKind,
} from './flag-kinds.js';
import type { Flag } from './flag.js';
import { defaultReader } from './flag-defaults.js';
import { stringMapKind } from './string-map-kind.js';
import { workersKind } from './workers-flags.js';

/** A JSON schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const SCALAR = { type: ['string', 'number', 'boolean'] };
const TEXT = { type: ['string', 'number'] };
const LIST = { anyOf: [{ type: 'array', items: TEXT }, TEXT] };
const PAIRS = { anyOf: [{ type: 'object', additionalProperties: SCALAR }, { type: 'array', items: TEXT }, TEXT] };
const DURATION = String.raw`^(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+)$`;

/** The values that each kind of flag takes in a configuration file. */
const SCHEMAS: ReadonlyMap<FlagKind<unknown>['parse'], JsonSchema> = new Map<FlagKind<unknown>['parse'], JsonSchema>([
  [textKind.parse, TEXT],
  [pathKind.parse, { type: 'string' }],
  [addressKind.parse, { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }],
  [switchKind.parse, { type: 'boolean' }],
  [integerKind.parse, { type: 'integer' }],
  [numberKind.parse, { type: 'number' }],
  [portKind.parse, { type: 'integer', minimum: 0, maximum: 65_535 }],
  [portRangeKind.parse, { type: ['string', 'integer'] }],
  [durationKind.parse, { anyOf: [{ type: 'string', pattern: DURATION }, { const: 0 }] }],
  [releaseKind.parse, { type: ['string', 'number'] }],
  [listKind.parse, LIST],
  [lastListKind.parse, LIST],
  [repeatedKind.parse, LIST],
  [pairsKind.parse, PAIRS],
  [pairKind.parse, PAIRS],
  [switchesKind.parse, PAIRS],
  [stringMapKind.parse, PAIRS],
  [workersKind.parse, { anyOf: [{ type: 'integer', minimum: 0 }, { const: 'auto' }] }],
]);

/** Returns the JSON schema of a configuration file: flag names as keys, in kebab-case or camelCase. */
export function configSchema(flags: readonly Flag[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const flag of flags) {
    properties[flag.name] = schemaOf(flag);
    const other = toCamelCase(flag.name);
    if (other !== flag.name) properties[other] = { $ref: `#/properties/${flag.name}` };
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration file of Binnacle (--config)',
    type: ['object', 'null'],
    properties,
    additionalProperties: false,
  };
}

function schemaOf(flag: Flag): JsonSchema {
  const { name, kind, help, deprecated } = flag;
  const schema = SCHEMAS.get(kind.parse);
  if (!schema) throw new Error(`the kind of --${name} has no schema`);
  const value = defaultReader()(flag);
  const isPlain = typeof value === 'boolean' || Array.isArray(value) || schema === SCHEMAS.get(integerKind.parse);
  const shown = flag.ofPlugin?.isSecret ? '' : kind.format(value);
  return {
    ...schema,
    description: deprecated === undefined ? help : `${help} ${deprecated}`,
    ...(deprecated !== undefined && { deprecated: true }),
    ...(isPlain ? { default: value } : shown !== '' && { default: shown }),
  };
}

function toCamelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
