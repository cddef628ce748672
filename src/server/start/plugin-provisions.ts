import type { InjectionToken } from '@nestjs/common';
import { Logger, MetricsRegistry } from '../../observability/index.js';
import { type ApiServerOptions, FeatureGates } from '../../options/index.js';
import { type PluginClass, checkSettings, settingsOf } from '../../plugin-host/index.js';
import type { OwnValues } from './server-surface.js';

/**
 * The ports that each plugin has for itself: its options with their values, the feature gates, a logger with its name, and a
 * registry of metrics that goes with it.
 */
export class PluginProvisions {
  private readonly opened = new Map<PluginClass, () => void>();

  constructor(private readonly options: ApiServerOptions) {}

  /**
   * Reads the options of a plugin that is to be created; the names of `replaced` are free. Rejects with PluginError where
   * names are taken, and with OptionsError for values that the options do not take, with nothing left.
   */
  async open(plugin: PluginClass, replaced?: PluginClass): Promise<void> {
    const { ofPlugins } = this.options;
    const settings = settingsOf(plugin);
    const others = ofPlugins.besides(plugin).filter(({ key }) => key !== replaced);
    checkSettings(settings, others);
    await ofPlugins.install(settings, replaced);
  }

  /** Returns the values for the application of a plugin, in place of those of the server. */
  valuesOf(plugin: PluginClass, ofServer: OwnValues): OwnValues {
    const { options } = this;
    const { plugin: name, prefix, set } = settingsOf(plugin);
    const metrics = ofServer.get(MetricsRegistry) as MetricsRegistry;
    const { registry, close } = metrics.openPart(prefix.replaceAll('-', '_'));
    this.opened.set(plugin, close);
    const values = new Map<InjectionToken, unknown>([
      [FeatureGates, options.features],
      [Logger, (ofServer.get(Logger) as Logger).with({ plugin: name })],
      [MetricsRegistry, registry],
    ]);
    return set ? values.set(set.type, options.ofPlugins.optionsOf(plugin)) : values;
  }

  /** Takes everything away that a plugin had for itself. */
  close(plugin: PluginClass): void {
    this.opened.get(plugin)?.();
    this.opened.delete(plugin);
    this.options.ofPlugins.remove(plugin);
  }
}
