import { type DynamicModule, Module } from '@nestjs/common';
import { AggregationModule } from '../../aggregation/index.js';
import { AdmissionModule } from '../../admission/index.js';
import { AuditModule } from '../../audit/index.js';
import { AuthnModule, type ClientAuthorities } from '../../authn/index.js';
import { AuthzModule } from '../../authz/index.js';
import { ControllersModule } from '../../controllers/index.js';
import { DiscoveryModule } from '../../discovery/index.js';
import { EndpointsModule } from '../../endpoints/index.js';
import { HealthModule } from '../../health/index.js';
import type { Logger, Tracing } from '../../observability/index.js';
import { ClientIdentity, type ClusterConnections } from '../../outbound/index.js';
import { OpenApiModule } from '../../openapi/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import { engineOf } from './engine-options.js';
import {
  AccessModule,
  CatalogueModule,
  KindsModule,
  PluginHostModule,
  type PluginHostModuleOptions,
  PluginSurfaceModule,
} from '../../plugin-host/index.js';
import { StorageModule, type StorageModuleOptions } from '../../storage/index.js';
import type { ServerCertificates } from '../certificates/index.js';
import { LimitsModule } from './limits.module.js';
import { FoundationModule } from './foundation.module.js';
import type { Instruments } from './instruments.js';
import type { ServerGroup } from './server-group.js';
import { ServerModule } from './server.module.js';

/** The dependencies of the root module. */
export interface AppModuleOptions extends Pick<PluginHostModuleOptions, 'declarations' | 'apart'> {
  readonly options: ApiServerOptions;
  readonly logger: Logger;
  readonly certificates: ServerCertificates;
  readonly clientAuthorities: ClientAuthorities;
  /** The cluster of an extension server; undefined for any other. */
  readonly cluster?: ClusterConnections;
  /** The certificate that is shown to extension servers; the one that was made when not given. */
  readonly proxyIdentity?: ClientIdentity;
  /** Where spans go. */
  readonly tracing?: Tracing;
  /** Parts that a test replaces. */
  readonly instruments?: Instruments;
  /** The processes that the server is one of. */
  readonly group?: ServerGroup;
  /** The socket for requests without TLS, where another process has bound it. */
  readonly insecureFd?: number;
  /** Another engine, or another form of values, than the options name; further engines that they can name; who leads where several servers share a store. */
  readonly storage?: Partial<Pick<StorageModuleOptions, 'engine' | 'engines' | 'transformers' | 'leadership'>>;
}

/**
 * The root module. Global are the foundation, the catalogue and what plugins may inject besides; every other module
 * imports what it needs.
 */
@Module({})
export class AppModule {
  /** Returns the module for one server. */
  static forRoot(parts: AppModuleOptions): DynamicModule {
    const { options, certificates, clientAuthorities, declarations, apart, cluster, tracing, storage: brought } = parts;
    const { authority, serviceAccountKey, frontProxy } = certificates;
    const storage = StorageModule.forRoot({ ...storageOptions(options), ...brought, isTraced: tracing?.isRecording });
    const authn = AuthnModule.forRoot({
      imports: [AccessModule],
      serviceAccountKey,
      authorities: clientAuthorities,
      cluster,
    });
    const authz = AuthzModule.forRoot({ imports: [AccessModule], cluster });
    const kinds = KindsModule.forRoot({ imports: [storage, AdmissionModule] });
    const plugins = PluginHostModule.forRoot({
      declarations,
      apart,
      cluster,
      imports: [storage, AdmissionModule, authn, authz, kinds],
    });
    const health = HealthModule.forRoot({ imports: [storage, plugins] });
    const controllers = ControllersModule.forRoot({ imports: [storage, plugins] });
    const endpoints = EndpointsModule.forRoot({ imports: [authz] });
    const limits = LimitsModule.forRoot({ imports: [AccessModule] });
    const served = [endpoints, DiscoveryModule, OpenApiModule, health];
    const foundation = { ...parts, authority, frontProxyAuthority: frontProxy?.authority };
    return {
      module: AppModule,
      imports: [
        FoundationModule.forRoot(foundation),
        CatalogueModule,
        AggregationModule.forRoot(parts.proxyIdentity ?? ClientIdentity.fixed(frontProxy?.client)),
        PluginSurfaceModule.forRoot({ imports: [storage], offered: [authn, authz, kinds] }),
        ServerModule.forRoot({
          certificates,
          gate: parts.instruments?.gate,
          group: parts.group,
          insecureFd: parts.insecureFd,
          explainsAccess: options.authorization.decisionTrace,
          imports: [storage, authn, authz, AuditModule.forRoot(), plugins, controllers, limits, ...served],
        }),
      ],
    };
  }
}

function storageOptions(options: ApiServerOptions): StorageModuleOptions {
  const { storage } = options;
  const retentionMs = historyOf(storage);
  return {
    engine: engineOf(options),
    // In etcd one of several servers compacts in each interval, so all have to have the same.
    compaction: { retentionMs, ...(storage.backend === 'etcd3' && { intervalMs: retentionMs }) },
    encryption: {
      configFile: storage.encryptionProviderConfig,
      reloads: storage.encryptionProviderConfigAutomaticReload,
    },
    watchCache: {
      pins: { maxAgeMs: storage.continueTokenTtl || Infinity },
      ...(!storage.watchCache && { ring: { maxEvents: 0 } }),
    },
  };
}

/** How long history stays: continue tokens lead into it. 0: all of it. */
function historyOf({ compactionInterval, continueTokenTtl }: ApiServerOptions['storage']): number {
  return compactionInterval === 0 ? 0 : Math.max(compactionInterval, continueTokenTtl);
}
