import { type FieldError, type FieldPath, duplicate, invalid } from '../../../src/plugin-api/index.js';
import { GoValue, goStruct, isLabelValue, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { Taint } from './node.v1.js';

const checkFields = fieldChecker(Taint);

/** Checks the taints of a node: well-formed, and unique by key and effect. */
export function validateTaints(taints: readonly Taint[], path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return taints.flatMap((taint, i) => {
    const id = `${taint.effect}/${taint.key}`;
    const isRepeated = seen.has(id);
    seen.add(id);
    return [...validateTaint(taint, path.index(i)), ...(isRepeated ? [repeatedTaint(taint, path.index(i))] : [])];
  });
}

function validateTaint(taint: Taint, path: FieldPath): FieldError[] {
  const { value = '' } = taint;
  const valueErrors = isLabelValue(value);
  return [
    ...checkFields(taint, path, 'key'),
    ...(valueErrors.length > 0 ? [invalid(path.child('value'), value, valueErrors.join(';'))] : []),
    ...checkFields(taint, path, 'effect'),
  ];
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** A time of the API has whole seconds; the reference shows it in its own time zone. */
function goTime(text: string | undefined | null): GoValue {
  if (!text) return new GoValue('<nil>', null);
  const time = new Date(text);
  const day = `${time.getFullYear()}, time.${MONTHS[time.getMonth()]}, ${time.getDate()}`;
  return new GoValue(
    `time.Date(${day}, ${time.getHours()}, ${time.getMinutes()}, ${time.getSeconds()}, 0, time.Local)`,
    text,
  );
}

function repeatedTaint(taint: Taint, path: FieldPath): FieldError {
  const shown = goStruct('core.Taint', {
    Key: taint.key,
    Value: taint.value ?? '',
    Effect: taint.effect,
    TimeAdded: goTime(taint.timeAdded),
  });
  const error = duplicate(path, shown);
  return { ...error, message: `${error.message}: taints must be unique by key and effect pair` };
}
