import fc from 'fast-check';
import { formatFieldError } from './field-error.js';
import { FieldPath } from './field-path.js';
import { SelectorError } from './label-requirement.js';
import { LabelRequirement, LabelSelector, type LabelOperator, validateLabelSelector } from './label-selector.js';

const LABEL =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

describe('LabelSelector.parse()', () => {
  it.each([
    ['=', "found '=', expected: !, identifier, or 'end of string'"],
    ['==', "found '==', expected: !, identifier, or 'end of string'"],
    ['app===web', "unable to parse requirement: found '=', expected: identifier"],
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['app=web,', "found '', expected: identifier after ','"],
    ['app=web db', "found 'db', expected: ',' or 'end of string'"],
    ['app in (web', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['app in web', "unable to parse requirement: found 'web' expected: '('"],
    ['app in', "unable to parse requirement: found '' expected: '('"],
    ['app ~ web', "unable to parse requirement: found '~', expected: in, notin, =, ==, !=, gt, lt"],
    ['app IN (web)', "unable to parse requirement: found 'IN', expected: in, notin, =, ==, !=, gt, lt"],
    ['!app=web', "found '=', expected: ',' or 'end of string'"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['!!app', "unable to parse requirement: found '!', expected: identifier"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['app=a/b', `unable to parse requirement: values[0][app]: Invalid value: "a/b": ${LABEL}`],
    ['app="web"', `unable to parse requirement: values[0][app]: Invalid value: "\\"web\\"": ${LABEL}`],
    [
      'x'.repeat(64),
      `unable to parse requirement: <nil>: Invalid value: "${'x'.repeat(64)}": name part must be no more than 63 characters`,
    ],
    [
      'n>',
      `unable to parse requirement: values[0]: Invalid value: "": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    ['n>=1', "unable to parse requirement: found '=', expected: identifier"],
    ['n>-1', `unable to parse requirement: values[0][n]: Invalid value: "-1": ${LABEL}`],
  ])('refuses %p', (text, message) => {
    expect(() => LabelSelector.parse(text)).toThrow(new SelectorError(message));
  });

  it.each([
    ['', ''],
    [' app = web ,\n tier != front ', 'app=web,tier!=front'],
    ['app in(web,db,web)', 'app in (db,web)'],
    ['app notin (web,)', 'app notin (,web)'],
    ['app in ()', 'app in ()'],
    ['app in (,,b)', 'app in (,b)'],
    ['in=in', 'in=in'],
    ['notin', 'notin'],
    ['z,!a', '!a,z'],
    ['n>1,n<10', 'n>1,n<10'],
    ['a==b', 'a==b'],
  ])('reads %p as %p', (text, canonical) => {
    expect(LabelSelector.parse(text).toString()).toBe(canonical);
    expect(LabelSelector.parse(canonical).toString()).toBe(canonical);
  });

  it('never fails with anything but a SelectorError', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a/1=!()<>, in') }), (text) => {
        try {
          LabelSelector.parse(text);
          return true;
        } catch (error) {
          return error instanceof SelectorError;
        }
      }),
    );
  });
});

describe('LabelSelector.matches()', () => {
  it.each([
    ['app=web', { app: 'web' }, true],
    ['app!=web', {}, true],
    ['app notin (web,)', { app: '' }, false],
    ['app in ()', { app: '' }, true],
    ['!app', { app: '' }, false],
    ['n>1', { n: '10' }, true],
    ['n>1', { n: 'x' }, false],
    ['n<3', undefined, false],
    ['toString', {}, false],
  ])('%p on %p is %p', (text, labels, expected) => {
    expect(LabelSelector.parse(text).matches(labels)).toBe(expected);
  });
});

describe('the object form', () => {
  it('selects nothing when absent and everything when empty', () => {
    expect(LabelSelector.fromObject(undefined).matches({ a: 'b' })).toBe(false);
    expect(LabelSelector.fromObject({}).matches({ a: 'b' })).toBe(true);
  });

  it('becomes requirements', () => {
    const selector = LabelSelector.fromObject({
      matchLabels: { b: 'c' },
      matchExpressions: [
        { key: 'a', operator: 'In', values: ['y', 'x'] },
        { key: 'd', operator: 'DoesNotExist' },
      ],
    });
    expect(selector.toString()).toBe('a in (x,y),b=c,!d');
  });

  it('reports every fault', () => {
    const selector = {
      matchLabels: { a: '-b' },
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'b', operator: 'Gone', values: ['x'] },
        { key: 'c', operator: 'Exists', values: ['x'] },
      ],
    };
    expect(validateLabelSelector(selector, FieldPath.of('spec', 'selector')).map(formatFieldError)).toEqual([
      `spec.selector.matchLabels: Invalid value: "-b": ${LABEL}`,
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      'spec.selector.matchExpressions[1].operator: Invalid value: "Gone": not a valid selector operator',
      "spec.selector.matchExpressions[2].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ]);
  });
});

describe('LabelSelector.matches()', () => {
  const word = fc.constantFrom('a', 'b', 'c', '1', '2', '10');
  const requirement = fc.oneof(
    fc.tuple(word, fc.constantFrom('=', '!=') as fc.Arbitrary<LabelOperator>, fc.tuple(word)),
    fc.tuple(word, fc.constantFrom('in', 'notin') as fc.Arbitrary<LabelOperator>, fc.array(word, { minLength: 1 })),
    fc.tuple(word, fc.constantFrom('exists', '!') as fc.Arbitrary<LabelOperator>, fc.constant<string[]>([])),
    fc.tuple(
      word,
      fc.constantFrom('gt', 'lt') as fc.Arbitrary<LabelOperator>,
      fc.tuple(fc.constantFrom('1', '2', '10')),
    ),
  );

  /** One requirement alone, as its definition says. */
  function meets(labels: Record<string, string>, key: string, operator: LabelOperator, values: string[]): boolean {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (operator === '!') return value === undefined;
    if (operator === '!=' || operator === 'notin') return value === undefined || !values.includes(value);
    if (value === undefined) return false;
    if (operator === 'exists') return true;
    if (operator === 'gt') return /^\d+$/.test(value) && Number(value) > Number(values[0]);
    if (operator === 'lt') return /^\d+$/.test(value) && Number(value) < Number(values[0]);
    return values.includes(value);
  }

  it('holds where every requirement by itself holds', () => {
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 6 }), fc.dictionary(word, word), (requirements, labels) => {
        const parts = requirements.map(([key, operator, values]) => LabelRequirement.of(key, operator, values));
        const expected = requirements.every(([key, operator, values]) => meets(labels, key, operator, values));
        expect(LabelSelector.of(parts).matches(labels)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('looks at no more keys than an object has labels, however many requirements there are', () => {
    const count = (texts: (i: number) => string): number => {
      const selector = LabelSelector.parse(Array.from({ length: 3000 }, (_, i) => texts(i)).join(','));
      let reads = 0;
      const labels = new Proxy<Record<string, string>>(
        { a1: 'x', a2: 'x' },
        {
          getOwnPropertyDescriptor: (target, key) => (reads++, Object.getOwnPropertyDescriptor(target, key)),
        },
      );
      selector.matches(labels);
      return reads;
    };
    expect(count((i) => `a${i}!=y`)).toBeLessThan(10);
    expect(count((i) => `a${i}`)).toBeLessThan(10);
    expect(count((i) => `a1 in (x,y${i})`)).toBeLessThan(10);
  });
});
