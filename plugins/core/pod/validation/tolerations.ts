import { invalid, notSupported, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { isLabelValue, validateLabelName } from '../../../../src/plugin-api/built-in.js';
import type { Toleration } from '../shape/scheduling.v1.js';
import { checkOneOf } from './checks.js';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const NO_KEY = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';

/** Checks which taints a pod tolerates. */
export function validateTolerations(tolerations: readonly Toleration[] | undefined, path: FieldPath): FieldError[] {
  return (tolerations ?? []).flatMap((toleration, i) => {
    const { key = '', operator = '', effect = '', tolerationSeconds } = toleration;
    const place = path.index(i);
    const errors = key === '' ? [] : validateLabelName(key, place.child('key'));
    if (key === '' && operator !== 'Exists') errors.push(invalid(place.child('operator'), operator, NO_KEY));
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const text = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(invalid(place.child('effect'), effect, text));
    }
    errors.push(...valueErrors(toleration, place.child('operator')));
    return [...errors, ...checkOneOf(effect || undefined, place.child('effect'), EFFECTS)];
  });
}

function valueErrors(toleration: Toleration, path: FieldPath): FieldError[] {
  const { operator = '', value = '' } = toleration;
  switch (operator) {
    case '':
    case 'Equal': {
      const messages = isLabelValue(value);
      return messages.length > 0 ? [invalid(path, value, messages.join(';'))] : [];
    }
    case 'Exists':
      return value === '' ? [] : [invalid(path, value, "value must be empty when `operator` is 'Exists'")];
    default:
      return [notSupported(path, operator, ['Equal', 'Exists'])];
  }
}
