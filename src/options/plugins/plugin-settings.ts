/**
 * The form of a plugin's option: `duration` is read from `90s` and given in milliseconds, `strings` may be repeated and
 * separated by commas, `file` is the path of a file that has to be readable.
 *
 * @public
 * @example
 * const form: FlagForm = 'duration';
 */
export type FlagForm = 'string' | 'bool' | 'int' | 'float' | 'duration' | 'strings' | 'file';

/** One option of a plugin: a member of its class. */
export interface PluginOption {
  readonly property: string;
  readonly form: FlagForm;
  readonly help: string;
  /** True if its value is never shown: in the help, at /flagz, in messages. */
  readonly isSecret: boolean;
}

/** The options of a plugin. */
export interface PluginOptionSet {
  /** Begins the names of the flags: `harbor` those of `--harbor-queue-length`. */
  readonly prefix: string;
  /** The class whose instance has the values; that of a new one are the defaults. */
  readonly type: new () => object;
  readonly options: readonly PluginOption[];
}

/**
 * A feature gate of a plugin: how far the feature has come, and whether it is on when `--feature-gates` says nothing.
 *
 * @public
 * @example
 * const gate: PluginFeatureGate = { stage: 'alpha', default: false };
 */
export interface PluginFeatureGate {
  readonly stage: 'alpha' | 'beta' | 'ga';
  readonly default: boolean;
  /** True if it cannot be set to anything else than the default; for features that are generally available. */
  readonly locked?: boolean;
}

/**
 * Feature gates by name.
 *
 * @public
 * @example
 * const gates: PluginFeatureGates = { HarborQueue: { stage: 'alpha', default: false } };
 */
export type PluginFeatureGates = Readonly<Record<string, PluginFeatureGate>>;

/** The options and feature gates that a plugin declares. */
export interface PluginSettings {
  /** The plugin's class, by which it is known. */
  readonly key: object;
  /** How messages name the plugin. */
  readonly plugin: string;
  /** Begins the names of its flags and metrics. */
  readonly prefix: string;
  readonly set?: PluginOptionSet;
  readonly featureGates: PluginFeatureGates;
}

/** Values of options by the prefix of their plugin and their property, as they were given. */
export type PluginValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the name of the flag that sets an option: that of the property in kebab-case, after the prefix. */
export function flagNameOf(prefix: string, property: string): string {
  return `${prefix}-${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
