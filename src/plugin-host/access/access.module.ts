import { Global, Module } from '@nestjs/common';
import { CredentialObjects } from '../../authn/index.js';
import { RbacSource } from '../../authz/index.js';
import { Stores } from '../../registry/index.js';
import { StoredCredentials } from './stored-credentials.js';
import { StoredRbac } from './stored-rbac.js';

/** Provides authentication and authorization with the stored objects they decide by. */
@Global()
@Module({
  providers: [
    { provide: RbacSource, useFactory: (stores: Stores) => new StoredRbac(stores), inject: [Stores] },
    { provide: CredentialObjects, useFactory: (stores: Stores) => new StoredCredentials(stores), inject: [Stores] },
  ],
  exports: [RbacSource, CredentialObjects],
})
export class AccessModule {}
