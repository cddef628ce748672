/**
 * The endpoints that report health.
 *
 * @public
 * @example
 * const endpoints: readonly HealthEndpoint[] = ['readyz'];
 */
export type HealthEndpoint = 'livez' | 'readyz' | 'healthz';

/**
 * Something that has to be well for the server to be. Contributed by a plugin, instantiated by Nest inside its module.
 *
 * @public
 * @example
 * class TideCheck extends HealthCheck {
 *   readonly name = 'tide';
 *   check() { if (clock.now() < 0) throw new Error('the clock is wrong'); }
 * }
 */
export abstract class HealthCheck {
  /** Name by which the endpoints show it and `?exclude=` leaves it out; a path segment. */
  abstract readonly name: string;
  /** The endpoints that ask it; all when not given. */
  readonly endpoints?: readonly HealthEndpoint[];
  /**
   * Throws or rejects with the reason when something is wrong. Called for every request to an endpoint, so it is cheap,
   * and it answers in bounded time. The reason is shown where this check alone is asked for: no secrets.
   */
  abstract check(endpoint: HealthEndpoint): void | Promise<void>;
}
