import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';

/** Routes `/console/…`. */
@Module({ controllers: [ConsoleController] })
export class ConsoleModule {}
