import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiService,
  ApiServices,
  type ExtensionServer,
  ExtensionServers,
} from '../../../src/plugin-api/built-in.js';
import type { RemainingContent } from './namespace-content.js';

/** The user of the controller (upstream: its service account). */
const USER = {
  name: 'system:serviceaccount:kube-system:namespace-controller',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
};
const TIMEOUT_MS = 30_000;
/** Objects that are read to see what remains; others are only counted. */
const PAGE = 500;
const MAX_BYTES = 32 * 1024 * 1024;
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const DELETED: ReadonlySet<number> = new Set([200, 202, 404, 405]);

type Content = Pick<RemainingContent, 'failures' | 'resources' | 'finalizers'>;

/** The objects that other servers keep in namespaces. */
@Injectable()
export class RemoteNamespaceContent {
  constructor(
    @Inject(ApiServices) private readonly services: ApiServices,
    @Inject(ExtensionServers) private readonly servers: ExtensionServers,
  ) {}

  /** True if no other server serves anything. */
  get isEmpty(): boolean {
    return !this.services.delegates;
  }

  /** Deletes all of them in a namespace and returns those that remain (upstream: deletion.namespacedResourcesDeleter). */
  async delete(namespace: string): Promise<RemainingContent> {
    const undiscovered: string[] = [];
    const all: Content[] = [];
    await Promise.all(
      [...this.services.all()].map(async ({ server, group, version }: ApiService) => {
        if (!server) return;
        const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
        const plurals = await this.pluralsOf(server, root);
        if (!plurals) return void undiscovered.push(`${group}/${version}`);
        const base = `${root}/namespaces/${namespace}`;
        for (const plural of plurals) {
          all.push(await this.deleteAll(server, { path: `${base}/${plural}`, resource: `${plural}.${group}` }));
        }
      }),
    );
    return {
      undiscovered,
      failures: all.flatMap(({ failures }) => failures),
      resources: new Map(all.flatMap(({ resources }) => [...resources])),
      finalizers: sums(all.flatMap(({ finalizers }) => [...finalizers])),
    };
  }

  /** The namespaced resources that can be listed and deleted; undefined where the server does not say. */
  private async pluralsOf(server: ExtensionServer, path: string): Promise<string[] | undefined> {
    if (!server.isAvailable) return undefined;
    try {
      const answer = await this.servers.send(server, { path, user: USER, timeout: TIMEOUT_MS });
      if (answer.status !== 200) return undefined;
      const { resources } = JSON.parse(answer.body.toString('utf8')) as {
        resources?: readonly ListedResource[] | null;
      };
      return (resources ?? []).filter(isDeleted).map(({ name }) => name);
    } catch {
      return undefined;
    }
  }

  private async deleteAll(
    server: ExtensionServer,
    { path, resource }: { readonly path: string; readonly resource: string },
  ): Promise<Content> {
    try {
      const query = '?propagationPolicy=Background';
      const asked = { user: USER, timeout: TIMEOUT_MS, maxAnswerBytes: MAX_BYTES, headers: { accept: METADATA } };
      const { status } = await this.servers.send(server, { ...asked, method: 'DELETE', path: `${path}${query}` });
      if (!DELETED.has(status)) return failed(`${resource}: status ${status}`);
      const answer = await this.servers.send(server, { ...asked, path: `${path}?limit=${PAGE}` });
      if (answer.status === 404 || answer.status === 405) return NOTHING;
      if (answer.status !== 200) return failed(`${resource}: status ${answer.status}`);
      const { items, metadata } = JSON.parse(answer.body.toString('utf8')) as ListedPage;
      const left = items ?? [];
      const count = left.length + (metadata?.remainingItemCount ?? 0);
      const held = left.flatMap(({ metadata }) => metadata?.finalizers ?? []);
      const finalizers = sums(held.map((finalizer) => [finalizer, 1] as const));
      return { failures: [], resources: new Map(count > 0 ? [[resource, count]] : []), finalizers };
    } catch (error) {
      return failed(`${resource}: ${(error as Error).message}`);
    }
  }
}

interface ListedResource {
  readonly name: string;
  readonly namespaced?: boolean;
  readonly verbs?: readonly string[];
}

interface ListedPage {
  readonly items?: readonly ListedObject[] | null;
  readonly metadata?: { readonly remainingItemCount?: number };
}

interface ListedObject {
  readonly metadata?: { readonly finalizers?: readonly string[] };
}

const NOTHING: Content = { failures: [], resources: new Map(), finalizers: new Map() };

function failed(failure: string): Content {
  return { ...NOTHING, failures: [failure] };
}

function isDeleted({ name, namespaced, verbs = [] }: ListedResource): boolean {
  return namespaced === true && !name.includes('/') && verbs.includes('deletecollection') && verbs.includes('list');
}

function sums(counts: Iterable<readonly [string, number]>): Map<string, number> {
  const out = new Map<string, number>();
  for (const [name, count] of counts) out.set(name, (out.get(name) ?? 0) + count);
  return out;
}
