import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { Clock, Logger } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { provideFrom } from '../injection/index.js';
import { Contributions } from '../plugin-host/index.js';
import { ControllerHost } from './controller-host.js';

/** Provides `ControllerHost`, which runs what plugins contribute. */
@Module({})
export class ControllersModule {
  /** The module; `imports` provide `Contributions`. */
  static forRoot({ imports }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return {
      module: ControllersModule,
      imports,
      providers: [
        provideFrom(
          ControllerHost,
          { contributions: Contributions, clock: Clock, logger: Logger, options: ApiServerOptions },
          ({ options, ...parts }) => new ControllerHost({ ...parts, selection: options.extensions.controllers }),
        ),
      ],
      exports: [ControllerHost],
    };
  }
}
