import { type DynamicModule, Module } from '@nestjs/common';
import { Clock, Logger } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Stores } from '../registry/index.js';
import { ControllerHost } from './controller-host.js';
import { createControllers } from './create-controllers.js';

/** What controllers need besides what every module may inject. */
export interface ControllersModuleOptions {
  /** The certificate authority that clients inside the cluster trust, in PEM. */
  readonly rootCertificate: string;
}

/** Provides `ControllerHost`. */
@Module({})
export class ControllersModule {
  /** The module with its options. */
  static forRoot({ rootCertificate }: ControllersModuleOptions): DynamicModule {
    return {
      module: ControllersModule,
      providers: [
        {
          provide: ControllerHost,
          useFactory: (stores: Stores, clock: Clock, logger: Logger, options: ApiServerOptions) =>
            new ControllerHost({
              controllers: createControllers({ stores, clock, logger, rootCertificate }),
              selection: options.extensions.controllers,
              logger,
            }),
          inject: [Stores, Clock, Logger, ApiServerOptions],
        },
      ],
      exports: [ControllerHost],
    };
  }
}
