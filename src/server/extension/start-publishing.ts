import type { INestApplicationContext } from '@nestjs/common';
import { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { ApiServerClient, type ClusterConnections, OutboundMetrics } from '../../outbound/index.js';
import { Catalogue } from '../../plugin-host/index.js';
import type { ServingCertificate } from '../certificates/index.js';
import { AuthorityPublisher } from './authority-publisher.js';

/** Publishes the authority of the serving certificate, in force now and later, for all that is served; the result ends that. */
export function startPublishing(
  app: Pick<INestApplicationContext, 'get'>,
  { core }: ClusterConnections,
  serving: ServingCertificate,
): () => Promise<void> {
  const [clock, logger, catalogue] = [app.get(Clock), app.get(Logger), app.get(Catalogue)];
  const client = new ApiServerClient(core, { clock, metrics: new OutboundMetrics(app.get(MetricsRegistry)) });
  const publisher = new AuthorityPublisher(serving.current.authority, { client, clock, logger });
  const followServed = (): void => publisher.follow(apiServicesOf(catalogue));
  serving.onChange(({ authority }) => publisher.use(authority));
  const stopListening = catalogue.onChange(followServed);
  followServed();
  return () => {
    stopListening();
    return publisher.close();
  };
}

/** The names of the APIServices of what is served: `v1.harbor.example.com`. */
function apiServicesOf(catalogue: Catalogue): string[] {
  const groups = catalogue.groups();
  return groups.flatMap(({ group, versions }) => versions.map((version) => `${version}.${group}`));
}
