import { type GroupResource, parseApiVersion } from '../../../apimachinery/index.js';
import type { Clock, Logger } from '../../../observability/index.js';
import { type ApiServerClient, OutboundError } from '../../../outbound/index.js';
import type { ResolvedKind } from '../../../registry/index.js';
import { type DiscoveredResource, kindOf, versionPath } from '../discovered-kinds.js';

/** The dependencies of the discovery of a cluster. */
export interface ClusterDiscoveryParts {
  readonly client: Pick<ApiServerClient, 'get'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Logger;
}

/** A resource list of discovery. */
interface ResourceList {
  readonly resources?: readonly DiscoveredResource[];
}

/** A group of discovery. */
interface DiscoveredGroup {
  readonly preferredVersion?: { readonly version: string };
  readonly versions?: readonly { readonly version: string }[];
}

/** Milliseconds between two questions for a resource: the first pause, and the longest. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** Describes kinds of a cluster by its discovery. */
export class ClusterDiscovery {
  constructor(private readonly parts: ClusterDiscoveryParts) {}

  /** Returns the kind of a name in a version; undefined where the cluster does not serve it. */
  async kindOf(apiVersion: string, kind: string): Promise<ResolvedKind | undefined> {
    const { group, version } = parseApiVersion(apiVersion) ?? {};
    if (group === undefined || version === undefined) return undefined;
    const found = await this.resources(group, version);
    const resource = found.find((each) => each.kind === kind && !each.name.includes('/'));
    return resource && kindOf(group, resource, [version]);
  }

  /**
   * Returns the kind of a resource, in the version that the cluster prefers and that has it. Waits until the cluster answers and serves
   * it, and logs the reason once; undefined when the signal is aborted before.
   */
  async resourceOf({ group, resource }: GroupResource, signal: AbortSignal): Promise<ResolvedKind | undefined> {
    let reported = '';
    for (let wait = FIRST_WAIT; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const found = await this.find(group, resource).catch((error: unknown) => OutboundError.from(error).message);
      if (found !== undefined && typeof found !== 'string') return found;
      const reason = found ?? 'the cluster does not serve it';
      if (reason !== reported && !signal.aborted) {
        this.parts.logger.error('a kind of the cluster cannot be followed', { group, resource, reason });
      }
      reported = reason;
      await this.parts.clock.sleep(wait, signal);
    }
    return undefined;
  }

  private async find(group: string, resource: string): Promise<ResolvedKind | undefined> {
    for (const version of await this.versionsOf(group)) {
      const found = (await this.resources(group, version)).find(({ name }) => name === resource);
      if (found) return kindOf(group, found, [version]);
    }
    return undefined;
  }

  /** The versions of a group, the preferred one first. */
  private async versionsOf(group: string): Promise<string[]> {
    if (group === '') return ['v1'];
    const { preferredVersion, versions = [] } = (await this.parts.client.get<DiscoveredGroup>(`/apis/${group}`)) ?? {};
    const names = versions.map(({ version }) => version);
    return preferredVersion ? [...new Set([preferredVersion.version, ...names])] : names;
  }

  private async resources(group: string, version: string): Promise<readonly DiscoveredResource[]> {
    const list = await this.parts.client.get<ResourceList>(versionPath(group, version));
    return list?.resources ?? [];
  }
}
