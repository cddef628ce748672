import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  partFailure,
} from '../../admission/index.js';
import {
  type GroupResource,
  type MaybePromise,
  OPTIONAL_TEXT,
  type ResultRule,
  checkedResult,
  resultFault,
} from '../../apimachinery/index.js';
import { type WriteEffect, type WriteHook } from '../../plugin-api/index.js';
import { waitingFor } from '../../request/index.js';
import { type WriteSelection, writtenResource } from '../../plugin-api/built-in.js';
import { WriteTurns } from './write-turns.js';

const noop = (): void => {};

/** Calls a hook on writes as the last step of admission, and has its effect settled with the write. */
export class WriteHookAdmission extends AdmissionPlugin {
  readonly name: string;
  private readonly turns = new WriteTurns();
  private written: readonly Written[] | undefined;

  constructor(private readonly calls: WriteHook) {
    super();
    this.name = calls.name;
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    this.written ??= this.calls.writesOf.map((writes) => ({ ...writes, ...writtenResource(writes) }));
    return this.written.some((writes) => isAmong(writes, operation, resource));
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    try {
      const key = this.calls.inTurn && checkedResult('inTurn', this.calls.inTurn(attributes), OPTIONAL_TEXT);
      if (key !== undefined) return await this.validateInTurn(key, attributes);
      const effect = await this.effectOf(attributes);
      if (effect) settle(attributes, effect);
    } catch (error) {
      throw partFailure(`write hook ${this.name}`, attributes.signal, error);
    }
  }

  /** The turn ends with the effect; that of a dry run, and of a hook that refuses, at once. */
  private async validateInTurn(key: string, attributes: AdmissionAttributes): Promise<void> {
    const end = await this.turns.take(key, attributes.signal);
    try {
      const effect = await this.effectOf(attributes);
      if (attributes.dryRun) end();
      else
        settle(attributes, {
          commit: () => ending(() => effect?.commit?.(), end),
          undo: () => ending(() => effect?.undo?.(), end),
        });
    } catch (error) {
      end();
      throw error;
    }
  }

  private async effectOf(attributes: AdmissionAttributes): Promise<WriteEffect | undefined> {
    const answer = this.calls.hook(attributes);
    const effect = (await waitingFor(attributes.signal, answer, `write hook ${this.name}`)) ?? undefined;
    if (effect) checkEffect(effect);
    return effect;
  }
}

/** Writes that a hook is called for, with the names of their resource. */
type Written = GroupResource & WriteSelection;

function isAmong(
  { group, resource, operations, subresource }: Written,
  operation: AdmissionOperation,
  admitted: AdmittedResource,
): boolean {
  if (admitted.group !== group || admitted.resource !== resource || admitted.subresource !== (subresource ?? ''))
    return false;
  if (operation === 'CONNECT') return false;
  return operations?.includes(operation) ?? true;
}

const EFFECT: ResultRule = {
  isRight: (result) => typeof result === 'object' && result !== null && Object.entries(result).every(isPartOfEffect),
  wanted: 'nothing, or an effect: { commit, undo }; it refuses by throwing a StatusError',
};

function isPartOfEffect([name, part]: readonly [string, unknown]): boolean {
  return (name === 'commit' || name === 'undo') && (part === undefined || typeof part === 'function');
}

/** Throws TypeError for what is no effect of a write. */
function checkEffect(effect: unknown): void {
  // A class may have them as methods.
  if (typeof (effect as WriteEffect).commit === 'function' || typeof (effect as WriteEffect).undo === 'function')
    return;
  const fault = resultFault(effect, EFFECT, undefined);
  if (fault !== undefined) throw new TypeError(fault);
}

/** Dry runs have no effects. */
function settle(attributes: AdmissionAttributes, effect: WriteEffect): void {
  if (attributes.dryRun) return;
  attributes.settleWith({
    commit: () => effect.commit?.() ?? noop(),
    revert: () => effect.undo?.() ?? noop(),
  });
}

async function ending(settle: () => MaybePromise<void>, end: () => void): Promise<void> {
  try {
    await settle();
  } finally {
    end();
  }
}
