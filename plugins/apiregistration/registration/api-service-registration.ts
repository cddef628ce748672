import { Inject, Injectable } from '@nestjs/common';
import { type ResourceStore, Stores, systemContext } from '../../../src/plugin-api/index.js';
import { type ApiService, ApiServices, type ExtensionServer } from '../../../src/plugin-api/built-in.js';
import type { APIService, APIServiceSpec } from '../api-service/api-service.v1.js';

const HTTPS_PORT = 443;

/** Puts stored API services in force: who serves a group version, and its place in discovery. */
@Injectable()
export class ApiServiceRegistration {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServices) private readonly services: ApiServices,
  ) {}

  /** Activates all that are stored. */
  async load(): Promise<void> {
    for (const stored of await this.store.list(systemContext())) this.put(stored.metadata.name!, stored);
  }

  /** Activates one as it is stored now. */
  async bring(name: string): Promise<void> {
    this.put(name, await this.store.find(systemContext(), name));
  }

  private put(name: string, stored: APIService | undefined): void {
    if (stored?.spec) this.services.set(apiServiceOf(name, stored, stored.spec));
    else this.services.delete(name);
  }

  private get store(): ResourceStore<APIService> {
    return this.stores.of<APIService>('apiregistration.k8s.io', 'apiservices');
  }
}

function apiServiceOf(name: string, { status }: APIService, spec: APIServiceSpec): ApiService {
  const { group = '', version = '', groupPriorityMinimum: groupPriority, versionPriority } = spec;
  const isAvailable = !!status?.conditions?.some((each) => each.type === 'Available' && each.status === 'True');
  return { name, group, version, groupPriority, versionPriority, server: serverOf(spec, isAvailable) };
}

/** Returns the server that an API service names; undefined for what is served here. */
export function serverOf(
  { service, caBundle = '', insecureSkipTLSVerify = false }: APIServiceSpec,
  isAvailable: boolean,
): ExtensionServer | undefined {
  if (!service) return undefined;
  const { namespace = '', name = '', port = HTTPS_PORT } = service;
  const authority = Buffer.from(caBundle, 'base64').toString('utf8');
  return { namespace, name, port, authority, isInsecure: insecureSkipTLSVerify, isAvailable };
}
