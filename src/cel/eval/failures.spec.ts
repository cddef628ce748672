import { kubernetesEnvironment } from '../library/kubernetes.js';
import { type Value, valueOfJson } from '../values/index.js';

const DYN = { kind: 'dyn', name: 'dyn', params: [] } as const;
const environment = kubernetesEnvironment(32).extend({ variables: { o: DYN, nothing: DYN, unset: DYN } });
const o = valueOfJson({ s: 'hello', n: 3, d: 1.5, b: true, nul: null, l: [1, 'a'], m: { a: 1 } });
const VARIABLES = new Map<string, Value>([
  ['o', o],
  ['nothing', null],
]);
const find = (name: string): Value | undefined => VARIABLES.get(name);

function failureOf(text: string): string | undefined {
  const { program, error } = environment.compile(text);
  if (error !== undefined) throw new Error(error);
  return program.run({ find }).error?.message;
}

function valueOf(text: string): unknown {
  const { program, error } = environment.compile(text);
  if (error !== undefined) throw new Error(error);
  return program.evaluate({ find }).value;
}

describe('The error of an evaluation', () => {
  it.each<[string, string]>([
    ['unset', 'no such attribute(s): unset'],
    // Parts that are not there.
    ['o.zzz', 'no such key: zzz'],
    ['o.s.x', 'no such key: x'],
    ['o.n[0]', 'no such key: 0'],
    ['o.l[9]', 'index out of bounds: 9'],
    ['o.l.x', "unsupported index type 'string' in list"],
    ['o.l[1.5]', 'unsupported index value 1.5 in list'],
    ['nothing.x', 'no such key: x'],
    // Operators: for values that have none the operator itself is missing, for others the form.
    ['o.m + o.m', 'no such overload: _+_'],
    ['o.n + o.s', 'no such overload'],
    ['o.s - o.n', 'no such overload'],
    ['o.nul < o.nul', 'no such overload: _<_'],
    ['o.l < o.l', 'no such overload: _<_'],
    ['1 in o.n', 'no such overload'],
    ['size(o.n)', 'no such overload: size'],
    ['0.0 / 0.0 < 1.0', 'NaN values cannot be ordered'],
    // Functions name the types they were given.
    ['int(o.l)', 'no such overload: int(list)'],
    ['o.n.upperAscii()', 'no such overload: upperAscii(int)'],
    ['o.m.min()', 'no such overload: min(map)'],
    ['[null].max()', 'no such overload: max(list)'],
    ['o.n.contains("a")', 'no such overload'],
    // Only a place before the first character is out of range, where the last one of an empty text is.
    ['"".lastIndexOf("o")', 'index out of range: -1'],
    ['"hello".indexOf("a", -1)', 'index out of range: -1'],
    // Conversions.
    ['int(o.s)', "type conversion error from 'string' to 'int'"],
    ['duration(o.n)', "type conversion error from 'int' to 'google.protobuf.Duration'"],
    ['timestamp(o.s)', "type conversion error from 'string' to 'google.protobuf.Timestamp'"],
    ['int(o.d * 1e30)', 'integer overflow'],
    // Constant parts fail before anything is evaluated.
    ['o.n > int("a")', "type conversion error from 'string' to 'int'"],
    ['o.s.find("[")', 'error parsing regexp: missing closing ]: `[`'],
    // Walks.
    ['o.s.map(x, x)', "got 'types.String', expected iterable type"],
    ['o.l.exists_one(x, x > 0)', 'no such overload'],
    // Values of types that know only themselves.
    ['quantity("1") == o.n', 'no such overload'],
    ['ip("::1") == o.s', 'no such overload'],
  ])('of %s reads %s', (text, message) => {
    expect(failureOf(text)).toBe(message);
  });

  it.each<[string, unknown]>([
    ['quantity("1") != o.n', true],
    ['o.n == quantity("1")', false],
    ['ip("::1") in o.l', false],
    ['has(o.n.x)', false],
    ['nothing == null', true],
    ['null in [nothing]', true],
    // A value without parts has no optional parts either.
    ['o.?nul.hasValue()', true],
    ['o.?nul.x.hasValue()', false],
    ['o.?s[0].hasValue()', false],
    ['{true: o.n}[?true].x.hasValue()', false],
    // Nothing is found behind the last character.
    ['"a".indexOf("a", 99)', -1n],
    ['"a".lastIndexOf("a", 99)', -1n],
    // Half of a pair of UTF-16.
    [String.raw`"\ud800"`, '\ufffd'],
    ['o.zzz == 1 || true', true],
    ['o.zzz == 1 && false', false],
    ['[0, 1].exists(x, 1 / x == 1)', true],
    ['[1, 0].all(x, 1 / x == 2)', false],
  ])('does not keep %s from its value', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it('is reported at compile time if a constant part has no value', () => {
    expect(environment.compile('int("a") > 1').program!.prepare()).toBe("type conversion error from 'string' to 'int'");
    expect(environment.compile('int(o.s) > 1').program!.prepare()).toBeUndefined();
  });
});

describe('The effort of an evaluation', () => {
  const LIMIT = 'operation cancelled: actual cost limit exceeded';
  const INT_LIST = { kind: 'list', name: 'list', params: [{ kind: 'int', name: 'int', params: [] }] } as const;

  /** Evaluates an expression whose variable `v` doubles what a starting value is, so many times. */
  function doubled(times: number, double: string, start: string, use: string): string | bigint | undefined {
    let value: Value = compiled(start).evaluate({ find }).value;
    for (let i = 0; i < times; i++) {
      const last = value;
      const outcome = compiled(double).run({ find: () => last });
      if (outcome.error) return outcome.error.message;
      value = outcome.value;
    }
    return compiled(use).evaluate({ find: () => value }).value as bigint;
  }

  function compiled(text: string): NonNullable<ReturnType<typeof environment.compile>['program']> {
    const { program, error } = environment.extend({ variables: { v: DYN, w: INT_LIST } }).compile(text);
    if (error !== undefined) throw new Error(error);
    return program;
  }

  it('is limited where lists are joined', () => {
    expect(doubled(30, 'w + w', '[1, 2, 3, 4]', 'w.size()')).toBe(LIMIT);
    expect(doubled(14, 'w + w', '[1, 2, 3, 4]', 'w.size()')).toBe(65_536n);
  });

  it('is limited where texts and bytes are joined', () => {
    expect(doubled(40, 'string(v) + string(v)', '"a"', 'size(v)')).toBe(LIMIT);
    expect(doubled(40, 'bytes(v) + bytes(v)', 'b"a"', 'size(v)')).toBe(LIMIT);
  });

  it('is limited where values are compared that contain others twice', () => {
    const make = (times: number): Value => {
      let value: Value = compiled('[1, 2]').evaluate({ find }).value;
      for (let i = 0; i < times; i++) value = compiled('[v, v]').evaluate({ find: () => value }).value;
      return value;
    };
    const [a, b] = [make(30), make(30)];
    const outcome = compiled('v == o').run({ find: (name) => (name === 'v' ? a : b) });
    expect(outcome.error?.message).toBe(LIMIT);
    const [c, d] = [make(10), make(10)];
    expect(compiled('v == o').evaluate({ find: (name) => (name === 'v' ? c : d) }).value).toBe(true);
  });

  it('counts what variables take for the expression that asks for them', () => {
    const list = compiled('w').evaluate({ find: () => valueOfJson(Array.from({ length: 100_000 }, () => 1)) }).value;
    const joined = compiled('w + w');
    const use = compiled(Array.from({ length: 30 }, () => 'w.size() > 0').join(' && '));
    const outcome = use.run({ find: () => joined.evaluate({ find: () => list }).value });
    expect(outcome.error?.message).toBe(LIMIT);
    expect(joined.evaluate({ find: () => list }).cost).toBeLessThan(10);
  });

  it('allows comparisons of the largest objects', () => {
    const large = (): Value => valueOfJson(Array.from({ length: 150_000 }, (_, i) => i));
    const [a, b] = [large(), large()];
    expect(compiled('v == o').evaluate({ find: (name) => (name === 'v' ? a : b) }).value).toBe(true);
  });
});
