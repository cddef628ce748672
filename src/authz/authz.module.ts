import { type DynamicModule, Inject, Module, type ModuleMetadata, type OnApplicationShutdown } from '@nestjs/common';
import { AccessObjects } from '../access/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { AccessInspection } from './access-inspection.js';
import { Authorizer, RuleResolver } from './authorizer.js';
import { AuthorizerFactory } from './authorizer-factory.js';
import {
  type ConfiguredParts,
  ConfiguredAuthorizers,
  configurationOfModes,
  faultOf,
} from './configured-authorizers.js';
import type { ClosableAuthorizer } from './instrumented.authorizer.js';
import { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

/** The token of the authorizers of `--authorization-mode`, in their order, or of the one that is all of `--authorization-config`. */
export const MODE_AUTHORIZERS = Symbol('ModeAuthorizers');

/**
 * Provides `Authorizer`, the union of all, and `RuleResolver`; its imports provide `AccessObjects`. Plugins' authorizers
 * join through `UnionAuthorizer` and `UnionRuleResolver`.
 */
@Module({})
export class AuthzModule implements OnApplicationShutdown {
  constructor(@Inject(MODE_AUTHORIZERS) private readonly members: readonly ClosableAuthorizer[]) {}

  /** The module of a server. */
  static forRoot({ imports }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return {
      module: AuthzModule,
      imports,
      providers: [
        {
          provide: AuthorizerFactory,
          // eslint-disable-next-line max-params -- the container hands over each part by its own token
          useFactory: (
            options: ApiServerOptions,
            objects: AccessObjects,
            clock: Clock,
            logger: Logger,
            metrics: MetricsRegistry,
          ) => {
            const isEnabled = (gate: string): boolean => options.features.enabled(gate);
            const { policyFile } = options.authorization;
            return new AuthorizerFactory({ objects, isEnabled, clock, logger, metrics, policyFile });
          },
          inject: [ApiServerOptions, AccessObjects, Clock, Logger, MetricsRegistry],
        },
        {
          provide: MODE_AUTHORIZERS,
          // eslint-disable-next-line max-params -- the container hands over each part by its own token
          useFactory: (
            options: ApiServerOptions,
            factory: AuthorizerFactory,
            clock: Clock,
            logger: Logger,
            metrics: MetricsRegistry,
          ) => openModeAuthorizers(options, { factory, clock, logger, metrics }),
          inject: [ApiServerOptions, AuthorizerFactory, Clock, Logger, MetricsRegistry],
        },
        {
          provide: UnionAuthorizer,
          useFactory: (members: readonly ClosableAuthorizer[]) => UnionAuthorizer.behindPrivilegedGroups(members),
          inject: [MODE_AUTHORIZERS],
        },
        {
          provide: UnionRuleResolver,
          useFactory: (members: readonly ClosableAuthorizer[]) => new UnionRuleResolver(members),
          inject: [MODE_AUTHORIZERS],
        },
        {
          provide: AccessInspection,
          useFactory: (members: readonly ClosableAuthorizer[]) => new AccessInspection(members),
          inject: [MODE_AUTHORIZERS],
        },
        { provide: Authorizer, useExisting: UnionAuthorizer },
        { provide: RuleResolver, useExisting: UnionRuleResolver },
      ],
      exports: [AccessInspection, Authorizer, RuleResolver, UnionAuthorizer, UnionRuleResolver],
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
