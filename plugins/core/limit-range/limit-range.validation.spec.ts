import { formatFieldError, shapeOf } from '../../../src/plugin-api/built-in.js';
import { decodeAs } from '../../../test/support/decode-as.js';
import { LimitRange } from './limit-range.v1.js';
import { validateLimitRange } from './limit-range.validation.js';

function errorsOf(limit: object): string[] {
  const range = decodeAs(LimitRange, { metadata: { name: 'r' }, spec: { limits: [{ type: 'Container', ...limit }] } });
  shapeOf(LimitRange).applyDefaults(range);
  return validateLimitRange(range).map((error) => formatFieldError(error).replace('spec.limits[0].', ''));
}

const shown = (value: number, scale: number, cached: string, format = 'DecimalSI'): string =>
  `Invalid value: resource.Quantity{i:resource.int64Amount{value:${value}, scale:${scale}}, ` +
  `d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${cached}", Format:"${format}"}`;

describe('amounts of a limit that do not fit together', () => {
  it.each<[string, object, string[]]>([
    [
      'are shown as they were written',
      { min: { cpu: '100m' }, max: { cpu: '0.05' }, default: { cpu: '0.5' }, defaultRequest: { cpu: '100m' } },
      [
        `min[cpu]: ${shown(100, -3, '100m')}: min value 100m is greater than max value 50m`,
        `defaultRequest[cpu]: ${shown(100, -3, '100m')}: default request value 100m is greater than max value 50m`,
        `default[cpu]: ${shown(5, -2, '50m')}: default value 500m is greater than max value 50m`,
      ],
    ],
    [
      'count for nothing where they are null',
      { min: { memory: '1Mi' }, defaultRequest: { memory: null } },
      [`defaultRequest[memory]: ${shown(0, 0, '0', '')}: min value 1Mi is greater than default request value 0`],
    ],
    [
      'may be ratios',
      { maxLimitRequestRatio: { cpu: '0.5' } },
      [`maxLimitRequestRatio[cpu]: ${shown(5, -1, '500m')}: ratio 500m is less than 1`],
    ],
  ])('%s', (_name, limit, expected) => {
    expect(errorsOf(limit)).toEqual(expected);
  });
});
