import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  partFailure,
} from '../../admission/index.js';
import type { GroupResource, MaybePromise } from '../../apimachinery/index.js';
import { type WriteEffect, type WriteHook } from '../../plugin-api/index.js';
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

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    const failed: Failed = (error) => {
      throw partFailure(`write hook ${this.name}`, attributes.signal, error);
    };
    const key = this.calls.inTurn && called(() => this.calls.inTurn!(attributes), failed);
    if (key !== undefined) return this.validateInTurn(key, attributes, failed);
    const answer = called(() => this.calls.hook(attributes), failed);
    if (!(answer instanceof Promise)) return settle(attributes, answer);
    if (attributes.signal) attributes.signal.waitsFor = `write hook ${this.name}`;
    return answer.then((effect) => settle(attributes, effect), failed);
  }

  /** The turn ends with the effect; that of a dry run, and of a hook that refuses, at once. */
  private async validateInTurn(key: string, attributes: AdmissionAttributes, failed: Failed): Promise<void> {
    const end = await this.turns.take(key, attributes.signal);
    try {
      if (attributes.signal) attributes.signal.waitsFor = `write hook ${this.name}`;
      const effect = (await this.calls.hook(attributes)) ?? {};
      if (attributes.dryRun) end();
      else
        settle(attributes, {
          commit: () => ending(() => effect.commit?.(), end),
          undo: () => ending(() => effect.undo?.(), end),
        });
    } catch (error) {
      end();
      failed(error);
    }
  }
}

/** Writes that a hook is called for, with the names of their resource. */
type Written = GroupResource & WriteSelection;

type Failed = (error: unknown) => never;

function called<T>(call: () => T, failed: Failed): T {
  try {
    return call();
  } catch (error) {
    return failed(error);
  }
}

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

/** Dry runs have no effects. */
function settle(attributes: AdmissionAttributes, effect: WriteEffect | void): void {
  if (!effect || attributes.dryRun) return;
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
