import {
  API_OBJECT,
  type GroupVersionResource,
  REFUSES_BY_THROWING,
  type ResultRule,
  resultFault,
} from '../apimachinery/index.js';
import { type RequestObservers, waitingFor } from '../request/index.js';
import type { ObjectShape } from '../schema/index.js';
import type { AdmissionAttributes, EquivalentResource } from './admission-attributes.js';
import { AdmissionIndex, type FindEquivalents, type MutatingPlugin, isReinvoked } from './admission-index.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import { inForm } from './object-form.js';
import { admissionFailure, phasesOf } from './plugin-failure.js';
import { type AdmissionStep, ObservedStep } from './observed-step.js';
import type { WriteAttributes } from './write-attributes.js';

/** The served resources, as far as admission depends on them. */
export interface AdmittedResources {
  equivalentsOf: FindEquivalents;
  /** Calls back when something is served that was not, or the other way round. */
  onChange(listener: () => void): unknown;
}

/** No plugin has changed the object. */
const UNCHANGED = -1;

/** A round in which plugins may change an object. */
interface Round {
  readonly plugins: readonly MutatingPlugin[];
  readonly shape: ObjectShape;
  /** Undefined without listeners. */
  readonly observed: ObservedStep | undefined;
  /** Set in a second round that does not call all plugins: those before this one that ask for it are called. */
  readonly before?: number;
}

/** The admission plugins that are on, in their order. Any of them ends a write by throwing. */
export class AdmissionChain {
  private plugins: readonly AdmissionPlugin[] = [];
  private served: AdmittedResources | undefined;
  private index = this.makeIndex();

  constructor(private readonly observers: RequestObservers) {}

  /** Activates the plugins; called when API groups are installed. */
  use(plugins: readonly AdmissionPlugin[]): void {
    this.plugins = plugins;
    this.index = this.makeIndex();
  }

  /** Follows what is served: plugins are asked again what they handle when it changes. Called once. */
  follow(served: AdmittedResources): void {
    this.served = served;
    this.index = this.makeIndex();
    served.onChange(() => (this.index = this.makeIndex()));
  }

  /** Names of the plugins in force, in order. */
  names(): string[] {
    return this.plugins.map((p) => p.name);
  }

  /** The other groups and versions under which a resource is served; none before `follow`. */
  readonly equivalentsOf = (resource: GroupVersionResource, subresource: string): readonly EquivalentResource[] =>
    this.index.equivalentsOf(resource, subresource);

  /**
   * Calls every plugin to mutate the object, one after another; those that ask for reinvocation once more, if a later
   * one changed it, and all if one did that has all reinvoked. A changed object is normalized like a decoded one, defaults
   * included; the attributes then contain the new object. Returns whether it has changed. Throws the reason once the
   * request has been aborted: no plugin is called then.
   */
  mutate(attributes: WriteAttributes, shape: ObjectShape): Promise<boolean> {
    if (!this.observers.hears('admitted')) return this.admitAll(attributes, shape, undefined);
    return this.observe('admit', attributes, (observed) => this.admitAll(attributes, shape, observed));
  }

  /** Asks every plugin whether the final object may be stored. Throws as `mutate` once the request has been given up. */
  validate(attributes: WriteAttributes): Promise<void> {
    if (!this.observers.hears('admitted')) return this.validateAll(attributes, undefined);
    return this.observe('validate', attributes, (observed) => this.validateAll(attributes, observed));
  }

  private async observe<T>(
    step: AdmissionStep,
    attributes: WriteAttributes,
    work: (observed: ObservedStep) => Promise<T>,
  ): Promise<T> {
    const observed = new ObservedStep(this.observers, attributes, step);
    const { request } = attributes;
    if (request && this.observers.hears('examined')) {
      attributes.onExamined = (examination) => this.observers.examined(request, examination);
    }
    let isRejected = true;
    try {
      const outcome = await work(observed);
      isRejected = false;
      return outcome;
    } finally {
      observed.end(isRejected);
    }
  }

  private async admitAll(
    attributes: WriteAttributes,
    shape: ObjectShape,
    observed: ObservedStep | undefined,
  ): Promise<boolean> {
    const { mutating, hasReinvocation } = this.handlersOf(attributes);
    const round = { plugins: mutating, shape, observed };
    const last = mutating.length === 0 ? UNCHANGED : await this.admit(attributes, round);
    const isReformed = last !== UNCHANGED && reform(attributes, shape);
    if (isReformed && attributes.reinvokesAll) await this.reinvoke(attributes, round);
    else if (isReformed && hasReinvocation) await this.reinvoke(attributes, { ...round, before: last });
    return isReformed;
  }

  private async validateAll(attributes: WriteAttributes, observed: ObservedStep | undefined): Promise<void> {
    for (const plugin of this.handlersOf(attributes).validating) {
      attributes.signal?.throwIfAborted();
      try {
        const answer = plugin.validate(attributes);
        const result = await waitingFor(attributes.signal, answer, phasesOf(plugin).validate);
        // Any value would be taken for consent.
        if (result !== undefined) checkResult(result, REFUSES_BY_THROWING);
      } catch (error) {
        observed?.reject(plugin, 0);
        throw admissionFailure(plugin, { phase: 'validate', signal: attributes.signal }, error);
      }
      observed?.accept(plugin, 0);
    }
  }

  /** Calls plugins one after another; answers the place of the last one that has changed the object. */
  private async admit(attributes: WriteAttributes, { plugins, observed, before }: Round): Promise<number> {
    let last = UNCHANGED;
    for (let i = 0; i < plugins.length; i++) {
      const plugin = plugins[i];
      if (before !== undefined && (i >= before || !isReinvoked(plugin))) continue;
      attributes.signal?.throwIfAborted();
      try {
        const answer = plugin.admit(attributes);
        const result = await waitingFor(attributes.signal, answer, phasesOf(plugin).admit);
        if (result !== false) {
          last = i;
          attributes.reinvokesAll ||= plugin.reinvokesAll === true;
        }
        if (typeof result !== 'boolean' && result !== undefined) {
          checkResult(result, ADMITTED);
          await attributes.replace(result);
        }
      } catch (error) {
        observed?.reject(plugin, attributes.round);
        throw admissionFailure(plugin, { phase: 'admit', signal: attributes.signal }, error);
      }
      observed?.accept(plugin, attributes.round);
    }
    return last;
  }

  private async reinvoke(attributes: WriteAttributes, round: Round): Promise<void> {
    attributes.round = 1;
    const last = await this.admit(attributes, round);
    attributes.round = 0;
    if (last !== UNCHANGED) reform(attributes, round.shape);
  }

  private handlersOf({ operation, resource, subresource }: AdmissionAttributes) {
    return this.index.handlersOf(operation, resource, subresource);
  }

  private makeIndex(): AdmissionIndex {
    const { plugins, served } = this;
    return new AdmissionIndex(plugins, (resource, subresource) => served?.equivalentsOf(resource, subresource) ?? []);
  }
}

const ADMITTED: ResultRule = { ...API_OBJECT, wanted: 'false, nothing, or the changed object' };

/** Throws TypeError for a result that a plugin may not return. */
function checkResult(result: unknown, rule: ResultRule): void {
  const fault = resultFault(result, rule, undefined);
  if (fault !== undefined) throw new TypeError(fault);
}

/** Normalizes a changed object; returns false if there is none. */
function reform(attributes: WriteAttributes, shape: ObjectShape): boolean {
  if (!attributes.object) return false;
  attributes.object = inForm(attributes.object, shape);
  return true;
}
