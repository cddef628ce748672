import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ApiServerOptions } from '../options/index.js';
import { Authorizer, RuleResolver } from './authorizer.js';
import { createAuthorizer, type Authorization } from './create-authorizer.js';
import { ObjectSource } from './object-source.js';

const AUTHORIZATION = Symbol('Authorization');

/** Provides `Authorizer` and `RuleResolver` to the whole application; takes roles and bindings from `ObjectSource`. */
@Module({})
export class AuthzModule implements OnApplicationShutdown {
  constructor(@Inject(AUTHORIZATION) private readonly authorization: Authorization) {}

  /** The module of a server. */
  static forRoot(): DynamicModule {
    return {
      module: AuthzModule,
      global: true,
      providers: [
        {
          provide: AUTHORIZATION,
          useFactory: ({ authorization, features }: ApiServerOptions, source: ObjectSource) =>
            createAuthorizer(authorization.modes, { source, isEnabled: (gate) => features.enabled(gate) }),
          inject: [ApiServerOptions, ObjectSource],
        },
        { provide: Authorizer, useFactory: (made: Authorization) => made.authorizer, inject: [AUTHORIZATION] },
        { provide: RuleResolver, useFactory: (made: Authorization) => made.ruleResolver, inject: [AUTHORIZATION] },
      ],
      exports: [Authorizer, RuleResolver],
    };
  }

  onApplicationShutdown(): void {
    this.authorization.close();
  }
}
