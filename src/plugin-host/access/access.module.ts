import { Module } from '@nestjs/common';
import { AccessObjects } from '../../access/index.js';
import { provideFrom } from '../../injection/index.js';
import { Stores } from '../../registry/index.js';
import { StoredAccessObjects } from './stored-access-objects.js';

/** Provides authentication and authorization with the stored objects they decide by. */
@Module({
  providers: [provideFrom(AccessObjects, { stores: Stores }, ({ stores }) => new StoredAccessObjects(stores))],
  exports: [AccessObjects],
})
export class AccessModule {}
