import { type ApiObject, CELL, LIST, type ResultRule, TEXT, resultFault } from '../../../apimachinery/index.js';
import { type Serializer, builtInSerializers } from '../../../codecs/index.js';
import {
  KIND_RESULTS,
  type KindDefinition,
  ResolvedKind,
  type ResolvedVersion,
  SCALE_RESULTS,
  examplesOf,
} from '../../../registry/index.js';
import { nameOf, PluginError, withPlaces } from '../../mistakes/index.js';
import type { PluginClass } from '../../load/index.js';
import { readDeclarations } from '../read-declarations.js';
import { type Difference, firstDifference, freezeDeeply, valueAt } from './difference.js';
import { AN_EXAMPLE, gapFromHub, lossFromHub, sampleFromHub } from './hub-trial.js';
import { wrongResults } from './other-hooks.js';
import { unenforcedFields } from './published-rules.js';
import { extremeSampleObjects, sampleObject, variedSampleObject } from './sample-object.js';
import { objectsWithOneOtherValue } from './single-values.js';
import { findSparseFault, isAllowed, lossThereAndBack } from './sparse-trial.js';
import {
  ROUND_TRIP,
  changeText,
  failureText,
  isRefusal,
  messageOf,
  roundTripLoss,
  thereAndBack,
  triedVersions,
  withoutCarried,
} from './trial-conversion.js';
import { exampleFaults } from './try-examples.js';

/**
 * Runs the functions of every kind on an object with every member set: converts it in both directions, encodes and
 * decodes it as protobuf, and computes its cells, selectable fields and scale; all on read-only input. Defaults,
 * conversions, selectable fields and strategies are then tried with objects that lack members. Throws PluginError with every
 * function that fails, changes its input or loses data.
 */
export async function tryPlugins(plugins: readonly PluginClass[]): Promise<void> {
  const mistakes: string[] = [];
  const declarations = readDeclarations(plugins);
  for (const [plugin, declaration] of declarations) {
    for (const definition of declaration.kinds as unknown as readonly KindDefinition[]) {
      mistakes.push(...(await new KindTrial(nameOf(plugin), new ResolvedKind(declaration.group, definition)).run()));
    }
  }
  if (mistakes.length > 0) throw new PluginError([...withPlaces(mistakes, declarations), HOW_TO_START]);
}

const HOW_TO_START = 'found by trying the plugins; --plugin-checks=false starts without that';

type SampleMaker = (...facts: Parameters<typeof sampleObject>) => readonly ApiObject[];

const otherSampleObjects: SampleMaker = (...facts) => [variedSampleObject(...facts), ...extremeSampleObjects(...facts)];

/** A function whose result is looked at. */
interface TriedResult {
  readonly what: string;
  readonly rule: ResultRule;
  readonly run: () => unknown;
}

/** Tries one kind. */
class KindTrial {
  private readonly mistakes: string[] = [];
  private readonly samples = new Map<ResolvedVersion, ApiObject | undefined>();
  private readonly protobuf: Serializer = builtInSerializers().find(({ writesByType }) => writesByType)!;

  constructor(
    private readonly plugin: string,
    private readonly kind: ResolvedKind,
  ) {}

  async run(): Promise<string[]> {
    for (const version of triedVersions(this.kind)) {
      await this.tryVersion(version);
      for (const fault of exampleFaults(this.kind, version)) this.report(version, fault);
    }
    const hub = this.sampleOf(this.kind.hub);
    if (hub) this.tryFunctions(hub);
    for (const fault of hub ? wrongResults(this.kind, hub) : []) this.report(this.kind.hub, fault);
    if (hub && this.mistakes.length === 0) this.tryHub(hub);
    if (hub && this.mistakes.length === 0) this.tryOtherValues();
    // A function that fails for a whole object fails for others too.
    if (this.mistakes.length === 0) this.trySparseObjects();
    if (hub && this.mistakes.length === 0) this.trySingleValues();
    if (this.mistakes.length === 0) this.tryPublishedRules();
    return this.mistakes;
  }

  /** Conversions may mix up members, or keep some values only. The first loss says enough. */
  private tryOtherValues(): void {
    const storage = this.kind.hub;
    for (const hub of this.makeSamples(storage, otherSampleObjects)) {
      this.tryHub(hub);
      if (this.mistakes.length > 0) return;
    }
    for (const version of triedVersions(this.kind)) {
      if (version.conversion) this.tryOthersOf(version);
    }
  }

  /** Members of objects that are taken, one at a time: a rule may refuse all of them at their greatest values. */
  private trySingleValues(): void {
    const { kind } = this;
    for (const version of triedVersions(kind)) {
      const sample = this.sampleOf(version);
      for (const object of sample ? objectsWithOneOtherValue(kind, version, sample) : []) {
        if (version === kind.hub) this.tryHub(object);
        else if (version.conversion) this.tryOther(version, object);
        if (this.mistakes.length > 0) return;
      }
    }
  }

