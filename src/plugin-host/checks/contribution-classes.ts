import { AdmissionPlugin } from '../../admission/index.js';
import { Authenticator } from '../../authn/index.js';
import { Authorizer } from '../../authz/index.js';
import { HealthCheck, KindController, QueueController, StartHook, WriteHook } from '../../plugin-api/index.js';
import {
  CONTRIBUTION_POINTS,
  type ContributedParts,
  type ContributionPoint,
  Controller,
  type WritesOf,
  writtenResource,
} from '../../plugin-api/built-in.js';
import { listedDeclarations, missingMembers, textMember } from './required-members.js';

/** The class that contributions to a place extend or are like. */
interface ContributionClass {
  readonly base: abstract new (...dependencies: never[]) => object;
  /** The functions without which it could not be called. */
  readonly functions: readonly string[];
  /** True if it needs a name, which messages, flags and metrics show. */
  readonly isNamed: boolean;
}

/** The classes of contributions by the member of a plugin that names them. */
export const CONTRIBUTION_CLASSES: Readonly<Record<ContributionPoint, ContributionClass>> = {
  admission: { base: AdmissionPlugin, functions: ['handles'], isNamed: true },
  writeHooks: { base: WriteHook, functions: ['hook'], isNamed: true },
  startHooks: { base: StartHook, functions: ['run'], isNamed: true },
  controllers: { base: Controller, functions: ['start', 'stop', 'step'], isNamed: true },
  authenticators: { base: Authenticator, functions: ['authenticate'], isNamed: false },
  authorizers: { base: Authorizer, functions: ['authorize'], isNamed: false },
  healthChecks: { base: HealthCheck, functions: ['check'], isNamed: true },
};

/** Returns the class that a place expects, as messages name it. */
export function expectedClass(point: ContributionPoint): string {
  const { base } = CONTRIBUTION_CLASSES[point];
  return `a class that extends ${base === Controller ? 'QueueController or Controller' : base.name}`;
}

/** The functions that subclasses of the controllers have, besides those that the host calls. */
const CONTROLLER_FUNCTIONS: readonly (readonly [base: ContributionClass['base'], functions: readonly string[]])[] = [
  [QueueController, ['watch', 'reconcile']],
  [KindController, ['reconcileObject']],
];

/** Finds contributions that lack what they would be called for: classes of another role that Nest has created nevertheless. */
export function checkContributed(plugin: string, parts: ContributedParts): string[] {
  return CONTRIBUTION_POINTS.flatMap((point) =>
    [...(parts[point] as readonly object[]).entries()].flatMap(([i, part]) => {
      const where = `${plugin}: ${point}[${i}]`;
      const missing = missingFrom(point, part);
      if (missing.length === 0) return valueFaults(point, where, part);
      return [`${where}: ${part.constructor.name} has no ${missing.join(', ')}; expected ${expectedClass(point)}`];
    }),
  );
}

/** Finds values with which a contribution would never be called. */
function valueFaults(point: ContributionPoint, where: string, part: object): string[] {
  if (point === 'writeHooks') return checkWritesOf(where, part as WriteHook);
  return point === 'healthChecks' ? checkHealth(`${where}: ${part.constructor.name}`, part as HealthCheck) : [];
}

const ENDPOINTS: ReadonlySet<string> = new Set(['livez', 'readyz', 'healthz']);

function checkHealth(where: string, { name, endpoints = [] }: HealthCheck): string[] {
  const unknown = Array.isArray(endpoints) ? endpoints.filter((endpoint) => !ENDPOINTS.has(endpoint)) : [endpoints];
  const faults = unknown.map(
    (endpoint) => `${where}: there is no endpoint ${JSON.stringify(endpoint)}; use ${[...ENDPOINTS].join(', ')}`,
  );
  if (/^[A-Za-z0-9._-]+$/.test(name)) return faults;
  return [
    ...faults,
    `${where}: its name ${JSON.stringify(name)} is part of a path; use letters, digits, ".", "_" and "-"`,
  ];
}

function missingFrom(point: ContributionPoint, part: object): string[] {
  const { functions, isNamed } = CONTRIBUTION_CLASSES[point];
  const members = part as Readonly<Record<string, unknown>>;
  const further = CONTROLLER_FUNCTIONS.flatMap(([base, names]) => (part instanceof base ? names : []));
  const called = [...functions, ...further].filter((name) => typeof members[name] !== 'function');
  return [
    ...(isNamed && (typeof members.name !== 'string' || members.name === '') ? ['name'] : []),
    ...called.map((name) => `${name}()`),
    ...(part instanceof KindController && !isClassOrObject(members.type) ? ['type'] : []),
    ...(point === 'writeHooks' && !Array.isArray(members.writesOf) ? ['writesOf'] : []),
  ];
}

const TYPE = [
  { name: 'type', isRight: (value: unknown) => typeof value === 'function', expected: 'the class of a kind' },
];
const RESOURCE = [textMember('group', 'the group of a kind'), textMember('resource', 'the plural of a kind')];

function checkWritesOf(where: string, { constructor, writesOf }: WriteHook): string[] {
  const of = `${where}: ${constructor.name}`;
  const { entries, faults } = listedDeclarations(of, 'writesOf', writesOf);
  const ofEntries = entries.flatMap(([i, entry]) => {
    const place = `${of}: writesOf[${i}]`;
    return [...writesFaults(place, entry), ...operationFaults(place, entry)];
  });
  return [...faults, ...ofEntries];
}

function writesFaults(where: string, entry: object): string[] {
  if (!('type' in entry)) return missingMembers(where, entry, RESOURCE);
  if (typeof entry.type === 'object' && entry.type !== null)
    return missingMembers(`${where}: type`, entry.type, RESOURCE);
  const missing = missingMembers(where, entry, TYPE);
  return missing.length > 0 ? missing : classFaults(where, entry as WritesOf);
}

const OPERATIONS: ReadonlySet<unknown> = new Set(['CREATE', 'UPDATE', 'DELETE']);

function operationFaults(where: string, { operations = [] }: { readonly operations?: unknown }): string[] {
  const isRight = Array.isArray(operations) && operations.every((operation) => OPERATIONS.has(operation));
  return isRight
    ? []
    : [`${where}: its operations are ${JSON.stringify(operations)}; use ${[...OPERATIONS].join(', ')}`];
}

function classFaults(where: string, writes: WritesOf): string[] {
  try {
    writtenResource(writes);
    return [];
  } catch (error) {
    return [`${where}: ${(error as Error).message}`];
  }
}

function isClassOrObject(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}
