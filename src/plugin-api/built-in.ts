/**
 * The part of the API for the groups of this repository, which follow the reference to the letter. Not exported from the package.
 */
export {
  AtLeast,
  AtMost,
  fieldChecker,
  type FieldChecker,
  Format,
  MaxBytes,
  MaxItems,
  OneOf,
  Required,
} from '../schema/index.js';
