import { type DynamicModule, Inject, Module, type ModuleMetadata, type OnApplicationShutdown } from '@nestjs/common';
import { AccessObjects } from '../access/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Authenticator } from './authenticator.js';
import { ClientAuthorities } from './certificates/client-authorities.js';
import { createAuthenticators, createTokenIssuer, type Authenticators } from './create-authenticators.js';
import { TokenIssuer } from './service-account/token-issuer.js';
import { TokenUses } from './service-account/token-uses.js';
import { UnionAuthenticator } from './union.authenticator.js';

/** The dependencies of authentication besides global providers. */
export interface AuthnModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  /** The private key that service account tokens are signed with, in PEM. */
  readonly serviceAccountKey: string;
  readonly authorities: ClientAuthorities;
}

/** The token of the server's own authenticators, in the order they are asked. */
export const AUTHENTICATORS = Symbol('Authenticators');

/** Provides `Authenticator`, the union of all, `ClientAuthorities`, `TokenUses` and `TokenIssuer`; its imports provide `AccessObjects`. */
@Module({})
export class AuthnModule implements OnApplicationShutdown {
  constructor(
    @Inject(AUTHENTICATORS) private readonly authenticators: Authenticators,
    @Inject(ClientAuthorities) private readonly authorities: ClientAuthorities,
  ) {}

  /** The module with its options. */
  static forRoot({ imports, serviceAccountKey, authorities }: AuthnModuleOptions): DynamicModule {
    return {
      module: AuthnModule,
      imports,
      providers: [
        { provide: ClientAuthorities, useValue: authorities },
        {
          provide: TokenUses,
          useFactory: (metrics: MetricsRegistry) => new TokenUses(metrics),
          inject: [MetricsRegistry],
        },
        {
          provide: AUTHENTICATORS,
          // eslint-disable-next-line max-params -- the container hands over each part by its own token
          useFactory: (
            options: ApiServerOptions,
            objects: AccessObjects,
            clock: Clock,
            logger: Logger,
            metrics: MetricsRegistry,
            uses: TokenUses,
          ) => createAuthenticators({ options, objects, authorities, clock, logger, metrics, uses, serviceAccountKey }),
          inject: [ApiServerOptions, AccessObjects, Clock, Logger, MetricsRegistry, TokenUses],
        },
        {
          provide: UnionAuthenticator,
          useFactory: (parts: Authenticators) => new UnionAuthenticator(parts),
          inject: [AUTHENTICATORS],
        },
        { provide: Authenticator, useExisting: UnionAuthenticator },
        {
          provide: TokenIssuer,
          useFactory: (options: ApiServerOptions, clock: Clock) =>
            createTokenIssuer({ options, clock, serviceAccountKey }),
          inject: [ApiServerOptions, Clock],
        },
      ],
      exports: [Authenticator, ClientAuthorities, TokenUses, UnionAuthenticator, TokenIssuer],
    };
  }

  onApplicationShutdown(): void {
    this.authenticators.close();
    this.authorities.close();
  }
}
