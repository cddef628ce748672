import { KNOWN_FEATURE_GATES } from './known-feature-gates.js';
import { didYouMean } from './nearest-name.js';
import type { PluginFeatureGate, PluginFeatureGates } from './plugins/plugin-settings.js';
import type { OptionProblem } from './problem.js';
import { CURRENT_RELEASE, minorOf } from './release.js';

/** How far a feature has come. PreAlpha: it does not exist yet in the emulated release. */
export type FeatureStage = 'PreAlpha' | 'Alpha' | 'Beta' | 'GA' | 'Deprecated';

/** The state of one feature gate, as the metric kubernetes_feature_enabled shows it. */
export interface FeatureState {
  readonly name: string;
  readonly stage: FeatureStage;
  readonly isEnabled: boolean;
}

interface FeatureDefault {
  readonly stage: FeatureStage;
  readonly isOn: boolean;
  readonly isLocked: boolean;
}

/** The gates of a server: those of a release, and those of its plugins, which are the same in every release. */
export interface GateTable {
  readonly release?: string;
  readonly ofPlugins?: PluginFeatureGates;
}

const STAGE_OF_SET: Readonly<Record<string, FeatureStage>> = { AllAlpha: 'Alpha', AllBeta: 'Beta' };
const SETS = Object.keys(STAGE_OF_SET);

/**
 * Which features are on: the defaults of a release and of the plugins, changed by `--feature-gates`. Immutable.
 *
 * @public
 * @example
 * class Queue { constructor(@Inject(FeatureGates) readonly gates: FeatureGates) {} }
 */
export class FeatureGates {
  private readonly answers = new Map<string, boolean>();

  private constructor(
    private readonly table: GateTable,
    private readonly settings: ReadonlyMap<string, boolean>,
  ) {}

  /** Returns the gates of a server with the given settings, which have to be free of problems. */
  static of(settings: Readonly<Record<string, boolean>> = {}, table: GateTable = {}): FeatureGates {
    return new FeatureGates(table, new Map(Object.entries(settings)));
  }

  /** Returns the problems of settings: unknown gates, and locked ones that are set to the other value. */
  static problems(settings: Readonly<Record<string, boolean>>, table: GateTable = {}): OptionProblem[] {
    return Object.entries(settings).flatMap(([name, value]) => {
      const fault = settingFault(name, value, table);
      return fault === undefined ? [] : [{ option: '--feature-gates', ...fault }];
    });
  }

  /** Returns warnings for settings of gates that are generally available or deprecated. */
  static warnings(settings: Readonly<Record<string, boolean>>, table: GateTable = {}): string[] {
    return Object.entries(settings).flatMap(([name, value]) => {
      const stage = defaultOf(name, table)?.stage;
      if (stage !== 'GA' && stage !== 'Deprecated') return [];
      const what = stage === 'GA' ? 'GA' : 'deprecated';
      return [`Setting ${what} feature gate ${name}=${value}. It will be removed in a future release.`];
    });
  }

  /**
   * Returns a line of the help for each gate of the current release: its stage, its default, and that it has no effect
   * where it is locked.
   */
  static descriptions(): string[] {
    const gates = Object.keys(KNOWN_FEATURE_GATES).map((name) => [name, defaultOf(name, {})!] as const);
    return gates.filter(([, { stage }]) => stage !== 'PreAlpha').map(([name, gate]) => describe(name, gate));
  }

  /** Returns the same lines for the gates of plugins. */
  static descriptionsOf(gates: PluginFeatureGates): string[] {
    return Object.entries(gates).map(([name, gate]) => describe(name, ofPlugin(gate)));
  }

  /** Reports whether some release has a gate of that name. */
  static isKnown(name: string): boolean {
    return Object.hasOwn(KNOWN_FEATURE_GATES, name);
  }

  /** Reports whether plugins cannot have a gate of that name. */
  static isReserved(name: string): boolean {
    return FeatureGates.isKnown(name) || Object.hasOwn(STAGE_OF_SET, name);
  }

