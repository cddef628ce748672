import type { INestApplication } from '@nestjs/common';
import { Authenticator, describeIssuer } from '../authn/index.js';
import { Authorizer } from '../authz/index.js';
import { Serializers } from '../codecs/index.js';
import { DiscoveryHandler } from '../discovery/index.js';
import { ApiHandler } from '../endpoints/index.js';
import { Logger, MetricsRegistry, RequestMetrics } from '../observability/index.js';
import { OpenApiDocuments } from '../openapi/index.js';
import type { ApiServerOptions } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { ClientCertificates } from './client-certificate.js';
import { NonResourceHandler } from './non-resource-handler.js';
import { OpenApiSources, typesOf } from './openapi-source.js';
import { RequestPipeline } from './request-pipeline.js';
import type { ServerHealth } from './server-health.js';

/** Puts the pipeline together from what Nest has made. Everything is resolved here, once. */
export function createPipeline(
  app: INestApplication,
  options: ApiServerOptions,
  server: { readonly health: ServerHealth; readonly serviceAccountKey: string; readonly url: () => string },
): RequestPipeline {
  const { health, url } = server;
  const catalogue = app.get(Catalogue);
  const serializers = app.get(Serializers);
  const { serving, storage, api } = options;
  const sources = new OpenApiSources(catalogue, api.emulatedRelease);
  sources.current();
  const openapi = new OpenApiDocuments(() => sources.current());
  catalogue.onChange(({ group, version, resource }) =>
    openapi.invalidate({ group, version, types: typesOf(resource) }),
  );
  const nonResource = new NonResourceHandler({
    discovery: new DiscoveryHandler(catalogue, serializers, () => url().replace(/^https:\/\//, '')),
    health: health.checks,
    metrics: app.get(MetricsRegistry),
    openapi,
    release: api.emulatedRelease,
    issuer: () =>
      describeIssuer({
        issuer: options.serviceAccountIssuers[0],
        keys: [server.serviceAccountKey],
        keySetUrl: `${url()}/openid/v1/jwks`,
      }),
  });
  return new RequestPipeline({
    authenticator: app.get(Authenticator),
    authorizer: app.get(Authorizer),
    api: new ApiHandler(catalogue, {
      authorizer: app.get(Authorizer),
      knowsKind: (apiVersion, kind) => catalogue.knowsKind(apiVersion, kind),
      deleteCollectionWorkers: storage.deleteCollectionWorkers,
      minRequestTimeoutSeconds: serving.minRequestTimeoutSeconds,
    }),
    nonResource,
    metrics: app.get(RequestMetrics),
    logger: app.get(Logger),
    serializers,
    clientCertificates: new ClientCertificates(),
    maxReading: serving.maxRequestsInFlight,
    maxMutating: serving.maxMutatingRequestsInFlight,
    requestTimeoutMs: serving.requestTimeout,
    allowedOrigins: serving.corsAllowedOrigins,
    tracesDecisions: options.authorization.decisionTrace,
  });
}