  /** Values that the version refuses, or the conversion, need not come back. */
  private tryOthersOf(version: ResolvedVersion): void {
    for (const sample of this.makeSamples(version, otherSampleObjects)) {
      if (this.tryOther(version, sample)) return;
    }
  }

  private tryOther(version: ResolvedVersion, object: ApiObject): boolean {
    const lost = this.trying(version, 'its conversion', () => lossThereAndBack(this.kind, version, object));
    if (lost !== undefined) this.report(version, lost);
    return lost !== undefined;
  }

  private tryHub(hub: ApiObject): void {
    const { kind } = this;
    for (const version of triedVersions(kind)) {
      if (!version.conversion) continue;
      const what = `the conversion to ${version.name} and back`;
      const lost = this.trying(kind.hub, what, () => {
        return lossFromHub(kind, version, hub) ?? gapFromHub(kind, version, hub);
      });
      if (lost && this.trying(kind.hub, 'a rule', () => isAllowed(kind, kind.hub, hub))) this.report(kind.hub, lost);
    }
  }

  private trySparseObjects(): void {
    const storage = this.kind.hub;
    const others = triedVersions(this.kind).filter((version) => version !== storage);
    for (const version of [...others, storage]) {
      const sample = this.sampleOf(version);
      const fault = sample && findSparseFault(this.kind, version, sample);
      if (fault !== undefined) this.report(version, fault);
    }
  }

  private tryPublishedRules(): void {
    for (const version of triedVersions(this.kind)) {
      const sample = this.sampleOf(version);
      for (const fault of sample ? unenforcedFields(this.kind, version, sample) : []) this.report(version, fault);
    }
  }

  private async tryVersion(version: ResolvedVersion): Promise<void> {
    const sample = this.sampleOf(version);
    if (!sample) return;
    if (version.type.protobuf) await this.tryProtobuf(version, sample);
    if (version.conversion) this.tryConversion(version, sample);
  }

  private sampleOf(version: ResolvedVersion): ApiObject | undefined {
    if (!this.samples.has(version)) this.samples.set(version, this.makeSample(version));
    return this.samples.get(version);
  }

  private makeSample(version: ResolvedVersion): ApiObject | undefined {
    return this.makeSamples(version, (...facts) => [sampleObject(...facts)])[0];
  }

  /** Samples in canonical form, read-only; none for shapes that do not say what they are made of. */
  private makeSamples(version: ResolvedVersion, make: SampleMaker): readonly ApiObject[] {
    const { published } = version.type;
    if (!('layout' in published)) return [];
    const { apiVersion } = version;
    const samples = this.trying(version, 'its class', () => {
      return make(published.layout, { kind: this.kind.kind, apiVersion }).map((sample) => {
        const spec = (sample as { spec?: Record<string, unknown> }).spec ?? {};
        for (const member of version.declaration.exclusiveMembers ?? []) delete spec[member];
        return freezeDeeply(version.type.canonicalize(sample));
      });
    });
    return samples ?? [];
  }

  private async tryProtobuf(version: ResolvedVersion, sample: ApiObject): Promise<void> {
    const { type } = version;
    try {
      const { value } = await this.protobuf.read(await this.protobuf.write(sample, { type }), type);
      this.compare(version, 'protobuf', [sample, type.decode(value)]);
    } catch (error) {
      this.report(version, `protobuf fails: ${messageOf(error)}`);
    }
  }

  /** Redundant members that a conversion adds may be present after the round trip, but must then be stable. */
  private tryConversion(version: ResolvedVersion, sample: ApiObject): void {
    const back = this.backOf(version, sample);
    if (!back) return;
    const lost = roundTripLoss(this.kind, sample, back);
    if (lost !== undefined) return this.reportLoss(version, sample, lost);
    const again = this.backOf(version, freezeDeeply(back));
    const plain = (object: ApiObject): ApiObject => withoutCarried(this.kind, object);
    if (again) this.compare(version, ROUND_TRIP, [plain(back), plain(again)]);
  }

  private reportLoss(version: ResolvedVersion, sample: ApiObject, lost: Difference): void {
    if (this.trying(version, 'a rule', () => isAllowed(this.kind, version, sample)) ?? true)
      return this.report(version, changeText(ROUND_TRIP, lost));
    // Texts of a special form: examples have such ones, and are tried.
    if (examplesOf(version).some((example) => valueAt(example, lost.path) !== undefined)) return;
    const remedy = `where only some values can, give the version an example with ${lost.path}, which is tried instead`;
    const otherwise = `${changeText(ROUND_TRIP, lost)}; ${remedy}`;
    const fault = this.faultWithSampleOfHub(version, { path: lost.path, otherwise });
    if (fault !== undefined) this.report(version, fault);
  }

