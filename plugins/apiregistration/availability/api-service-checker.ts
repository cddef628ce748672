import { Inject, Injectable } from '@nestjs/common';
import { Stores, systemContext } from '../../../src/plugin-api/index.js';
import { ApiServices, ExtensionServers } from '../../../src/plugin-api/built-in.js';
import type { APIServiceSpec } from '../api-service/api-service.v1.js';
import { serverOf } from '../registration/api-service-registration.js';
import {
  type Availability,
  LOCAL,
  PASSED,
  type ServedService,
  type ServiceEndpoints,
  failedCheck,
  serviceFault,
} from './available-condition.js';

/** Checks whether the servers behind API services are there. */
@Injectable()
export class ApiServiceChecker {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServices) private readonly registered: ApiServices,
    @Inject(ExtensionServers) private readonly servers: ExtensionServers,
  ) {}

  /** Returns the names of the API services that a service serves. */
  servedBy(namespace: string, name: string): string[] {
    if (!this.registered.delegates) return [];
    return [...this.registered.all()]
      .filter(({ server }) => server?.namespace === namespace && server.name === name)
      .map((service) => service.name);
  }

  /** Returns the state of an API service: its service is looked up, and its server asked. */
  async check(spec: APIServiceSpec): Promise<Availability> {
    const { service, group = '', version = '' } = spec;
    if (!service) return LOCAL;
    const { namespace = '', name = '' } = service;
    const context = systemContext(namespace);
    const [found, endpoints] = await Promise.all([
      this.stores.of<ServedService>('', 'services').find(context, name),
      this.stores.of<ServiceEndpoints>('', 'endpoints').find(context, name),
    ]);
    const fault = serviceFault(service, { service: found, endpoints });
    if (fault) return fault;
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const failure = await this.servers.faultOf(serverOf(spec, true)!, path);
    return failure === undefined ? PASSED : failedCheck(failure);
  }
}
