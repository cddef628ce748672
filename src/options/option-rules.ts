import 'reflect-metadata';
import { ArrayUnique, IsIn, IsInt, Matches, Max, Min, validateSync, type ValidationError } from 'class-validator';
import type { Flag } from './flag.js';
import {
  AuthorizationOptions,
  ObservabilityOptions,
  ServingOptions,
  StorageOptions,
  type ApiServerOptions,
} from './option-groups.js';
import { AUTHORIZATION_MODES } from './authorization-modes.js';
import type { OptionProblem } from './problem.js';

const KNOWN_MODES: readonly string[] = AUTHORIZATION_MODES;
const MODES = AUTHORIZATION_MODES.join(', ');
const MAX_STREAMS = 2 ** 31 - 1;

/** Rules are attached here, not in the classes, because loading class-validator costs more than all of the options. */
function rule(options: { prototype: object }, property: string, ...decorators: PropertyDecorator[]): void {
  for (const decorator of decorators) decorator(options.prototype, property);
}

const notNegative = (): PropertyDecorator => Min(0, { message: 'may not be negative' });

for (const property of [
  'maxConnections',
  'maxRequestsInFlight',
  'maxMutatingRequestsInFlight',
  'minRequestTimeoutSeconds',
]) {
  rule(ServingOptions, property, IsInt({ message: 'has to be a whole number' }), notNegative());
}
for (const property of ['shutdownDelay', 'livezGracePeriod']) rule(ServingOptions, property, notNegative());
for (const property of ['requestTimeout', 'idleTimeout', 'headersTimeout']) {
  rule(ServingOptions, property, Min(1, { message: 'has to be longer than 0s' }));
}
rule(
  ServingOptions,
  'strictTransportSecurityDirectives',
  Matches(/^(max-age=\d+|includeSubDomains|preload)$/, {
    each: true,
    message: 'allows max-age=<seconds>, includeSubDomains and preload only',
  }),
);
rule(
  ServingOptions,
  'http2MaxStreamsPerConnection',
  notNegative(),
  Max(MAX_STREAMS, { message: `may be ${MAX_STREAMS} at most` }),
);
rule(StorageOptions, 'continueTokenTtl', notNegative());
rule(
  StorageOptions,
  'deleteCollectionWorkers',
  IsInt({ message: 'has to be a whole number' }),
  Min(1, { message: 'has to be 1 or more' }),
);
rule(
  StorageOptions,
  'maxObjectBytes',
  IsInt({ message: 'has to be a whole number' }),
  Min(1, { message: 'has to be 1 or more' }),
);
rule(StorageOptions, 'eventTtl', Min(1, { message: 'has to be longer than 0s' }));
rule(
  AuthorizationOptions,
  'modes',
  IsIn(AUTHORIZATION_MODES, { each: true, message: ({ value }) => invalidModes(value) }),
  ArrayUnique({ message: 'names a mode more than once' }),
);
rule(ObservabilityOptions, 'verbosity', notNegative());

/** Checks the rules that concern one option each. */
export function ruleProblems(options: ApiServerOptions, flags: readonly Flag[]): OptionProblem[] {
  const groups = Object.entries(options).filter(([, group]) => typeof group === 'object');
  return groups.flatMap(([name, group]) =>
    validateSync(group as object, { forbidUnknownValues: false }).flatMap((error) => problemsOf(error, name, flags)),
  );
}

function problemsOf(
  { property, constraints = {} }: ValidationError,
  group: string,
  flags: readonly Flag[],
): OptionProblem[] {
  const flag = flags.find((candidate) => candidate.group === group && candidate.property === property);
  const option = flag === undefined ? `${group}.${property}` : `--${flag.name}`;
  const remedy =
    property === 'modes'
      ? `Name each of ${MODES} once at most.`
      : `Give another value. What it means: ${flag?.help ?? property}`;
  return Object.values(constraints).map((message) => ({ option, message, remedy }));
}

function invalidModes(modes: unknown): string {
  const unknown = (Array.isArray(modes) ? modes : []).filter((mode) => !KNOWN_MODES.includes(String(mode)));
  return unknown.map((mode) => `authorization-mode ${JSON.stringify(mode)} is not a valid mode`).join(', ');
}
