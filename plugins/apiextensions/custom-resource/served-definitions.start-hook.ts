import { Inject, Injectable } from '@nestjs/common';
import type { StartHook } from '../../../src/plugin-api/index.js';
import { ServedDefinitionsController } from './served-definitions.controller.js';

/** Serves the definitions in the store before the server counts as ready. */
@Injectable()
export class ServedDefinitionsHook implements StartHook {
  readonly name = 'crd-informer-synced';

  constructor(@Inject(ServedDefinitionsController) private readonly definitions: ServedDefinitionsController) {}

  run(): Promise<void> {
    return this.definitions.serveStored();
  }
}
