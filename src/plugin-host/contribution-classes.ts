import { AdmissionPlugin } from '../admission/index.js';
import { Authenticator } from '../authn/index.js';
import { Authorizer } from '../authz/index.js';
import {
  CONTRIBUTION_POINTS,
  type ContributedParts,
  type ContributionPoint,
  Controller,
  HealthCheck,
  StartHook,
  WriteHook,
} from '../plugin-api/index.js';

/** The class that contributions to a place extend or are like. */
interface ContributionClass {
  readonly base: abstract new (...dependencies: never[]) => object;
  /** The functions without which it could not be called. */
  readonly functions: readonly string[];
  /** True if messages, flags and metrics know it by a name of its own. */
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

/** The class that a place expects, as messages name it. */
export function expectedClass(point: ContributionPoint): string {
  const { base } = CONTRIBUTION_CLASSES[point];
  return `a class that extends ${base === Controller ? 'QueueController or Controller' : base.name}`;
}

/** Finds contributions that lack what they would be called for: classes of another role that Nest has created nevertheless. */
export function checkContributed(plugin: string, parts: ContributedParts): string[] {
  return CONTRIBUTION_POINTS.flatMap((point) => {
    const { functions, isNamed } = CONTRIBUTION_CLASSES[point];
    return [...(parts[point] as readonly object[]).entries()].flatMap(([i, part]) => {
      const members = part as Readonly<Record<string, unknown>>;
      const missing = functions.filter((name) => typeof members[name] !== 'function').map((name) => `${name}()`);
      if (isNamed && (typeof members.name !== 'string' || members.name === '')) missing.unshift('name');
      if (missing.length === 0) return [];
      const what = `${point}[${i}]: ${part.constructor.name} has no ${missing.join(', ')}`;
      return [`${plugin}: ${what}; expected ${expectedClass(point)}`];
    });
  });
}
