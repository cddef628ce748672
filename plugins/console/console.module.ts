import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';
import { RevealObserver } from './reveal-observer.js';

/** Routes `/console/…`, and notes in the audit log which Secrets are shown. */
@Module({ controllers: [ConsoleController], providers: [RevealObserver] })
export class ConsoleModule {}
