import { type FieldError, type FieldPath, invalid, notSupported, required } from '../../../src/plugin-api/index.js';
import { hasRule, isLabelValue, validateLabelName } from '../../../src/plugin-api/built-in.js';
import type { DeviceTaint } from '../resource-slice/resource-slice.v1.js';
import type { DeviceToleration } from './device-request.v1.js';

/** Checks a taint; the effect that a stored one has may be one of a later release. */
export function validateTaint(taint: DeviceTaint, path: FieldPath, old?: DeviceTaint): FieldError[] {
  const { key, value = '', effect } = taint;
  return [
    ...validateLabelName(key, path.child('key')),
    ...(value === '' ? [] : valueErrors(value, path.child('value'))),
    ...(old?.effect === effect ? [] : effectErrors(effect, path.child('effect'))),
  ];
}

function effectErrors(effect: string, path: FieldPath): FieldError[] {
  if (effect === '') return [required(path)];
  const known = effects();
  return known.includes(effect) ? [] : [notSupported(path, effect, known)];
}

function effects(): string[] {
  return hasRule({ since: '1.35' }) ? ['NoExecute', 'NoSchedule', 'None'] : ['NoExecute', 'NoSchedule'];
}

/** Checks which taints are tolerated. */
export function validateToleration(toleration: DeviceToleration, path: FieldPath): FieldError[] {
  const { key = '', effect = '' } = toleration;
  const known = effects();
  return [
    ...(key === '' ? [] : validateLabelName(key, path.child('key'))),
    ...operatorErrors(toleration, path),
    ...(effect === '' || known.includes(effect) ? [] : [notSupported(path.child('effect'), effect, known)]),
  ];
}

function operatorErrors({ operator = '', value = '' }: DeviceToleration, path: FieldPath): FieldError[] {
  const place = path.child('value');
  switch (operator) {
    case 'Exists':
      return value === '' ? [] : [invalid(place, value, 'must be empty for operator `Exists`')];
    case 'Equal':
      return valueErrors(value, place);
    case '':
      return [required(path.child('operator'))];
    default:
      return [notSupported(path.child('operator'), operator, ['Equal', 'Exists'])];
  }
}

function valueErrors(value: string, path: FieldPath): FieldError[] {
  return isLabelValue(value).map((message) => invalid(path, value, message));
}
