import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  partFailure,
} from '../admission/index.js';
import type { WriteEffect, WriteHook, WritesOf } from '../plugin-api/index.js';

const nothing = (): void => {};

/** Calls a hook on writes as the last step of admission, and has its effect settled with the write. */
export class WriteHookAdmission extends AdmissionPlugin {
  readonly name: string;

  constructor(private readonly calls: WriteHook) {
    super();
    this.name = calls.name;
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return this.calls.writesOf.some((writes) => isAmong(writes, operation, resource));
  }

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    const failed = (error: unknown): never => {
      throw partFailure(`write hook ${this.name}`, attributes.signal, error);
    };
    const answer = this.call(attributes, failed);
    if (answer instanceof Promise) return answer.then((effect) => settle(attributes, effect), failed);
    settle(attributes, answer);
  }

  private call(attributes: AdmissionAttributes, failed: (error: unknown) => never): ReturnType<WriteHook['hook']> {
    try {
      return this.calls.hook(attributes);
    } catch (error) {
      return failed(error);
    }
  }
}

function isAmong(
  { group, resource, operations, subresource }: WritesOf,
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
    commit: () => effect.commit?.() ?? nothing(),
    revert: () => effect.undo?.() ?? nothing(),
  });
}
