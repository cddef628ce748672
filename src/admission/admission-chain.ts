import { type ApiObject, internalError } from '../apimachinery/index.js';
import { DecodeError, type ObjectShape } from '../schema/index.js';
import type { AdmissionAttributes } from './admission-attributes.js';
import type { AdmissionMetrics } from './admission-metrics.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import type { WriteAttributes } from './write-attributes.js';

/** The admission plugins that are on, in their order. Any of them ends a write by throwing. */
export class AdmissionChain {
  private plugins: readonly AdmissionPlugin[] = [];

  constructor(private readonly metrics: AdmissionMetrics) {}

  /** Puts the plugins in force; called when API groups are installed. */
  use(plugins: readonly AdmissionPlugin[]): void {
    this.plugins = plugins;
  }

  /** Names of the plugins in force, in order. */
  names(): string[] {
    return this.plugins.map((p) => p.name);
  }

  /**
   * Lets every plugin change the object, one after another. What they may have changed is brought into the form that a
   * decoded object has, defaults included; it is then another object, that of the attributes. Answers whether that is so.
   */
  async mutate(attributes: WriteAttributes, shape: ObjectShape): Promise<boolean> {
    const timer = this.metrics.begin('admit', attributes.operation);
    let isChanged = false;
    for (const plugin of this.plugins) {
      if (!plugin.admit || !plugin.handles(attributes.operation)) continue;
      try {
        const answer = plugin.admit(attributes);
        if ((answer instanceof Promise ? await answer : answer) !== false) isChanged = true;
      } catch (error) {
        timer.rejected(plugin);
        throw error;
      }
      timer.passed(plugin);
    }
    timer.end();
    if (!isChanged || !attributes.object) return false;
    attributes.object = inForm(attributes.object, shape);
    return true;
  }

  /** Asks every plugin whether the final object may be stored. */
  async validate(attributes: AdmissionAttributes): Promise<void> {
    const timer = this.metrics.begin('validate', attributes.operation);
    for (const plugin of this.plugins) {
      if (!plugin.validate || !plugin.handles(attributes.operation)) continue;
      try {
        const answer = plugin.validate(attributes);
        if (answer instanceof Promise) await answer;
      } catch (error) {
        timer.rejected(plugin);
        throw error;
      }
      timer.passed(plugin);
    }
    timer.end();
  }
}

function inForm(object: ApiObject, shape: ObjectShape): ApiObject {
  try {
    const decoded = shape.canonicalize(object);
    shape.applyDefaults(decoded);
    return decoded;
  } catch (error) {
    throw error instanceof DecodeError
      ? internalError(`admission made an object that is none: ${error.message}`)
      : error;
  }
}
