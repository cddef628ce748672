import { gateStateIn, gatesIn, hasGate, type GateStage, type GateState } from './gate-history.js';
import { didYouMean } from './nearest-name.js';
import type { PluginFeatureGate, PluginFeatureGates } from './plugins/plugin-settings.js';
import type { OptionProblem } from './problem.js';
import { CURRENT_RELEASE } from './release.js';

/** The state of one feature gate, as the metric kubernetes_feature_enabled shows it. */
export interface FeatureState {
  readonly name: string;
  readonly stage: GateStage;
  readonly isEnabled: boolean;
}

/** The gates of a server: those of a release, and those of its plugins, which are the same in every release. */
export interface GateTable {
  readonly release?: string;
  readonly ofPlugins?: PluginFeatureGates;
}

const STAGE_OF_SET: Readonly<Record<string, GateStage>> = { AllAlpha: 'Alpha', AllBeta: 'Beta' };
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
      const stage = stateOf(name, table)?.stage;
      if (stage !== 'GA' && stage !== 'Deprecated') return [];
      const what = stage === 'GA' ? 'GA' : 'deprecated';
      return [`Setting ${what} feature gate ${name}=${value}. It will be removed in a future release.`];
    });
  }

  /**
   * Returns a line of the help for each gate of a release: its stage, its default, and that it has no effect where it
   * is locked.
   */
  static descriptions(release: string = CURRENT_RELEASE): string[] {
    return gatesIn(release).map((name) => describe(name, gateStateIn(name, release)!));
  }

  /** Returns the same lines for the gates of plugins. */
  static descriptionsOf(gates: PluginFeatureGates): string[] {
    return Object.entries(gates).map(([name, gate]) => describe(name, ofPlugin(gate)));
  }

  /** Reports whether some release has a gate of that name. */
  static isKnown(name: string): boolean {
    return hasGate(name);
  }

  /** Reports whether plugins cannot have a gate of that name. */
  static isReserved(name: string): boolean {
    return FeatureGates.isKnown(name) || Object.hasOwn(STAGE_OF_SET, name);
  }

  /**
   * Reports whether a feature is on, also in releases that have no gate for it yet or no longer. An unknown name is a
   * programming error and throws.
   */
  enabled(name: string): boolean {
    let answer = this.answers.get(name);
    if (answer === undefined) {
      const known = stateOf(name, this.table);
      if (known === undefined) throw new Error(`unknown feature gate ${name}`);
      answer = this.settings.get(name) ?? this.settingOfSet(known) ?? known.isOn;
      this.answers.set(name, answer);
    }
    return answer;
  }

  /** Returns the state of every gate, those that speak for a stage included, for metrics. */
  states(): FeatureState[] {
    const gates = namesIn(this.table).map((name) => {
      return { name, stage: stateOf(name, this.table)!.stage, isEnabled: this.enabled(name) };
    });
    const sets = Object.entries(STAGE_OF_SET).map(([name, stage]) => ({
      name,
      stage,
      isEnabled: this.settings.get(name) ?? false,
    }));
    return [...gates, ...sets];
  }

  /** `AllAlpha` and `AllBeta` speak for the gates of their stage that are not named themselves. */
  private settingOfSet({ stage, isLocked }: GateState): boolean | undefined {
    if (isLocked) return undefined;
    const set = Object.keys(STAGE_OF_SET).find((name) => STAGE_OF_SET[name] === stage);
    return set === undefined ? undefined : this.settings.get(set);
  }
}

function settingFault(name: string, value: boolean, table: GateTable): Omit<OptionProblem, 'option'> | undefined {
  if (Object.hasOwn(STAGE_OF_SET, name)) return undefined;
  const known = stateOf(name, table);
  if (known === undefined || known.stage === 'Removed') {
    const remedy = didYouMean(name, [...namesIn(table), ...SETS], 'Remove it: no such gate exists in this release.');
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

function namesIn({ release = CURRENT_RELEASE, ofPlugins = {} }: GateTable): string[] {
  return [...gatesIn(release), ...Object.keys(ofPlugins)];
}

function stateOf(name: string, { release = CURRENT_RELEASE, ofPlugins = {} }: GateTable): GateState | undefined {
  return Object.hasOwn(ofPlugins, name) ? ofPlugin(ofPlugins[name]) : gateStateIn(name, release);
}

const STAGES = { alpha: 'Alpha', beta: 'Beta', ga: 'GA' } as const;

function ofPlugin({ stage, default: isOn, locked: isLocked = false }: PluginFeatureGate): GateState {
  return { stage: STAGES[stage], isOn, isLocked };
}

function describe(name: string, { stage, isOn, isLocked }: GateState): string {
  const effect = isLocked ? `locked to ${isOn}, no effect` : `default=${isOn}`;
  return `${name}=true|false (${stage === 'GA' ? stage : stage.toUpperCase()} - ${effect})`;
}
