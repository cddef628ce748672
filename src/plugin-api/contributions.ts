import type { AdmissionPlugin } from '../admission/index.js';
import type { Authenticator } from '../authn/index.js';
import type { Authorizer } from '../authz/index.js';
import type { HookClass } from '../registry/index.js';
import type { Controller } from './controllers/index.js';
import type { HealthCheck } from './health-check.js';
import type { StartHook } from './start-hook.js';
import type { WriteHook } from './write-hook.js';

/**
 * The contributions of a plugin besides kinds, by type.
 *
 * @public
 * @example
 * const name = (admission: ContributionTypes['admission']) => admission.name;
 */
export interface ContributionTypes {
  /** Change or refuse writes of all groups. */
  readonly admission: AdmissionPlugin;
  /** Called last before objects of kinds they name are stored or removed, those of other plugins too. */
  readonly writeHooks: WriteHook;
  /** Run once at every start, in order, before the server is ready. */
  readonly startHooks: StartHook;
  /** Run beside the API from then on. */
  readonly controllers: Controller;
  /** Asked in order, after the server's own and before the request counts as anonymous. */
  readonly authenticators: Authenticator;
  /**
   * Called in order, after those of `--authorization-mode`, for requests on which these have no opinion. One that is
   * also a `RuleResolver` contributes to the rules of a user.
   */
  readonly authorizers: Authorizer;
  /** Part of `/livez`, `/readyz` and `/healthz`. */
  readonly healthChecks: HealthCheck;
}

/**
 * Where contributions go.
 *
 * @public
 * @example
 * const point: ContributionPoint = 'healthChecks';
 */
export type ContributionPoint = keyof ContributionTypes;

/**
 * Classes of contributions, as a plugin declares them; Nest makes one instance of each in the plugin's module.
 *
 * @public
 * @example
 * const classes: ContributedClasses = { admission: [], controllers: [] };
 */
export type ContributedClasses = {
  readonly [P in ContributionPoint]?: readonly HookClass<ContributionTypes[P]>[];
};

/**
 * Contributions themselves.
 *
 * @internal
 * @example
 * const namesOf = (parts: ContributedParts) => parts.controllers.map((controller) => controller.name);
 */
export type ContributedParts = { readonly [P in ContributionPoint]: readonly ContributionTypes[P][] };

const POINTS: Readonly<Record<ContributionPoint, true>> = {
  admission: true,
  writeHooks: true,
  startHooks: true,
  controllers: true,
  authenticators: true,
  authorizers: true,
  healthChecks: true,
};

/**
 * All places contributions go to.
 *
 * @internal
 * @example
 * const isPoint = (key: string) => CONTRIBUTION_POINTS.some((point) => point === key);
 */
export const CONTRIBUTION_POINTS = Object.keys(POINTS) as readonly ContributionPoint[];
