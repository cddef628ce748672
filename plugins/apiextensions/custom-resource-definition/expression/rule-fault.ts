import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../../src/plugin-api/index.js';
import { hasRule, invalidUnshown } from '../../../../src/plugin-api/built-in.js';

/** A value that does not pass a rule: where it is, its JSON type, and the message of the rule. */
export interface RuleFault {
  readonly path: FieldPath;
  readonly type: string;
  /** The value; since 1.35 errors show it in place of its type, where it is neither a list nor a map. */
  readonly value?: unknown;
  readonly message: string;
}

/** Returns the error for a value that does not pass a rule, with the reason that the rule declares. */
export function faultOfRule(reason: string | undefined, { path, type, value, message }: RuleFault): FieldError {
  const shown = hasRule({ since: '1.35' }) && value !== undefined ? value : type;
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, message);
    case 'FieldValueRequired':
      return required(path, message);
    case 'FieldValueDuplicate':
      return duplicate(path, typeof shown === 'object' ? type : shown);
    default:
      return typeof shown === 'object' ? invalidUnshown(path, message) : invalid(path, shown, message);
  }
}
