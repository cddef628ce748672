import { type DynamicModule, Inject, Module, type ModuleMetadata, type OnApplicationShutdown } from '@nestjs/common';
import { AccessObjects } from '../access/index.js';
import { provideFrom, valueToken } from '../injection/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { AccessInspection } from './access-inspection.js';
import type { ClusterConnections } from '../outbound/index.js';
import { Authorizer, RuleResolver } from './authorizer.js';
import { AuthorizerFactory } from './authorizer-factory.js';
import {
  type ConfiguredParts,
  ConfiguredAuthorizers,
  configurationOfModes,
  faultOf,
} from './configured-authorizers.js';
import { allowedPaths, clusterAuthorizer } from './delegation/delegated-authorizers.js';
import type { ClosableAuthorizer } from './instrumented.authorizer.js';
import { PluginAuthorizers } from './plugin-authorizers.js';
import { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

/** The token of the authorizers of `--authorization-mode`, in their order, or of the one that is all of `--authorization-config`. */
export const MODE_AUTHORIZERS = valueToken<readonly ClosableAuthorizer[]>('ModeAuthorizers');

const COMMON_PARTS = { options: ApiServerOptions, clock: Clock, logger: Logger, metrics: MetricsRegistry };
const FACTORY_PARTS = { ...COMMON_PARTS, objects: AccessObjects };
const MODE_PARTS = { ...COMMON_PARTS, factory: AuthorizerFactory };
const MEMBERS = { members: MODE_AUTHORIZERS };

/** The dependencies of authorization besides global providers. */
export interface AuthzModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  /** The cluster that decides; undefined for a server that does so itself. */
  readonly cluster?: ClusterConnections;
}

/**
 * Provides `Authorizer`, the union of all, and `RuleResolver`; its imports provide `AccessObjects`. Plugins' authorizers
 * join through `PluginAuthorizers`.
 */
@Module({})
export class AuthzModule implements OnApplicationShutdown {
  constructor(@Inject(MODE_AUTHORIZERS) private readonly members: readonly ClosableAuthorizer[]) {}

  /** Returns the module of a server. */
  static forRoot({ imports, cluster }: AuthzModuleOptions): DynamicModule {
    return {
      module: AuthzModule,
      imports,
      providers: [
        provideFrom(AuthorizerFactory, FACTORY_PARTS, ({ options, ...parts }) => {
          const { policyFile } = options.authorization;
          return new AuthorizerFactory({ ...parts, ...options.releaseState, policyFile });
        }),
        provideFrom(MODE_AUTHORIZERS, MODE_PARTS, ({ options, ...parts }) =>
          cluster ? [clusterAuthorizer(cluster, { options, ...parts })] : openModeAuthorizers(options, parts),
        ),
        provideFrom(UnionAuthorizer, { ...MEMBERS, options: ApiServerOptions }, ({ members, options }) =>
          UnionAuthorizer.behindPrivilegedGroups(cluster ? [allowedPaths(options), ...members] : members),
        ),
        provideFrom(UnionRuleResolver, MEMBERS, ({ members }) => new UnionRuleResolver(members)),
        provideFrom(
          PluginAuthorizers,
          { authorizer: UnionAuthorizer, ruleResolver: UnionRuleResolver, metrics: MetricsRegistry },
          (parts) => new PluginAuthorizers(parts),
        ),
        provideFrom(
          AccessInspection,
          { ...MEMBERS, authorizer: UnionAuthorizer, plugins: PluginAuthorizers },
          (parts) => new AccessInspection(parts),
        ),
        { provide: Authorizer, useExisting: UnionAuthorizer },
        { provide: RuleResolver, useExisting: UnionRuleResolver },
      ],
      exports: [AccessInspection, Authorizer, PluginAuthorizers, RuleResolver],
    };
  }

  onApplicationShutdown(): void {
    for (const member of this.members) member.close?.();
  }
}

async function openModeAuthorizers(options: ApiServerOptions, parts: ConfiguredParts): Promise<ClosableAuthorizer[]> {
  const { authorization, authorizationModes } = options;
  if (authorization.configFile !== '') return [await ConfiguredAuthorizers.open(authorization.configFile, parts)];
  try {
    return await parts.factory.make(configurationOfModes(authorizationModes, authorization));
  } catch (error) {
    throw faultOf('--authorization-mode', error);
  }
}