  private backOf(version: ResolvedVersion, object: ApiObject): ApiObject | undefined {
    return this.trying(version, 'its conversion', () => {
      try {
        return thereAndBack(this.kind, version, object);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (examplesOf(version).length > 0) return undefined;
        const fault = this.faultWithSampleOfHub(version, {
          otherwise: `its conversion: ${messageOf(error)}; ${AN_EXAMPLE}`,
        });
        if (fault !== undefined) this.report(version, fault);
        return undefined;
      }
    });
  }

  /**
   * Tries the sample of the storage version, converted to a version, in place of the version's own: texts that one direction makes are
   * such as the other takes apart. Answers what is wrong with that; `otherwise` where it shows nothing, or lacks what is at the path.
   */
  private faultWithSampleOfHub(
    version: ResolvedVersion,
    { path = '', otherwise }: { readonly path?: string; readonly otherwise: string },
  ): string | undefined {
    const { kind } = this;
    const hub = this.sampleOf(kind.hub);
    if (!hub) return otherwise;
    const isFair = this.trying(kind.hub, 'a rule', () => isAllowed(kind, kind.hub, hub)) ?? false;
    const { sample, fault } = sampleFromHub(kind, version, { hub, isFair });
    if (fault !== undefined) return fault;
    if (!sample || (path !== '' && valueAt(sample, path) === undefined)) return otherwise;
    this.samples.set(version, sample);
    return undefined;
  }

  private tryFunctions(hub: ApiObject): void {
    const { storage, selectors, definition } = this.kind;
    for (const [name, read] of Object.entries(selectors)) {
      this.tryResult(storage, { what: `selectableFields["${name}"]`, rule: TEXT, run: () => read(hub) });
    }
    for (const version of triedVersions(this.kind)) {
      for (const { name, cell } of version.columns ?? [])
        this.tryResult(version, { what: `the cell of ${name}`, rule: CELL, run: () => cell(hub, 0) });
      this.tryScale(version, hub);
    }
    const { rowConditions } = definition;
    if (rowConditions) this.tryResult(storage, { what: 'rowConditions', rule: LIST, run: () => rowConditions(hub) });
    this.tryRulesOfKind(hub);
  }

  /** The functions of a kind besides its strategy. */
  private tryRulesOfKind(hub: ApiObject): void {
    const { storage, definition } = this.kind;
    const { generation, nameRule, shownAs, withoutEffect } = definition;
    const calls = {
      generation: typeof generation === 'function' && (() => generation(hub, hub)),
      nameRule: nameRule && (() => nameRule(hub.metadata.name ?? 'a', false)),
      shownAs: shownAs && (() => shownAs(hub)),
      withoutEffect: withoutEffect && (() => withoutEffect(hub, () => false)),
    };
    for (const what of Object.keys(calls) as (keyof typeof calls)[]) {
      const run = calls[what];
      if (run) this.tryResult(storage, { what, rule: KIND_RESULTS[what], run });
    }
  }

  private tryScale(version: ResolvedVersion, hub: ApiObject): void {
    const { scale } = version;
    if (!scale) return;
    this.tryResult(version, {
      what: 'scale.statusReplicas',
      rule: SCALE_RESULTS.statusReplicas,
      run: () => scale.statusReplicas(hub),
    });
    this.tryResult(version, { what: 'scale.selector', rule: SCALE_RESULTS.selector, run: () => scale.selector(hub) });
    this.tryResult(version, { what: 'scale.replicas', rule: SCALE_RESULTS.replicas, run: () => scale.replicas(hub) });
    const shown = this.trying(version, 'its scale', () => {
      const scaled = structuredClone(hub);
      scale.setReplicas(scaled, scale.replicas(hub) + 1);
      return scale.replicas(scaled) - scale.replicas(hub);
    });
    if (shown !== undefined && shown !== 1)
      this.report(version, 'scale.replicas does not show what scale.setReplicas has set');
  }

  private compare(version: ResolvedVersion, what: string, [sample, result]: readonly [object, object]): void {
    const lost = firstDifference(sample, result);
    if (lost !== undefined) this.report(version, changeText(what, lost));
  }

  private tryResult(version: ResolvedVersion, { what, rule, run }: TriedResult): void {
    const fault = this.trying(version, what, () => resultFault(run(), rule, undefined));
    if (fault !== undefined) this.report(version, `${what}: ${fault}`);
  }

  private trying<T>(version: ResolvedVersion, what: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.report(version, failureText(what, error));
      return undefined;
    }
  }

  private report({ name }: ResolvedVersion, fault: string): void {
    this.mistakes.push(`${this.plugin}: ${this.kind.kind}/${name}: ${fault}`);
  }
}
