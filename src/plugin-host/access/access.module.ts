import { Module } from '@nestjs/common';
import { AccessObjects } from '../../access/index.js';
import { Stores } from '../../registry/index.js';
import { StoredAccessObjects } from './stored-access-objects.js';

/** Provides authentication and authorization with the stored objects they decide by. */
@Module({
  providers: [
    { provide: AccessObjects, useFactory: (stores: Stores) => new StoredAccessObjects(stores), inject: [Stores] },
  ],
  exports: [AccessObjects],
})
export class AccessModule {}
