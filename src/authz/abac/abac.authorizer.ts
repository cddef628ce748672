import { withoutTrailing } from '../../apimachinery/index.js';
import { type Clock, type Logger, ReloadedFile } from '../../observability/index.js';
import type { UserInfo } from '../../request/index.js';
import {
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  type RuleResolver,
  type UserRules,
} from '../authorizer.js';
import { parsePolicies, type Policy } from './policy.js';

const ALLOW: Decision = { verdict: 'Allow', reason: '' };
const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: 'No policy matched.' };
const READING = ['get', 'list', 'watch'];

/** Where the policies are. */
export interface PolicyFileSettings {
  readonly path: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Decides by the policies of a file (mode ABAC), which is read again when it changes. */
export class AbacAuthorizer extends Authorizer implements RuleResolver {
  private byUser: ReadonlyMap<string, readonly Policy[]> = new Map();
  private byGroup: ReadonlyMap<string, readonly Policy[]> = new Map();
  private file: ReloadedFile<Policy[]> | undefined;

  constructor(policies: readonly Policy[]) {
    super();
    this.use(policies);
  }

  /** Reads the file and keeps up with it; fails when it cannot be used. */
  static async open(settings: PolicyFileSettings): Promise<AbacAuthorizer> {
    const authorizer = new AbacAuthorizer([]);
    const onReload = (policies: Policy[]): void => authorizer.use(policies);
    authorizer.file = new ReloadedFile({ ...settings, parse: parsePolicies, onReload });
    authorizer.use(await authorizer.file.load());
    authorizer.file.start();
    return authorizer;
  }

  /** Stops watching the file. */
  close(): void {
    this.file?.stop();
  }

  authorize(attributes: AuthorizationAttributes): Decision {
    const isAllowed = this.policiesOf(attributes.user).some((policy) => allows(policy, attributes));
    return isAllowed ? ALLOW : NO_OPINION;
  }

  rulesFor(user: UserInfo, namespace: string): UserRules {
    const policies = this.policiesOf(user).filter((policy) => fits(policy.namespace, namespace));
    const verbsOf = ({ isReadOnly }: Policy): readonly string[] => (isReadOnly ? READING : ['*']);
    return {
      resourceRules: policies.map((policy) => {
        return {
          verbs: verbsOf(policy),
          apiGroups: [policy.apiGroup],
          resources: [policy.resource],
          resourceNames: [],
        };
      }),
      nonResourceRules: policies.map((policy) => {
        return { verbs: verbsOf(policy), nonResourceURLs: [policy.nonResourcePath] };
      }),
      incomplete: false,
      errors: [],
    };
  }

  private use(policies: readonly Policy[]): void {
    this.byUser = arrange(
      policies.filter(({ user }) => user !== ''),
      ({ user }) => user,
    );
    this.byGroup = arrange(
      policies.filter(({ user, group }) => user === '' && group !== ''),
      ({ group }) => group,
    );
  }

  private policiesOf({ name, groups }: UserInfo): Policy[] {
    const own = (this.byUser.get(name) ?? []).filter(({ group }) => group === '' || groups.includes(group));
    return [...own, ...groups.flatMap((group) => this.byGroup.get(group) ?? [])];
  }
}

function arrange(policies: readonly Policy[], keyOf: (policy: Policy) => string): Map<string, Policy[]> {
  const arranged = new Map<string, Policy[]>();
  for (const policy of policies) {
    const key = keyOf(policy);
    const others = arranged.get(key);
    if (others) others.push(policy);
    else arranged.set(key, [policy]);
  }
  return arranged;
}

function allows(policy: Policy, attributes: AuthorizationAttributes): boolean {
  if (policy.isReadOnly && !READING.includes(attributes.verb)) return false;
  if (!attributes.isResourceRequest) return coversPath(policy.nonResourcePath, attributes.path);
  const { namespace, resource, group } = attributes;
  return fits(policy.namespace, namespace) && fits(policy.resource, resource) && fits(policy.apiGroup, group);
}

function coversPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true;
  return pattern.endsWith('*') && path.startsWith(withoutTrailing(pattern, '*'));
}

function fits(pattern: string, value: string): boolean {
  return pattern === '*' || pattern === value;
}
