import { Module } from '@nestjs/common';
import { GarbageCollectorController } from './garbage-collector.controller.js';

/** Deletes objects without owners. */
@Module({ providers: [GarbageCollectorController], exports: [GarbageCollectorController] })
export class GarbageCollectorModule {}
