import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ApiServerOptions } from '../options/index.js';
import { Authorizer, RuleResolver } from './authorizer.js';
import { createAuthorizer, type Authorization } from './create-authorizer.js';
import { RbacSource } from './rbac/index.js';

const AUTHORIZATION = Symbol('Authorization');

/** Provides `Authorizer` and `RuleResolver` to the whole application; takes roles and bindings from `RbacSource`. */
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
          useFactory: ({ authorization }: ApiServerOptions, rbacSource: RbacSource) =>
            createAuthorizer(authorization.modes, { rbacSource }),
          inject: [ApiServerOptions, RbacSource],
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
