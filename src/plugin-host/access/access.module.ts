import { Global, Module } from '@nestjs/common';
import { CredentialObjects } from '../../authn/index.js';
import { ObjectSource } from '../../authz/index.js';
import { Stores } from '../../registry/index.js';
import { StoredCredentials } from './stored-credentials.js';
import { StoredObjects } from './stored-objects.js';

/** Provides authentication and authorization with the stored objects they decide by. */
@Global()
@Module({
  providers: [
    { provide: ObjectSource, useFactory: (stores: Stores) => new StoredObjects(stores), inject: [Stores] },
    { provide: CredentialObjects, useFactory: (stores: Stores) => new StoredCredentials(stores), inject: [Stores] },
  ],
  exports: [ObjectSource, CredentialObjects],
})
export class AccessModule {}
