import { Inject } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  Authorizer,
  Logger,
  MetricsRegistry,
  type Stores,
} from '../../../src/plugin-api/index.js';
import { type WebhookClients } from '../../../src/plugin-api/built-in.js';
import { isExemptFromWebhooks } from '../configurations/exempt-resources.js';
import { type RequestMatch, RequestNamespace } from '../matching/index.js';
import type { StoredWebhook } from './stored-webhook.js';
import { WebhookCaller } from './webhook-caller.js';
import { WebhookConditions } from './webhook-conditions.js';
import { WebhookConnections } from './webhook-connections.js';
import type { WebhookFailure } from './webhook-failure.js';
import { WebhookMetrics, type WebhookType } from './webhook-metrics.js';
import { WebhookObserver } from './webhook-observer.js';
import { type StaticManifests, type StaticManifestsProvider, webhookManifests } from '../static-manifests/index.js';
import { readWebhookAdmission } from './webhook-admission.configuration.js';
import { WebhookRegistry } from './webhook-registry.js';

/** The dependencies of both plugins. */
export interface WebhookAdmissionParts {
  readonly stores: Stores;
  readonly clients: WebhookClients;
  readonly provider: StaticManifestsProvider;
}

/** The configurations of a plugin that asks webhooks. */
export interface WebhookSort {
  readonly plugin: string;
  readonly kind: string;
  readonly resource: string;
  readonly mayPatch: boolean;
}

/** A webhook that is about a request, and how. */
export interface MatchedWebhook {
  readonly webhook: StoredWebhook;
  readonly match: RequestMatch;
}

/** The common part of the plugins that ask webhooks. */
export abstract class WebhookAdmission extends AdmissionPlugin {
  protected readonly registry: WebhookRegistry;
  protected readonly caller: WebhookCaller;
  protected readonly stores: Stores;
  private readonly type: WebhookType;
  private knownObserver: WebhookObserver | undefined;
  @Inject(Logger) private readonly logger!: Logger;
  @Inject(Authorizer) private readonly authorizer!: Authorizer;
  @Inject(MetricsRegistry) private readonly metrics!: MetricsRegistry;
  private readonly connections: WebhookConnections;
  private readonly clients: WebhookClients;
  private knownConditions: WebhookConditions | undefined;
  private readonly manifests: StaticManifests;
  private readonly release: string;

  constructor({ stores, clients, provider }: WebhookAdmissionParts, { plugin, kind, resource, mayPatch }: WebhookSort) {
    super();
    this.clients = clients;
    this.connections = new WebhookConnections(clients);
    this.stores = stores;
    this.type = mayPatch ? 'admit' : 'validating';
    this.release = provider.release;
    const manifests = (this.manifests = provider.of({ plugin, kinds: [webhookManifests(kind, resource)] }));
    const keepOnly = (webhooks: readonly StoredWebhook[]): void => this.connections.keepOnly(webhooks);
    this.registry = new WebhookRegistry({ resource, stores, manifests }, keepOnly);
    this.caller = new WebhookCaller(this.connections, mayPatch);
  }

  override async configure(configuration: unknown): Promise<void> {
    const { kubeConfigFile: kubeconfig, staticManifestsDir } = readWebhookAdmission(configuration, this.release);
    await Promise.all([this.manifests.open(staticManifestsDir), this.readCredentials(kubeconfig)]);
  }

  private async readCredentials(kubeconfig: string): Promise<void> {
    if (kubeconfig === '') return;
    try {
      this.connections.credentials = await this.clients.readCredentials(kubeconfig);
    } catch (error) {
      throw new Error(`${kubeconfig}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Counts and reports the calls. */
  protected get observer(): WebhookObserver {
    return (this.knownObserver ??= new WebhookObserver(new WebhookMetrics(this.metrics), this.type));
  }

  /** The match conditions of webhooks. */
  protected get conditions(): WebhookConditions {
    return (this.knownConditions ??= new WebhookConditions(this.authorizer, this.observer));
  }

  handles(_operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return this.manifests.isConfigured || !isExemptFromWebhooks(resource);
  }

  /** Returns the namespace of a request, read when a selector needs it. */
  protected namespaceOf(attributes: AdmissionAttributes): RequestNamespace {
    return new RequestNamespace(this.stores, attributes);
  }

  /**
   * Continues without the answer of a webhook whose failures are ignored; fails if the request is over meanwhile. A call that
   * the client has ended is no failure of the webhook.
   */
  protected failOpen(webhook: StoredWebhook, error: WebhookFailure, attributes: AdmissionAttributes): void {
    attributes.signal?.throwIfAborted();
    this.logger.warn('failed calling webhook, failing open', { reason: error.message });
    this.observer.observeOpenFailure(webhook, attributes);
  }
}
