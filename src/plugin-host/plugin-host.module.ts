import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { AdmissionChain } from '../admission/index.js';
import { UnionAuthenticator } from '../authn/index.js';
import { PluginAuthorizers } from '../authz/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { type ClusterConnections, OutboundMetrics } from '../outbound/index.js';
import type { ApiGroupDeclaration } from '../plugin-api/built-in.js';
import { Storage, ValueTransformers, WatchCache } from '../storage/index.js';
import { AdmissionConfiguration, ContributionGates } from './gates/index.js';
import {
  Catalogue,
  CatalogueEquivalents,
  Contributions,
  countStoredObjects,
  InstalledPages,
  InstalledRoles,
  KindNameOwners,
  measureCaches,
  RouteClaims,
} from './catalogue/index.js';
import { ClusterKinds } from './remote/index.js';
import {
  InstallChecks,
  InstalledPlugins,
  KindInstaller,
  PluginHost,
  PluginInstaller,
  PluginInstances,
  PluginSteps,
} from './install/index.js';
import { PluginReplacement } from './reload/index.js';
import { StoredLosses } from './stored/index.js';
import type { PluginClass } from './load/index.js';
import { provideFrom } from '../injection/index.js';

/** The installed plugins, and the modules of storage and filters, whose providers they need. */
export interface PluginHostModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly declarations: ReadonlyMap<PluginClass, ApiGroupDeclaration>;
  /** Those among them that have their own applications; their modules are not part of the server's. */
  readonly apart?: ReadonlySet<PluginClass>;
  /** The cluster of an extension server; undefined for any other. */
  readonly cluster?: ClusterConnections;
}

const CHECKS_PARTS = { plugins: InstalledPlugins, catalogue: Catalogue, contributions: Contributions, logger: Logger };

const STEPS_PARTS = {
  catalogue: Catalogue,
  installer: KindInstaller,
  plugins: InstalledPlugins,
  names: KindNameOwners,
  contributions: Contributions,
  routes: RouteClaims,
  roles: InstalledRoles,
  pages: InstalledPages,
  cluster: ClusterKinds,
  logger: Logger,
};

const HOST_PARTS = {
  plugins: InstalledPlugins,
  steps: PluginSteps,
  checks: InstallChecks,
  contributions: Contributions,
  gates: ContributionGates,
  options: ApiServerOptions,
};

const MEASURED = { admission: AdmissionChain, catalogue: Catalogue, metrics: MetricsRegistry, watchCache: WatchCache };

const REPLACEMENT_PARTS = {
  plugins: InstalledPlugins,
  steps: PluginSteps,
  checks: InstallChecks,
  contributions: Contributions,
  gates: ContributionGates,
  installer: KindInstaller,
};

const LOSSES_PARTS = {
  storage: Storage,
  transformers: ValueTransformers,
  plugins: InstalledPlugins,
  catalogue: Catalogue,
  logger: Logger,
};

const GATES = {
  admission: AdmissionChain,
  authenticator: UnionAuthenticator,
  authorizers: PluginAuthorizers,
  options: ApiServerOptions,
};

const CLUSTER_PARTS = {
  catalogue: Catalogue,
  registry: MetricsRegistry,
  options: ApiServerOptions,
  clock: Clock,
  logger: Logger,
};

/** The kinds of a cluster, where there is one. */
const clusterProvider = (connections: ClusterConnections | undefined) =>
  provideFrom(ClusterKinds, CLUSTER_PARTS, ({ options, registry, ...parts }) => {
    const isEnabled = (gate: string): boolean => options.features.enabled(gate);
    const metrics = new OutboundMetrics(registry);
    return new ClusterKinds({ ...parts, isEnabled, metrics, source: connections?.core });
  });

/** Makes the server's own plugins modules of the server and installs all plugins; provides what they contribute. */
@Module({})
export class PluginHostModule {
  /** Returns the module with its options. */
  static forRoot({ declarations, apart, cluster, imports = [] }: PluginHostModuleOptions): DynamicModule {
    const own = [...declarations.keys()].filter((plugin) => !apart?.has(plugin));
    return {
      module: PluginHostModule,
      imports: [...imports, ...own],
      providers: [
        PluginInstances,
        Contributions,
        RouteClaims,
        clusterProvider(cluster),
        InstalledPlugins,
        provideFrom(InstallChecks, CHECKS_PARTS, (parts) => new InstallChecks(parts)),
        provideFrom(PluginSteps, STEPS_PARTS, (parts) => new PluginSteps(parts)),
        provideFrom(
          PluginHost,
          { ...HOST_PARTS, ...MEASURED },
          ({ admission, catalogue, metrics, watchCache, ...parts }) => {
            const { countMetricPollPeriod } = parts.options.etcd;
            if (countMetricPollPeriod > 0) countStoredObjects(metrics, { catalogue, watchCache });
            measureCaches(metrics, { catalogue, watchCache });
            admission.follow(new CatalogueEquivalents(catalogue));
            return new PluginHost(parts);
          },
        ),
        provideFrom(PluginReplacement, REPLACEMENT_PARTS, (parts) => new PluginReplacement(parts)),
        provideFrom(StoredLosses, LOSSES_PARTS, (parts) => new StoredLosses({ ...parts, own: new Set(apart && own) })),
        provideFrom(
          ContributionGates,
          GATES,
          async ({ options: { admission: selection }, ...gates }) =>
            new ContributionGates({
              ...gates,
              selection,
              configuration: await AdmissionConfiguration.read(selection.configFile),
            }),
        ),
        provideFrom(
          PluginInstaller,
          { instances: PluginInstances, host: PluginHost },
          (parts) => new PluginInstaller({ declarations, own: new Set(apart && own), ...parts }),
        ),
      ],
      exports: [ClusterKinds, Contributions, PluginHost, PluginInstances, PluginReplacement, RouteClaims, StoredLosses],
    };
  }
}
