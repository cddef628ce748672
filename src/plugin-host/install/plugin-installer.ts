import type { OnModuleInit } from '@nestjs/common';
import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import type { PluginClass } from '../load/index.js';
import type { PluginHost } from './plugin-host.js';
import type { PluginInstances } from './plugin-instances.js';

/** The dependencies of the installer. */
export interface PluginInstallerParts {
  readonly declarations: ReadonlyMap<PluginClass, ApiGroupDeclaration>;
  /** Those that tests of this repository have checked. */
  readonly own: ReadonlySet<PluginClass>;
  readonly instances: Pick<PluginInstances, 'of'>;
  readonly host: Pick<PluginHost, 'installAll'>;
}

/** Installs the plugins a server starts with, once Nest has made their parts. */
export class PluginInstaller implements OnModuleInit {
  constructor(private readonly parts: PluginInstallerParts) {}

  async onModuleInit(): Promise<void> {
    const { declarations, own, instances, host } = this.parts;
    await host.installAll(declarations, (plugin, hook) => instances.of(plugin, hook), own);
  }
}
