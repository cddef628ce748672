import { Inject, Injectable } from '@nestjs/common';
import {
  type ResourceStore,
  Stores,
  isAlreadyExists,
  isDeepEqual,
  isNotFound,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { ServedGroups } from '../../../src/plugin-api/built-in.js';
import type { APIService, APIServiceSpec } from './api-service.v1.js';
import { isBuiltIn, prioritiesOf } from './priorities.js';

const AUTOMANAGED = 'kube-aggregator.kubernetes.io/automanaged';
/** It is served whatever is registered, and so has no API service itself. */
const OWN_GROUP = 'apiregistration.k8s.io';
/** Kept once, at the start: those of built-in groups. */
const ON_START = 'onstart';
/** Kept all the time: those of groups that come and go. */
const ALWAYS = 'true';

/** The API service of a group version that is served here. */
interface WantedApiService {
  readonly spec: APIServiceSpec;
  readonly managed: typeof ON_START | typeof ALWAYS;
}

/**
 * Keeps the API services of what this server serves itself (upstream: autoRegisterController); those without the label of
 * the server are left alone.
 */
@Injectable()
export class LocalApiServices {
  private wanted: ReadonlyMap<string, WantedApiService> = new Map();
  /** The names of all that were served since the start. */
  private readonly known = new Set<string>();

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ServedGroups) private readonly served: ServedGroups,
  ) {}

  /** Reads what is served; returns the names of the API services that came, went or differ since the last call. */
  refresh(): string[] {
    const before = this.wanted;
    this.wanted = new Map(this.served.groups().flatMap(wantedOf));
    for (const name of this.wanted.keys()) this.known.add(name);
    const names = new Set([...before.keys(), ...this.wanted.keys()]);
    return [...names].filter((name) => !isDeepEqual(before.get(name), this.wanted.get(name)));
  }

  /** Creates, updates and removes whatever differs, once at the start. */
  async sync(): Promise<void> {
    this.refresh();
    const stored = await this.store.list(systemContext());
    const current = new Map(stored.map((found) => [found.metadata.name!, found]));
    const names = new Set([...current.keys(), ...this.wanted.keys()]);
    await Promise.all([...names].map((name) => this.bring(name, current.get(name))));
  }

  /** Keeps one API service while the server runs: changes of one that is kept once are left. */
  async keep(name: string): Promise<void> {
    const found = await this.store.find(systemContext(), name);
    const managed = this.wanted.get(name)?.managed ?? managedOf(found);
    if (managed === ON_START && (this.wanted.has(name) || !this.known.has(name))) return;
    await this.bring(name, found);
  }

  private async bring(name: string, found: APIService | undefined): Promise<void> {
    const wanted = this.wanted.get(name);
    if (!found) return wanted && this.create(name, wanted);
    if (managedOf(found) === undefined) return;
    if (!wanted) return void (await this.store.delete(systemContext(), name).catch(unlessGone));
    const { spec, managed } = wanted;
    if (hasSpec(found, spec) && managedOf(found) === managed) return;
    await this.store.update(systemContext(), name, (old) => updated(old!, wanted)).catch(unlessGone);
  }

  private async create(name: string, { spec, managed }: WantedApiService): Promise<void> {
    const metadata = { name, labels: { [AUTOMANAGED]: managed } };
    const made = { kind: 'APIService', apiVersion: 'apiregistration.k8s.io/v1', metadata, spec };
    try {
      await this.store.create(systemContext(), made);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  private get store(): ResourceStore<APIService> {
    return this.stores.of<APIService>('apiregistration.k8s.io', 'apiservices');
  }
}

function wantedOf({ group, versions }: ReturnType<ServedGroups['groups']>[number]): [string, WantedApiService][] {
  if (group === OWN_GROUP) return [];
  const managed = isBuiltIn(group) ? ON_START : ALWAYS;
  return versions.map((version) => {
    const places = prioritiesOf(group, version);
    const spec = { group, version, groupPriorityMinimum: places.group, versionPriority: places.version };
    return [`${version}.${group}`, { spec, managed }];
  });
}

function managedOf(found: APIService | undefined): WantedApiService['managed'] | undefined {
  const value = found?.metadata.labels?.[AUTOMANAGED];
  return value === ON_START || value === ALWAYS ? value : undefined;
}

function updated(old: APIService, { spec, managed }: WantedApiService): APIService {
  const labels = { ...old.metadata.labels, [AUTOMANAGED]: managed };
  return { ...old, metadata: { ...old.metadata, labels }, spec };
}

/** Members that are unset and members that are empty are the same. */
function hasSpec({ spec }: APIService, wanted: APIServiceSpec): boolean {
  return isDeepEqual({ ...spec, group: spec?.group ?? '', version: spec?.version ?? '' }, { ...wanted });
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
