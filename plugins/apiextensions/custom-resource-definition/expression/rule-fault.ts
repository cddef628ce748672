import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../../src/plugin-api/index.js';

/** A value that does not pass a rule: where it is, its JSON type, and the message of the rule. */
export interface RuleFault {
  readonly path: FieldPath;
  readonly type: string;
  readonly message: string;
}

/** Returns the error for a value that does not pass a rule, with the reason that the rule declares. */
export function faultOfRule(reason: string | undefined, { path, type, message }: RuleFault): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, message);
    case 'FieldValueRequired':
      return required(path, message);
    case 'FieldValueDuplicate':
      return duplicate(path, type);
    default:
      return invalid(path, type, message);
  }
}
