import {
  type AdmissionOperation,
  type SideEffect,
  type Undoing,
  type WriteAttributes,
} from '../../../admission/index.js';
import {
  type ApiObject,
  type FieldError,
  type MaybePromise,
  checkAs,
  collectFieldErrors,
  whenSettled,
} from '../../../apimachinery/index.js';
import { type Step, doInTurns, inOrder } from '../../../observability/index.js';
import { matchNamespace } from '../object-metadata.js';
import { dropRepeatedOwners } from '../owner-references.js';
import type { StoreContext } from '../../kinds/store-context.js';
import type { StoreParts } from '../store-parts.js';
import type { StrategyContext } from '../../kinds/strategy.js';
import type { OwnerTracking } from './owner-tracking.js';
import { type CheckedWrite, statesOfRules } from './structural-rules.js';
import { hasWaitingRules, withWaitingRules } from './waiting-rules.js';
import { admissionAttributesOf, invalidStored, noop, strategyContextOf, warnAll } from './write-scope.js';

/** The parts of the Store and of the request that a write is prepared with. */
export interface WriteSetting<T extends ApiObject> {
  readonly parts: StoreParts<T>;
  readonly owners: OwnerTracking<T>;
  readonly context: StoreContext;
  /** Receives the external effects of the write. */
  readonly undoing: Undoing;
}

/** The members of a write that its steps call; the same for objects of all kinds. */
export type StepsOf<W extends PreparedWrite<ApiObject>> = readonly Step<Omit<W, 'object'>>[];

/** Runs the steps that prepare a write, in turns with other requests. Returns the object to store. */
export async function prepareInTurns<W, T extends ApiObject>(
  steps: readonly Step<W>[],
  write: W & PreparedWrite<T>,
): Promise<T> {
  await doInTurns(inOrder(steps, write), write.lane);
  return write.object;
}

/**
 * A write that is being prepared, and the steps that creates and updates have in common. What one step leaves for the next ones
 * is a member; the order is that of the list of steps.
 */
export abstract class PreparedWrite<T extends ApiObject> {
  /** The object as it was sent, then as admission and the strategy have changed it. */
  object: T;
  protected readonly scope: StrategyContext;
  /** Undefined before mutating admission, and for a write without admission. */
  private attributes: WriteAttributes | undefined;
  private requested: CheckedWrite['requested'];

  constructor(
    protected readonly setting: WriteSetting<T>,
    object: T,
    /** The stored object; undefined for a new one. */
    private readonly stored?: T,
  ) {
    this.object = object;
    this.scope = strategyContextOf(setting.parts, setting.context);
  }

  /** The lane of its turns. */
  get lane(): object | undefined {
    return this.setting.context.lane;
  }

  /** Checks the namespace of the object, or completes it; 400 if it is another one than that of the request. */
  matchNamespace(): void {
    const { parts, context } = this.setting;
    matchNamespace(this.object, parts.kind.isNamespaced ? context.namespace : '');
  }

  /** Removes repeated owner references, with a warning that names their source. */
  dropRepeatedOwners(source: 'body' | 'change'): void {
    dropRepeatedOwners(this.object, this.setting.context.warn ?? noop, source);
  }

  /** Records the field owners of the object. */
  protected trackOwners(now: Date): MaybePromise<void> {
    const { owners, context } = this.setting;
    return owners.track(context, { object: this.object, live: this.stored, now });
  }

  /** Calls mutating admission. */
  protected mutate(operation: AdmissionOperation, name: string): Promise<unknown> | undefined {
    const { parts, context, undoing } = this.setting;
    if (context.skipAdmission) return undefined;
    const write = { operation, name, object: this.object, oldObject: this.stored, undoing };
    this.attributes = admissionAttributesOf(parts, context, write);
    return parts.admission.mutate(this.attributes, parts.kind.workingVersion(context.version).type);
  }

  /** Takes over the object that mutating admission returned. */
  takeMutated(): void {
    if (!this.attributes) return;
    this.object = this.attributes.object as T;
    this.dropRepeatedOwners('change');
    this.matchNamespace();
  }

  /** Adds the external effect of a strategy to those of the write. */
  protected addEffect(begun: MaybePromise<SideEffect | undefined>): MaybePromise<void> {
    return whenSettled(begun, (effect) => effect && this.setting.undoing.add(effect));
  }

  /** Loads what the rules of the strategy need. */
  loadRules(): Promise<void> | undefined {
    return this.setting.parts.strategy.loadRules?.(this.object, this.stored, this.scope);
  }

  /** Converts the object to the requested version, if that has rules. */
  convertForRules(): MaybePromise<void> {
    const { parts, context } = this.setting;
    const converted = statesOfRules(parts.kind, context.version, this.states);
    return whenSettled(converted, (requested) => void (this.requested = requested));
  }

  /** Checks all rules; throws, or rejects with, 422 that has all errors. */
  checkRules(): MaybePromise<void> {
    const { parts, context } = this.setting;
    const { states, requested, scope } = this;
    const isStatus = this.stored !== undefined && scope.subresource === 'status';
    const write: CheckedWrite = { apiVersion: context.version, isStatus, states, requested };
    const found = this.collectErrors(write);
    const errors = hasWaitingRules(parts) ? withWaitingRules(found, { parts, context, scope, states }) : found;
    return whenSettled(errors, (all) => {
      if (all.length > 0) throw invalidStored(parts.kind, this.object, all);
    });
  }

  /**
   * Sends the warnings of the strategy, and has it normalize the checked object, without fields that only other releases
   * have: the rules know them.
   */
  warnAndCanonicalize(): void {
    const { parts, context } = this.setting;
    parts.kind.workingVersion(context.version).type.dropOutOfView(this.object);
    warnAll(
      context,
      checkAs(parts.kind.release, () => this.warnings()),
    );
    parts.strategy.canonicalize?.(this.object);
  }

  /** Calls validating admission. */
  validate(): Promise<void> | undefined {
    return this.attributes && this.setting.parts.admission.validate(this.attributes);
  }

  /** Rules know the fields of all releases; those at fields that this one does not have are not its own. */
  private collectErrors(write: CheckedWrite): FieldError[] {
    const { kind } = this.setting.parts;
    const errors = checkAs(kind.release, () => collectFieldErrors(() => this.errorsOf(write)));
    if (errors.length === 0) return errors;
    const { type } = kind.workingVersion(write.apiVersion);
    return errors.filter(({ field }) => !type.isOutOfView(field));
  }

  /** Calls a hook of the strategy that prepares the object, as of the emulated release. */
  protected asOfRelease(prepare: () => void): void {
    checkAs(this.setting.parts.kind.release, prepare);
  }

  /** Returns the errors of the rules that do not wait. */
  protected abstract errorsOf(write: CheckedWrite): FieldError[];

  /** Returns the warnings of the strategy. */
  protected abstract warnings(): readonly string[] | undefined;

  private get states(): { readonly object: T; readonly old?: T } {
    return { object: this.object, old: this.stored };
  }
}
