/**
 * What only the groups of this repository need, which follow the reference to the letter. Not exported from the package.
 */
export { AtLeast, AtMost, Format, MaxBytes, MaxItems, OneOf, Required, fieldErrors } from '../schema/index.js';
