import { compareVersionPriority } from '../../apimachinery/index.js';
import type { ServedResource } from './served-resource.js';

/** A served group: its versions in the order of discovery. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: readonly string[];
  readonly preferred: string;
}

/** The served resources of one group, by version and resource. Orders are recomputed only after a change. */
export class GroupIndex {
  private readonly versions = new Map<string, Map<string, ServedResource>>();
  private readonly sorted = new Map<string, readonly ServedResource[]>();
  private group: ServedGroup | undefined;

  constructor(
    private readonly name: string,
    /** Place in discovery; higher first. */
    readonly priority: number,
  ) {}

  get isEmpty(): boolean {
    return this.versions.size === 0;
  }

  /** Adds a resource; one of the same version and name gives way. */
  add(resource: ServedResource): void {
    const { version, resource: plural } = resource.gvr;
    let resources = this.versions.get(version);
    if (!resources) {
      this.versions.set(version, (resources = new Map()));
      this.group = undefined;
    }
    resources.set(plural, resource);
    this.sorted.delete(version);
  }

  /** Takes a resource out; returns whether it was there. */
  remove(resource: ServedResource): boolean {
    const { version, resource: plural } = resource.gvr;
    const resources = this.versions.get(version);
    if (resources?.get(plural) !== resource) return false;
    resources.delete(plural);
    this.sorted.delete(version);
    if (resources.size === 0) {
      this.versions.delete(version);
      this.group = undefined;
    }
    return true;
  }

  /** True if all its resources are of unstructured kinds. */
  get isUnstructured(): boolean {
    return [...this.versions.values()].every((resources) =>
      [...resources.values()].every(({ version }) => version.type.isUnstructured),
    );
  }

  resource(version: string, plural: string): ServedResource | undefined {
    return this.versions.get(version)?.get(plural);
  }

  hasVersion(version: string): boolean {
    return this.versions.has(version);
  }

  /** Returns the resources of a version, by name. */
  resourcesOf(version: string): readonly ServedResource[] {
    let sorted = this.sorted.get(version);
    if (!sorted) {
      const resources = [...(this.versions.get(version)?.values() ?? [])];
      sorted = resources.sort((a, b) => (a.gvr.resource < b.gvr.resource ? -1 : 1));
      if (resources.length > 0) this.sorted.set(version, sorted);
    }
    return sorted;
  }

  /** Returns the group as discovery shows it. */
  served(): ServedGroup {
    if (!this.group) {
      const versions = [...this.versions.keys()].sort(compareVersionPriority);
      this.group = { group: this.name, versions, preferred: versions[0] };
    }
    return this.group;
  }
}
