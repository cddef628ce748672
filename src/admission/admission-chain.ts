import type { AdmissionAttributes, AdmissionPlugin } from './admission-plugin.js';

/** The admission plugins that are on, in their order. Any of them ends a write by throwing. */
export class AdmissionChain {
  private plugins: readonly AdmissionPlugin[] = [];

  /** Puts the plugins in force; called once, when all API groups are installed. */
  use(plugins: readonly AdmissionPlugin[]): void {
    this.plugins = plugins;
  }

  /** Names of the plugins in force, in order. */
  names(): string[] {
    return this.plugins.map((p) => p.name);
  }

  /** Lets every plugin change the object, one after another. */
  async mutate(attributes: AdmissionAttributes): Promise<void> {
    for (const plugin of this.plugins) {
      if (plugin.admit && plugin.handles(attributes.operation)) await plugin.admit(attributes);
    }
  }

  /** Asks every plugin whether the final object may be stored. */
  async validate(attributes: AdmissionAttributes): Promise<void> {
    for (const plugin of this.plugins) {
      if (plugin.validate && plugin.handles(attributes.operation)) await plugin.validate(attributes);
    }
  }
}
