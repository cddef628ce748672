import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  type HookedWrite,
  Injectable,
  type WriteEffect,
  WriteHook,
  badRequest,
  forbiddenResource,
} from '../../../src/plugin-api/index.js';
import { Dock } from './types.js';

/** Labels new docks with their makers, and lets only them delete one. */
@Injectable()
export class AdmitOwnDocks extends AdmissionPlugin {
  readonly name = 'OwnDocks';

  handles(operation: AdmissionOperation, { group, resource, subresource }: AdmittedResource): boolean {
    const isDock = group === 'docks.example.com' && resource === 'docks' && subresource === '';
    return isDock && (operation === 'CREATE' || operation === 'DELETE');
  }

  override admit({ operation, object, user }: AdmissionAttributes): boolean {
    if (operation !== 'CREATE' || !object) return false;
    object.metadata.annotations = { ...object.metadata.annotations, 'docks.example.com/maker': user.name };
    return true;
  }

  override validate({ operation, oldObject, user, resource, name }: AdmissionAttributes): void {
    const maker = oldObject?.metadata.annotations?.['docks.example.com/maker'];
    if (operation !== 'DELETE' || !maker || maker === user.name) return;
    throw forbiddenResource(resource, name, `it belongs to ${maker}`);
  }
}

/** Takes a number for each dock, and gives it back when the write is not stored. */
@Injectable()
export class DockNumbers extends WriteHook {
  readonly name = 'dock-numbers';
  readonly writesOf = [{ type: Dock, operations: ['CREATE'] }] as const;
  private readonly taken = new Set<string>();

  hook({ namespace, name, dryRun }: HookedWrite<Dock>): WriteEffect | void {
    if (this.taken.size >= 100) throw badRequest('all numbers are taken');
    if (dryRun) return;
    const key = `${namespace}/${name}`;
    this.taken.add(key);
    return { undo: () => void this.taken.delete(key) };
  }
}