  /** Reports whether a feature is on. An unknown name is a programming error and throws. */
  enabled(name: string): boolean {
    let answer = this.answers.get(name);
    if (answer === undefined) {
      const known = defaultOf(name, this.table);
      if (known === undefined) throw new Error(`unknown feature gate ${name}`);
      answer = this.settings.get(name) ?? this.settingOfSet(known) ?? known.isOn;
      this.answers.set(name, answer);
    }
    return answer;
  }

  /** Returns the state of every gate, those that speak for a stage included, for metrics. */
  states(): FeatureState[] {
    const names = [...Object.keys(KNOWN_FEATURE_GATES), ...Object.keys(this.table.ofPlugins ?? {})];
    const gates = names.flatMap((name) => {
      const stage = defaultOf(name, this.table)?.stage ?? 'PreAlpha';
      return stage === 'PreAlpha' ? [] : [{ name, stage, isEnabled: this.enabled(name) }];
    });
    const sets = Object.entries(STAGE_OF_SET).map(([name, stage]) => ({
      name,
      stage,
      isEnabled: this.settings.get(name) ?? false,
    }));
    return [...gates, ...sets];
  }

  /** `AllAlpha` and `AllBeta` speak for the gates of their stage that are not named themselves. */
  private settingOfSet({ stage, isLocked }: FeatureDefault): boolean | undefined {
    if (isLocked) return undefined;
    const set = Object.keys(STAGE_OF_SET).find((name) => STAGE_OF_SET[name] === stage);
    return set === undefined ? undefined : this.settings.get(set);
  }
}

function settingFault(name: string, value: boolean, table: GateTable): Omit<OptionProblem, 'option'> | undefined {
  if (Object.hasOwn(STAGE_OF_SET, name)) return undefined;
  const known = defaultOf(name, table);
  if (known === undefined) {
    const names = [...Object.keys(KNOWN_FEATURE_GATES), ...Object.keys(table.ofPlugins ?? {}), ...SETS];
    const remedy = didYouMean(name, names, 'Remove it: no such gate exists in this release.');
    return { message: `unrecognized feature gate: ${name}`, remedy };
  }
  const refused = `cannot set feature gate ${name} to ${value}, feature is`;
  if (known.isLocked && value !== known.isOn) {
    return { message: `${refused} locked to ${known.isOn}`, remedy: 'Remove it: the gate has no effect any more.' };
  }
  if (known.stage === 'PreAlpha' && value) {
    return {
      message: `${refused} PreAlpha at emulated version ${table.release ?? CURRENT_RELEASE}`,
      remedy: 'Remove it, or emulate a later release.',
    };
  }
  return undefined;
}

function defaultOf(name: string, { release = CURRENT_RELEASE, ofPlugins = {} }: GateTable): FeatureDefault | undefined {
  if (Object.hasOwn(ofPlugins, name)) return ofPlugin(ofPlugins[name]);
  if (!Object.hasOwn(KNOWN_FEATURE_GATES, name)) return undefined;
  const states = KNOWN_FEATURE_GATES[name].split(' ').map((state) => state.split(':'));
  const current = states.findLast(([since]) => minorOf(since) <= minorOf(release));
  if (current === undefined) return { stage: 'PreAlpha', isOn: false, isLocked: false };
  return { stage: current[1] as FeatureStage, isOn: current[2] === 'on', isLocked: current[3] === 'locked' };
}

const STAGES = { alpha: 'Alpha', beta: 'Beta', ga: 'GA' } as const;

function ofPlugin({ stage, default: isOn, locked: isLocked = false }: PluginFeatureGate): FeatureDefault {
  return { stage: STAGES[stage], isOn, isLocked };
}

function describe(name: string, { stage, isOn, isLocked }: FeatureDefault): string {
  const effect = isLocked ? `locked to ${isOn}, no effect` : `default=${isOn}`;
  return `${name}=true|false (${stage === 'GA' ? stage : stage.toUpperCase()} - ${effect})`;
}
