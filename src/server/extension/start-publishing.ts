import type { INestApplicationContext } from '@nestjs/common';
import { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { ApiServerClient, type ClusterConnections, OutboundMetrics } from '../../outbound/index.js';
import { Catalogue } from '../../plugin-host/index.js';
import type { ServingCertificate } from '../certificates/index.js';
import { AuthorityPublisher } from './authority-publisher.js';

/** Publishes the authority of the serving certificate, in force now and later; the result ends that. */
export function startPublishing(
  app: Pick<INestApplicationContext, 'get'>,
  { core }: ClusterConnections,
  serving: ServingCertificate,
): () => Promise<void> {
  const [clock, logger, catalogue] = [app.get(Clock), app.get(Logger), app.get(Catalogue)];
  const client = new ApiServerClient(core, { clock, metrics: new OutboundMetrics(app.get(MetricsRegistry)) });
  const apiServices = (): string[] =>
    catalogue.groups().flatMap(({ group, versions }) => versions.map((version) => `${version}.${group}`));
  const publisher = new AuthorityPublisher(serving.current.authority, { client, apiServices, clock, logger });
  serving.onChange(({ authority }) => publisher.use(authority));
  publisher.start();
  return () => publisher.close();
}
