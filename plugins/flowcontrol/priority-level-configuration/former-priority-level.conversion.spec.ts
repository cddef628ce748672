import { shapeOf } from '../../../src/plugin-api/built-in.js';
import { assuredSharesConversion, zeroSharesConversion } from './former-priority-level.conversion.js';
import {
  PriorityLevelConfigurationV1beta1,
  PriorityLevelConfigurationV1beta3,
} from './priority-level-configuration.v1beta1.js';

const MARK = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';
const level = (limited: object, annotations?: Record<string, string>): PriorityLevelConfigurationV1beta1 =>
  ({ metadata: { name: 'a', annotations }, spec: { type: 'Limited', limited } }) as never;

describe('assuredSharesConversion', () => {
  it('calls the shares by their name in each version', () => {
    const hub = assuredSharesConversion.toHub(level({ assuredConcurrencyShares: 7, lendablePercent: 1 }));
    expect(hub.spec?.limited).toEqual({ nominalConcurrencyShares: 7, lendablePercent: 1 });
    expect(assuredSharesConversion.fromHub(hub).spec?.limited).toEqual({
      assuredConcurrencyShares: 7,
      lendablePercent: 1,
    });
  });

  it('leaves levels without limits alone', () => {
    const exempt = { metadata: { name: 'a' }, spec: { type: 'Exempt', exempt: { lendablePercent: 5 } } };
    expect(assuredSharesConversion.toHub(exempt)).toEqual(exempt);
    expect(assuredSharesConversion.fromHub(exempt)).toEqual(exempt);
  });
});

describe('zeroSharesConversion', () => {
  it('marks zero shares for v1beta3 only', () => {
    const hub = level({ nominalConcurrencyShares: 0 });
    const former = zeroSharesConversion.fromHub(hub as never);
    expect(former.metadata.annotations).toEqual({ [MARK]: '' });
    expect(zeroSharesConversion.toHub(former)).toEqual(hub);
  });

  it('keeps other annotations, and marks no other shares', () => {
    const marked = level({ nominalConcurrencyShares: 3 }, { [MARK]: '', a: 'b' });
    expect(zeroSharesConversion.fromHub(marked as never).metadata.annotations).toEqual({ a: 'b' });
  });
});

describe('defaults of former priority levels', () => {
  const defaulted = (type: typeof PriorityLevelConfigurationV1beta1 | typeof PriorityLevelConfigurationV1beta3) => {
    const shape = shapeOf(type);
    return (object: object): object => {
      const decoded = shape.decode(object);
      shape.applyDefaults(decoded);
      return (decoded as { spec: { limited: object } }).spec.limited;
    };
  };

  it('take zero for nothing in v1beta1 [DIFF-FLOW-02]', () => {
    const fill = defaulted(PriorityLevelConfigurationV1beta1);
    expect(fill(level({ assuredConcurrencyShares: 0 }))).toMatchObject({
      assuredConcurrencyShares: 30,
      lendablePercent: 0,
    });
  });

  it('take zero for zero in v1beta3 where it is marked [DIFF-FLOW-03]', () => {
    const fill = defaulted(PriorityLevelConfigurationV1beta3);
    expect(fill(level({}))).toMatchObject({ nominalConcurrencyShares: 30, lendablePercent: 0 });
    expect(fill(level({ nominalConcurrencyShares: 0 }))).toMatchObject({ nominalConcurrencyShares: 30 });
    expect(fill(level({ nominalConcurrencyShares: 0 }, { [MARK]: '' }))).toMatchObject({ nominalConcurrencyShares: 0 });
  });
});
