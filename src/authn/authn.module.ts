import { type DynamicModule, Inject, Module, type ModuleMetadata, type OnApplicationShutdown } from '@nestjs/common';
import { AccessObjects } from '../access/index.js';
import { provideFrom, valueToken } from '../injection/index.js';
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
export const AUTHENTICATORS = valueToken<Authenticators>('Authenticators');

const PARTS = {
  options: ApiServerOptions,
  objects: AccessObjects,
  clock: Clock,
  logger: Logger,
  metrics: MetricsRegistry,
  uses: TokenUses,
};

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
        provideFrom(TokenUses, { metrics: MetricsRegistry }, ({ metrics }) => new TokenUses(metrics)),
        provideFrom(AUTHENTICATORS, PARTS, (parts) =>
          createAuthenticators({ ...parts, authorities, serviceAccountKey }),
        ),
        provideFrom(UnionAuthenticator, { own: AUTHENTICATORS }, ({ own }) => new UnionAuthenticator(own)),
        { provide: Authenticator, useExisting: UnionAuthenticator },
        provideFrom(TokenIssuer, { options: ApiServerOptions, clock: Clock }, (parts) =>
          createTokenIssuer({ ...parts, serviceAccountKey }),
        ),
      ],
      exports: [Authenticator, ClientAuthorities, TokenUses, UnionAuthenticator, TokenIssuer],
    };
  }

  onApplicationShutdown(): void {
    this.authenticators.close();
    this.authorities.close();
  }
}
