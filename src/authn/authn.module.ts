import { type DynamicModule, Inject, Module, type ModuleMetadata, type OnApplicationShutdown } from '@nestjs/common';
import { AccessObjects } from '../access/index.js';
import { provideFrom, valueToken } from '../injection/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Authenticator } from './authenticator.js';
import type { ClusterConnections } from '../outbound/index.js';
import { ClientAuthorities } from './certificates/client-authorities.js';
import { FrontProxies } from './certificates/front-proxies.js';
import { createAuthenticators, createTokenIssuer, type Authenticators } from './create-authenticators.js';
import { ClusterAuthentication } from './delegation/cluster-authentication.js';
import { delegatedAuthenticators } from './delegation/delegated-authenticators.js';
import { TokenIssuer } from './service-account/token-issuer.js';
import { TokenUses } from './service-account/token-uses.js';
import { UnionAuthenticator } from './union.authenticator.js';

/** The dependencies of authentication besides global providers. */
export interface AuthnModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  /** The private key that service account tokens are signed with, in PEM. */
  readonly serviceAccountKey: string;
  readonly authorities: ClientAuthorities;
  /** The cluster that knows users and reviews tokens; undefined for a server that does so itself. */
  readonly cluster?: ClusterConnections;
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
  proxies: FrontProxies,
};

const CLUSTER_PARTS = {
  options: ApiServerOptions,
  proxies: FrontProxies,
  clock: Clock,
  logger: Logger,
  metrics: MetricsRegistry,
};

const clusterAuthenticationProvider = (cluster: ClusterConnections, authorities: ClientAuthorities) =>
  provideFrom(ClusterAuthentication, CLUSTER_PARTS, (parts) =>
    ClusterAuthentication.open(cluster, { ...parts, authorities }),
  );

/** Provides `Authenticator`, the union of all, `ClientAuthorities`, `TokenUses` and `TokenIssuer`; its imports provide `AccessObjects`. */
@Module({})
export class AuthnModule implements OnApplicationShutdown {
  constructor(
    @Inject(AUTHENTICATORS) private readonly authenticators: Authenticators,
    @Inject(ClientAuthorities) private readonly authorities: ClientAuthorities,
  ) {}

  /** Returns the module with its options. */
  static forRoot({ imports, serviceAccountKey, authorities, cluster }: AuthnModuleOptions): DynamicModule {
    return {
      module: AuthnModule,
      imports,
      providers: [
        { provide: ClientAuthorities, useValue: authorities },
        provideFrom(FrontProxies, { options: ApiServerOptions }, ({ options }) =>
          FrontProxies.ofOptions(options.authentication),
        ),
        ...(cluster ? [clusterAuthenticationProvider(cluster, authorities)] : []),
        provideFrom(TokenUses, { metrics: MetricsRegistry }, ({ metrics }) => new TokenUses(metrics)),
        provideFrom(AUTHENTICATORS, PARTS, (parts) =>
          cluster
            ? delegatedAuthenticators(cluster, { ...parts, authorities })
            : createAuthenticators({ ...parts, authorities, serviceAccountKey }),
        ),
        provideFrom(UnionAuthenticator, { own: AUTHENTICATORS }, ({ own }) => new UnionAuthenticator(own)),
        { provide: Authenticator, useExisting: UnionAuthenticator },
        provideFrom(TokenIssuer, { options: ApiServerOptions, clock: Clock }, (parts) =>
          createTokenIssuer({ ...parts, serviceAccountKey }),
        ),
      ],
      exports: [Authenticator, ClientAuthorities, FrontProxies, TokenUses, UnionAuthenticator, TokenIssuer],
    };
  }

  onApplicationShutdown(): void {
    this.authenticators.close();
    this.authorities.close();
  }
}
