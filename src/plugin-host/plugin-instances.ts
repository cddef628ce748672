import { Inject, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { HookClass } from '../registry/index.js';
import type { PluginClass } from './plugin-host.js';

/** Finds what Nest has made of the classes that plugins declare. */
@Injectable()
export class PluginInstances {
  constructor(@Inject(ModulesContainer) private readonly modules: ModulesContainer) {}

  /** The instance of a class inside a plugin's own module. */
  of<T>(plugin: PluginClass, hook: HookClass<T>): T {
    for (const module of this.modules.values()) {
      if ((module.metatype as unknown) !== plugin) continue;
      const wrapper = module.providers.get(hook as never);
      if (wrapper) return wrapper.instance as T;
    }
    throw new Error(`Nest has made no ${hook.name} for ${plugin.name}`);
  }
}
