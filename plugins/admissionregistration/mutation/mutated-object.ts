import { type ApiObject, type ObjectShape } from '../../../src/plugin-api/index.js';

/** An object that a mutation is to change, and its shape. */
export interface MutatedObject {
  /** With kind and version. Not changed. */
  readonly object: ApiObject;
  readonly shape: ObjectShape;
}

/** A mutation that cannot be carried out; the failure policy decides on the request. The message is the reference's. */
export class MutationError extends Error {
  override readonly name = 'MutationError';
}
