import { Inject } from '@nestjs/common';
import { ApiGroupPlugin, KindRegistrar, StartHook } from '../../src/plugin-api/index.js';

let injected: KindRegistrar | undefined;

/** The registrar of the server that was started last with the plugin. */
export function registrar(): KindRegistrar {
  if (!injected) throw new Error('no server has the plugin');
  return injected;
}

class TakeRegistrar extends StartHook {
  readonly name = 'take-registrar';

  constructor(@Inject(KindRegistrar) private readonly kinds: KindRegistrar) {
    super();
  }

  async run(): Promise<void> {
    injected = this.kinds;
  }
}

/** Allows tests to serve kinds while the server runs; has its own group version. */
@ApiGroupPlugin({ group: 'registrar.example.com', versions: ['v1'], kinds: [], startHooks: [TakeRegistrar] })
export class RegistrarPlugin {}
