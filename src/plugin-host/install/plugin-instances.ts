import { Inject, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { HookClass } from '../../registry/index.js';
import type { PluginClass } from '../load/index.js';

/** Finds the instance of a class in the application of a plugin. */
type FindInstance = <T>(hook: HookClass<T>) => T;

/** Finds what Nest has made of the classes that plugins declare. */
@Injectable()
export class PluginInstances {
  private readonly apart = new Map<PluginClass, FindInstance>();

  constructor(@Inject(ModulesContainer) private readonly modules: ModulesContainer) {}

  /** Finds the instances of a plugin elsewhere from now on: in its own application. */
  add(plugin: PluginClass, find: FindInstance): void {
    this.apart.set(plugin, find);
  }

  /** Forgets the instances of a plugin that has its own application. */
  remove(plugin: PluginClass): void {
    this.apart.delete(plugin);
  }

  /** Reports whether the modules of the server have the plugin's. */
  hasModuleOf(plugin: PluginClass): boolean {
    return [...this.modules.values()].some((module) => (module.metatype as unknown) === plugin);
  }

  /** Returns the instance of a class in a plugin's module, or in one that it imports. */
  of<T>(plugin: PluginClass, hook: HookClass<T>): T {
    const find = this.apart.get(plugin);
    return find ? find(hook) : findInstance(this.modules, plugin, hook);
  }
}

/**
 * Returns the instance of a class in the module of a plugin, or in a module that it imports and that exports the class. Throws
 * where Nest has created none.
 */
export function findInstance<T>(modules: ModulesContainer, plugin: PluginClass, hook: HookClass<T>): T {
  for (const module of modules.values()) {
    if ((module.metatype as unknown) !== plugin) continue;
    const exporting = [...module.imports].filter((each) => each.exports.has(hook as never));
    for (const { providers } of [module, ...exporting]) {
      const wrapper = providers.get(hook as never);
      if (wrapper) return wrapper.instance as T;
    }
  }
  throw new Error(`Nest has made no ${hook.name} for ${plugin.name}`);
}
