import { withoutTrailing } from '../../apimachinery/index.js';
import type { AuthorizationAttributes } from '../authorizer.js';
import type { PolicyRule } from './rbac-objects.js';

const ALL = '*';

/** A rule prepared for being asked often. */
export class CompiledRule {
  private readonly verbs: ReadonlySet<string>;
  private readonly apiGroups: ReadonlySet<string>;
  private readonly resources: ReadonlySet<string>;
  private readonly resourceNames: ReadonlySet<string>;
  private readonly paths: ReadonlySet<string>;
  private readonly pathPrefixes: readonly string[];
  private readonly allVerbs: boolean;
  private readonly allGroups: boolean;
  private readonly allResources: boolean;

  constructor(readonly rule: PolicyRule) {
    const urls = rule.nonResourceURLs ?? [];
    this.verbs = new Set(rule.verbs);
    this.apiGroups = new Set(rule.apiGroups);
    this.resources = new Set(rule.resources);
    this.resourceNames = new Set(rule.resourceNames);
    this.paths = new Set(urls);
    this.pathPrefixes = urls.filter((url) => url.endsWith(ALL)).map((url) => withoutTrailing(url, ALL));
    this.allVerbs = this.verbs.has(ALL);
    this.allGroups = this.apiGroups.has(ALL);
    this.allResources = this.resources.has(ALL);
  }

  /** Reports whether the rule allows what is asked. */
  allows(attributes: AuthorizationAttributes): boolean {
    if (!this.allVerbs && !this.verbs.has(attributes.verb)) return false;
    return attributes.isResourceRequest ? this.coversResource(attributes) : this.coversPath(attributes.path);
  }

  private coversResource({ group, resource, subresource, name }: AuthorizationAttributes): boolean {
    if (!this.allGroups && !this.apiGroups.has(group)) return false;
    if (this.resourceNames.size > 0 && !this.resourceNames.has(name)) return false;
    if (this.allResources) return true;
    if (subresource === '') return this.resources.has(resource);
    return this.resources.has(`${resource}/${subresource}`) || this.resources.has(`*/${subresource}`);
  }

  private coversPath(path: string): boolean {
    return this.paths.has(path) || this.pathPrefixes.some((prefix) => path.startsWith(prefix));
  }
}
