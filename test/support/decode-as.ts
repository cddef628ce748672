import { type ApiClass, type ApiObject } from '../../src/plugin-api/index.js';
import { shapeOf } from '../../src/plugin-api/built-in.js';

/** An object as the server has it after a client has sent it: decoded, so that it is known what was given empty. */
export function decodeAs<T extends ApiObject>(type: ApiClass<T>, sent: object): T {
  return shapeOf(type).decode(sent) as T;
}
