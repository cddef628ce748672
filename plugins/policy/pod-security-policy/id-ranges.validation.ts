import { type FieldError, type FieldPath, invalid, notSupported } from '../../../src/plugin-api/index.js';
import { type GoValue, goNil, goSlice, goStruct } from '../../../src/plugin-api/built-in.js';
import type { IDRange, RunAsGroupStrategyOptions } from './strategy-options.v1beta1.js';

const RANGE_TYPE = 'policy.IDRange';
const RULES = ['MustRunAs', 'RunAsAny', 'MayRunAs'];

/** Checks ranges of users or groups; `path` is that of the options they stand in. */
export function validateRanges(ranges: readonly IDRange[] | undefined, path: FieldPath): FieldError[] {
  return (ranges ?? []).flatMap((range, i) => rangeErrors(range, path.child('ranges').index(i)));
}

function rangeErrors({ min, max }: IDRange, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (min < 0) errors.push(invalid(path.child('min'), min, 'min cannot be negative'));
  if (max < 0) errors.push(invalid(path.child('max'), max, 'max cannot be negative'));
  if (min > max) errors.push(invalid(path.child('min'), min, 'min cannot be greater than max'));
  return errors;
}

/** Checks which groups are allowed: with ranges or without them, as the rule asks for. */
export function validateRunAsGroup(options: RunAsGroupStrategyOptions | undefined, path: FieldPath): FieldError[] {
  if (!options) return [];
  const { rule, ranges = [] } = options;
  if (!RULES.includes(rule)) return [notSupported(path.child('rule'), rule, RULES)];
  if (rule === 'RunAsAny') {
    return ranges.length === 0 ? [] : [invalid(path.child('ranges'), goRangesOf(ranges), 'Ranges must be empty')];
  }
  if (ranges.length === 0)
    return [invalid(path.child('ranges'), goNil(`[]${RANGE_TYPE}`), 'must provide at least one range')];
  return validateRanges(ranges, path);
}

function goRangesOf(ranges: readonly IDRange[]): GoValue {
  return goSlice(
    RANGE_TYPE,
    ranges.map(({ min, max }) => goStruct(RANGE_TYPE, { Min: min, Max: max })),
  );
}
