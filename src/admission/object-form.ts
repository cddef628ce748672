import { type ApiObject, internalError } from '../apimachinery/index.js';
import { DecodeError, type ObjectShape } from '../schema/index.js';

/**
 * Returns the form that a decoded object of a shape has, defaults included, of one that a plugin has made or changed; the
 * input is not changed. 500 for what is no such object.
 */
export function inForm(object: ApiObject, shape: ObjectShape): ApiObject {
  try {
    const decoded = shape.canonicalize(object);
    shape.applyDefaults(decoded);
    return decoded;
  } catch (error) {
    throw error instanceof DecodeError ? internalError(error.message) : error;
  }
}
