import { KNOWN_FEATURE_GATES } from './known-feature-gates.js';
import { didYouMean } from './nearest-name.js';
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

const STAGE_OF_SET: Readonly<Record<string, FeatureStage>> = { AllAlpha: 'Alpha', AllBeta: 'Beta' };

/** Which features are on: the defaults of a release, changed by `--feature-gates`. Immutable. */
export class FeatureGates {
  private readonly answers = new Map<string, boolean>();

  private constructor(
    private readonly release: string,
    private readonly settings: ReadonlyMap<string, boolean>,
  ) {}

  /** The gates of a release with the given settings, which have to be free of problems. */
  static of(settings: Readonly<Record<string, boolean>> = {}, release = CURRENT_RELEASE): FeatureGates {
    return new FeatureGates(release, new Map(Object.entries(settings)));
  }

  /** Returns the problems of settings: unknown gates, and locked ones that are set to the other value. */
  static problems(settings: Readonly<Record<string, boolean>>, release = CURRENT_RELEASE): OptionProblem[] {
    return Object.entries(settings).flatMap(([name, value]) => {
      const fault = settingFault(name, value, release);
      return fault === undefined ? [] : [{ option: '--feature-gates', ...fault }];
    });
  }

  /** Returns warnings for settings of gates that are generally available or deprecated. */
  static warnings(settings: Readonly<Record<string, boolean>>, release = CURRENT_RELEASE): string[] {
    return Object.entries(settings).flatMap(([name, value]) => {
      const stage = defaultOf(name, release)?.stage;
      if (stage !== 'GA' && stage !== 'Deprecated') return [];
      const what = stage === 'GA' ? 'GA' : 'deprecated';
      return [`Setting ${what} feature gate ${name}=${value}. It will be removed in a future release.`];
    });
  }

  /** A line of the help for each gate of this release: its stage, its default, and that it has no effect where it is locked. */
  static descriptions(release = CURRENT_RELEASE): string[] {
    return Object.keys(KNOWN_FEATURE_GATES).flatMap((name) => {
      const { stage, isOn, isLocked } = defaultOf(name, release)!;
      if (stage === 'PreAlpha') return [];
      const effect = isLocked ? `locked to ${isOn}, no effect` : `default=${isOn}`;
      return [`${name}=true|false (${stage === 'GA' ? stage : stage.toUpperCase()} - ${effect})`];
    });
  }

  /** Reports whether some release has a gate of that name. */
  static isKnown(name: string): boolean {
    return Object.hasOwn(KNOWN_FEATURE_GATES, name);
  }

  /** Reports whether a feature is on. An unknown name is a programming error and throws. */
  enabled(name: string): boolean {
    let answer = this.answers.get(name);
    if (answer === undefined) {
      const known = defaultOf(name, this.release);
      if (known === undefined) throw new Error(`unknown feature gate ${name}`);
      answer = this.settings.get(name) ?? this.settingOfSet(known) ?? known.isOn;
      this.answers.set(name, answer);
    }
    return answer;
  }

  /** The state of every gate, those that speak for a stage included, for metrics. */
  states(): FeatureState[] {
    const gates = Object.keys(KNOWN_FEATURE_GATES).flatMap((name) => {
      const stage = defaultOf(name, this.release)?.stage ?? 'PreAlpha';
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

function settingFault(name: string, value: boolean, release: string): Omit<OptionProblem, 'option'> | undefined {
  if (Object.hasOwn(STAGE_OF_SET, name)) return undefined;
  const known = defaultOf(name, release);
  if (known === undefined) {
    const names = [...Object.keys(KNOWN_FEATURE_GATES), ...Object.keys(STAGE_OF_SET)];
    const remedy = didYouMean(name, names, 'Remove it: no such gate exists in this release.');
    return { message: `unrecognized feature gate: ${name}`, remedy };
  }
  const refused = `cannot set feature gate ${name} to ${value}, feature is`;
  if (known.isLocked && value !== known.isOn) {
    return { message: `${refused} locked to ${known.isOn}`, remedy: 'Remove it: the gate has no effect any more.' };
  }
  if (known.stage === 'PreAlpha' && value) {
    return {
      message: `${refused} PreAlpha at emulated version ${release}`,
      remedy: 'Remove it, or emulate a later release.',
    };
  }
  return undefined;
}

function defaultOf(name: string, release: string): FeatureDefault | undefined {
  if (!Object.hasOwn(KNOWN_FEATURE_GATES, name)) return undefined;
  const states = KNOWN_FEATURE_GATES[name].split(' ').map((state) => state.split(':'));
  const current = states.findLast(([since]) => minorOf(since) <= minorOf(release));
  if (current === undefined) return { stage: 'PreAlpha', isOn: false, isLocked: false };
  return { stage: current[1] as FeatureStage, isOn: current[2] === 'on', isLocked: current[3] === 'locked' };
}
