import { type DynamicModule, Inject, Module, type ModuleMetadata, type OnApplicationShutdown } from '@nestjs/common';
import { AccessObjects } from '../access/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Authorizer, RuleResolver } from './authorizer.js';
import { createModeAuthorizers, type ModeAuthorizer } from './mode-authorizers.js';
import { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

/** The token of the authorizers of `--authorization-mode`, in their order. */
export const MODE_AUTHORIZERS = Symbol('ModeAuthorizers');

/**
 * Provides `Authorizer`, the union of all, and `RuleResolver`; its imports provide `AccessObjects`. Plugins' authorizers
 * join through `UnionAuthorizer` and `UnionRuleResolver`.
 */
@Module({})
export class AuthzModule implements OnApplicationShutdown {
  constructor(@Inject(MODE_AUTHORIZERS) private readonly members: readonly ModeAuthorizer[]) {}

  /** The module of a server. */
  static forRoot({ imports }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return {
      module: AuthzModule,
      imports,
      providers: [
        {
          provide: MODE_AUTHORIZERS,
          useFactory: ({ authorization, features }: ApiServerOptions, objects: AccessObjects) =>
            createModeAuthorizers(authorization.modes, { objects, isEnabled: (gate) => features.enabled(gate) }),
          inject: [ApiServerOptions, AccessObjects],
        },
        {
          provide: UnionAuthorizer,
          useFactory: (members: readonly ModeAuthorizer[]) => UnionAuthorizer.behindPrivilegedGroups(members),
          inject: [MODE_AUTHORIZERS],
        },
        {
          provide: UnionRuleResolver,
          useFactory: (members: readonly ModeAuthorizer[]) => new UnionRuleResolver(members),
          inject: [MODE_AUTHORIZERS],
        },
        { provide: Authorizer, useExisting: UnionAuthorizer },
        { provide: RuleResolver, useExisting: UnionRuleResolver },
      ],
      exports: [Authorizer, RuleResolver, UnionAuthorizer, UnionRuleResolver],
    };
  }

  onApplicationShutdown(): void {
    for (const member of this.members) member.close?.();
  }
}
