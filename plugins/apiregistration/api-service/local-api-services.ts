import { Inject, Injectable } from '@nestjs/common';
import {
  type ResourceStore,
  ServedGroups,
  Stores,
  isAlreadyExists,
  isDeepEqual,
  isNotFound,
  systemContext,
} from '../../../src/plugin-api/index.js';
import type { APIService, APIServiceSpec } from './api-service.v1.js';
import { prioritiesOf } from './priorities.js';

const AUTOMANAGED = 'kube-aggregator.kubernetes.io/automanaged';
const ON_START = 'onstart';

/** Keeps the API services of what this server serves itself; those without the label of the server are left alone. */
@Injectable()
export class LocalApiServices {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ServedGroups) private readonly served: ServedGroups,
  ) {}

  /** Creates missing ones, updates those that differ, and removes those of groups that are no longer served. */
  async sync(): Promise<void> {
    const current = new Map((await this.store.list(systemContext())).map((found) => [found.metadata.name!, found]));
    const wanted = new Map(this.specs().map((spec) => [`${spec.version}.${spec.group}`, spec]));
    const changes = [...wanted].map(([name, spec]) => this.keep(name, spec, current.get(name)));
    const others = [...current.values()].filter((found) => isManaged(found) && !wanted.has(found.metadata.name!));
    await Promise.all([...changes, ...others.map((other) => this.remove(other))]);
  }

  private specs(): APIServiceSpec[] {
    return this.served.groups().flatMap(({ group, versions }) =>
      versions.map((version) => {
        const places = prioritiesOf(group, version);
        return { group, version, groupPriorityMinimum: places.group, versionPriority: places.version };
      }),
    );
  }

  private async keep(name: string, spec: APIServiceSpec, found: APIService | undefined): Promise<void> {
    if (!found) return this.create(name, spec);
    if (!isManaged(found) || hasSpec(found, spec)) return;
    await this.store.update(systemContext(), name, (old) => ({ ...old!, spec })).catch(unlessGone);
  }

  private async create(name: string, spec: APIServiceSpec): Promise<void> {
    const metadata = { name, labels: { [AUTOMANAGED]: ON_START } };
    const made = { kind: 'APIService', apiVersion: 'apiregistration.k8s.io/v1', metadata, spec };
    try {
      await this.store.create(systemContext(), made);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  private async remove({ metadata }: APIService): Promise<void> {
    await this.store.delete(systemContext(), metadata.name!).catch(unlessGone);
  }

  private get store(): ResourceStore<APIService> {
    return this.stores.of<APIService>('apiregistration.k8s.io', 'apiservices');
  }
}

function isManaged({ metadata }: APIService): boolean {
  return metadata.labels?.[AUTOMANAGED] === ON_START;
}

/** Members that are unset and members that are empty are the same. */
function hasSpec({ spec }: APIService, wanted: APIServiceSpec): boolean {
  return isDeepEqual({ ...spec, group: spec?.group ?? '', version: spec?.version ?? '' }, { ...wanted });
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
