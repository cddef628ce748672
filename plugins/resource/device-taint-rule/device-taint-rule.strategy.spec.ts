import { checkAs, formatFieldError } from '../../../src/apimachinery/index.js';
import type { StrategyContext } from '../../../src/plugin-api/index.js';
import { deviceTaintRuleStrategy } from './device-taint-rule.strategy.js';
import type { DeviceTaintRule, DeviceTaintRuleSpec } from './device-taint-rule.v1.js';

const CONTEXT = { isEnabled: () => true } as unknown as StrategyContext;
const ruleOf = (spec: DeviceTaintRuleSpec): DeviceTaintRule => ({ metadata: { name: 'r' }, spec });
const TAINT = { key: 'a.com/broken', effect: 'NoExecute' };

describe('deviceTaintRuleStrategy', () => {
  it.each<[DeviceTaintRuleSpec, string[]]>([
    [{ taint: TAINT }, []],
    [{ taint: TAINT, deviceSelector: { driver: 'a.com', pool: 'p', device: 'd' } }, []],
    [
      {},
      [
        expect.stringContaining('spec.taint.key: Invalid value: "": name part must be non-empty') as string,
        expect.stringContaining('spec.taint.key: Invalid value: "": name part must consist') as string,
        'spec.taint.effect: Required value',
      ],
    ],
    [
      { taint: { ...TAINT, effect: 'PreferNoSchedule' } },
      ['spec.taint.effect: Unsupported value: "PreferNoSchedule": supported values: "NoExecute", "NoSchedule", "None"'],
    ],
    [{ taint: TAINT, deviceSelector: { driver: '' } }, ['spec.deviceSelector.driver: Required value']],
  ])('finds of %j: %j', (spec, errors) => {
    const found = checkAs('1.36', () => deviceTaintRuleStrategy.validate!(ruleOf(spec), CONTEXT));
    expect(found.map(formatFieldError)).toEqual(errors);
  });

  it('lets an unknown effect be that is stored already', () => {
    const rule = ruleOf({ taint: { ...TAINT, effect: 'Else' } });
    expect(deviceTaintRuleStrategy.validateUpdate!(rule, rule, CONTEXT)).toEqual([]);
  });

  it('dates the taint, and keeps a date that is given', () => {
    const [fresh, dated] = [
      ruleOf({ taint: { ...TAINT } }),
      ruleOf({ taint: { ...TAINT, timeAdded: '2026-01-01T00:00:00Z' } }),
    ];
    for (const rule of [fresh, dated]) void deviceTaintRuleStrategy.prepareForCreate!(rule, CONTEXT);
    expect(fresh.spec.taint?.timeAdded).toMatch(/Z$/);
    expect(dated.spec.taint?.timeAdded).toBe('2026-01-01T00:00:00Z');
  });
});
