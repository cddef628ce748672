import { Inject } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  Authorizer,
  type Logger,
  type Stores,
  type WebhookClients,
} from '../../../src/plugin-api/index.js';
import { isExemptFromWebhooks } from '../configurations/exempt-resources.js';
import { type RequestMatch, RequestNamespace } from '../matching/index.js';
import type { StoredWebhook } from './stored-webhook.js';
import { WebhookCaller } from './webhook-caller.js';
import { WebhookConditions } from './webhook-conditions.js';
import { WebhookConnections } from './webhook-connections.js';
import { WebhookRegistry } from './webhook-registry.js';

/** The dependencies of both plugins. */
export interface WebhookAdmissionParts {
  readonly stores: Stores;
  readonly clients: WebhookClients;
  readonly logger: Logger;
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
  private readonly logger: Logger;
  @Inject(Authorizer) private readonly authorizer!: Authorizer;
  private knownConditions: WebhookConditions | undefined;

  constructor({ stores, clients, logger }: WebhookAdmissionParts, configurations: string, mayPatch: boolean) {
    super();
    const connections = new WebhookConnections(clients);
    this.stores = stores;
    this.logger = logger;
    this.registry = new WebhookRegistry(configurations, stores, (webhooks) => connections.keepOnly(webhooks));
    this.caller = new WebhookCaller(connections, mayPatch);
  }

  /** The match conditions of webhooks. */
  protected get conditions(): WebhookConditions {
    return (this.knownConditions ??= new WebhookConditions(this.authorizer));
  }

  handles(_operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return !isExemptFromWebhooks(resource);
  }

  /** The namespace of a request, read when a selector needs it. */
  protected namespaceOf(attributes: AdmissionAttributes): RequestNamespace {
    return new RequestNamespace(this.stores, attributes);
  }

  /** Goes on without the answer of a webhook whose failures are ignored; fails if the request is over meanwhile. */
  protected failOpen(error: Error, { signal }: AdmissionAttributes): void {
    this.logger.warn('failed calling webhook, failing open', { reason: error.message });
    signal?.throwIfAborted();
  }
}
