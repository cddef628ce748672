import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, Logger } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Authenticator } from './authenticator.js';
import { createAuthenticators, createTokenIssuer, type Authenticators } from './create-authenticators.js';
import { CredentialObjects } from './credential-objects.js';
import { TokenIssuer } from './service-account/token-issuer.js';

/** What authentication needs besides what every module may inject (`CredentialObjects` among it). */
export interface AuthnModuleOptions {
  /** The private key that service account tokens are signed with, in PEM. */
  readonly serviceAccountKey: string;
}

const AUTHENTICATORS = Symbol('Authenticators');

/** Provides `Authenticator` and `TokenIssuer` to the whole application. */
@Module({})
export class AuthnModule implements OnApplicationShutdown {
  constructor(@Inject(AUTHENTICATORS) private readonly authenticators: Authenticators) {}

  /** The module with its options. */
  static forRoot({ serviceAccountKey }: AuthnModuleOptions): DynamicModule {
    const inject = [ApiServerOptions, CredentialObjects, Clock, Logger];
    type Parts = [ApiServerOptions, CredentialObjects, Clock, Logger];
    const gather = (...[options, objects, clock, logger]: Parts) => ({
      options,
      objects,
      clock,
      logger,
      serviceAccountKey,
    });
    return {
      module: AuthnModule,
      global: true,
      providers: [
        { provide: AUTHENTICATORS, useFactory: (...parts: Parts) => createAuthenticators(gather(...parts)), inject },
        { provide: Authenticator, useFactory: (made: Authenticators) => made.authenticator, inject: [AUTHENTICATORS] },
        { provide: TokenIssuer, useFactory: (...parts: Parts) => createTokenIssuer(gather(...parts)), inject },
      ],
      exports: [Authenticator, TokenIssuer],
    };
  }

  onApplicationShutdown(): void {
    this.authenticators.close();
  }
}
