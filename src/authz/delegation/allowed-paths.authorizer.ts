import { type AuthorizationAttributes, Authorizer, type Decision } from '../authorizer.js';
import type { DecisionStep, TracingAuthorizer } from '../decision-steps.js';

const ALLOW: Decision = { verdict: 'Allow', reason: '' };
const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: '' };

/** Allows every user some paths that are no resources; a star at the end of one stands for the rest (upstream: path.NewAuthorizer). */
export class AllowedPathsAuthorizer extends Authorizer implements TracingAuthorizer {
  private readonly paths: ReadonlySet<string>;
  private readonly prefixes: readonly string[];

  /** Throws an Error for a star elsewhere. */
  constructor(given: readonly string[]) {
    super();
    const wrong = given.find((path) => path.slice(0, -1).includes('*'));
    if (wrong !== undefined) throw new Error(`only trailing * allowed in ${JSON.stringify(wrong)}`);
    const trimmed = given.map(withoutSlash);
    this.paths = new Set(trimmed.filter((path) => !path.endsWith('*')));
    this.prefixes = trimmed.filter((path) => path.endsWith('*')).map((path) => path.slice(0, -1));
  }

  authorize({ isResourceRequest, path }: AuthorizationAttributes): Decision {
    if (isResourceRequest) return NO_OPINION;
    const asked = withoutSlash(path);
    return this.paths.has(asked) || this.prefixes.some((prefix) => asked.startsWith(prefix)) ? ALLOW : NO_OPINION;
  }

  trace(attributes: AuthorizationAttributes): Promise<DecisionStep[]> {
    return Promise.resolve([{ type: 'AllowedPaths', name: 'always-allow-paths', ...this.authorize(attributes) }]);
  }
}

function withoutSlash(path: string): string {
  return path.startsWith('/') ? path.slice(1) : path;
}
