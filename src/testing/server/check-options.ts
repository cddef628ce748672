import { OPTION_GROUP_NAMES, type OptionGroupName } from '../../server/index.js';
import type { TestServerOptions } from './open-server.js';

/** A value that an option may have; `wanted` follows "expected". */
interface OptionRule {
  readonly isRight: (value: unknown) => boolean;
  readonly wanted: string;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const OBJECT: OptionRule = { isRight: isObject, wanted: 'an object' };
const TEXTS: OptionRule = {
  isRight: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  wanted: 'a list of texts',
};

/** Options that are no groups. */
type OwnOption = Exclude<keyof TestServerOptions, OptionGroupName | 'pluginOptions'> | 'thread';

/** The options of a server for tests. Others are those of servers: groups of options, which are objects. */
const RULES: Readonly<Record<OwnOption, OptionRule>> = {
  plugins: {
    isRight: (value) =>
      Array.isArray(value) &&
      value.every((each) => ['function', 'string'].includes(typeof each) || each instanceof URL),
    wanted: 'a list of plugin classes, or of packages and files of JavaScript',
  },
  clock: {
    isRight: (value) =>
      value === 'fake' || Number.isFinite(value) || typeof (value as { now?: unknown } | null)?.now === 'function',
    wanted: "'fake', milliseconds since 1970, or a clock",
  },
  controllers: { isRight: (value) => value === 'running' || value === 'stepped', wanted: "'running' or 'stepped'" },
  seed: { isRight: (value) => typeof value === 'string' || Number.isFinite(value), wanted: 'a text or a number' },
  nodes: { isRight: (value) => Number.isInteger(value) && (value as number) >= 0, wanted: 'a whole number from 0' },
  release: { isRight: (value) => typeof value === 'string', wanted: "a release, such as '1.29'" },
  tokens: TEXTS,
  thread: { isRight: (value) => typeof value === 'boolean', wanted: 'true or false' },
  logger: OBJECT,
};

const GROUPS: ReadonlySet<string> = new Set([...OPTION_GROUP_NAMES, 'pluginOptions']);

/** Throws TypeError for options of wrong values: not all tests check types, and each would fail far from here. */
export function checkOptions(options: object): void {
  if (!isObject(options)) throw new TypeError('startTestServer: expected an object with options');
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const rule = ruleOf(name);
    if (!rule)
      throw new TypeError(
        `${name}: there is no such option; there are ${[...Object.keys(RULES), ...GROUPS].join(', ')}`,
      );
    const { isRight, wanted } = rule;
    if (!isRight(value)) throw new TypeError(`${name}: ${shown(value)} is not allowed; expected ${wanted}`);
  }
}

function ruleOf(name: string): OptionRule | undefined {
  if (Object.hasOwn(RULES, name)) return RULES[name as OwnOption];
  return GROUPS.has(name) ? OBJECT : undefined;
}

/** Throws TypeError for what is no duration in milliseconds. */
export function checkDuration(what: string, milliseconds: unknown): void {
  if (Number.isFinite(milliseconds) && (milliseconds as number) >= 0) return;
  throw new TypeError(`${what}: ${shown(milliseconds)} is not allowed; expected milliseconds from 0`);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
