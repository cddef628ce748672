import { mapOf, objectOf, STRING } from '../check/index.js';
import { AuthorizerValue, AUTHORIZER_TYPE } from '../library/authorizer.js';
import { kubernetesEnvironment } from '../library/kubernetes.js';
import { type Value, valueOfJson } from '../values/index.js';

const VARIABLES: Readonly<Record<string, Value>> = {
  o: valueOfJson({ s: 'hello', n: 3, l: [1, 2, 3], m: { a: 1 } }),
  labels: valueOfJson({ app: 'web' }),
  authorizer: new AuthorizerValue(() => ({ allowed: true, reason: '' }), {}),
};
const environment = kubernetesEnvironment(32).extend({
  variables: {
    o: { kind: 'dyn', name: 'dyn', params: [] },
    labels: mapOf(STRING, STRING),
    self: objectOf('self'),
    authorizer: AUTHORIZER_TYPE,
  },
});

function costOf(text: string): number {
  const { program, error } = environment.compile(text);
  if (error !== undefined) throw new Error(error);
  return program.run({ find: (name) => VARIABLES[name] }).cost;
}

describe('The cost of an evaluation', () => {
  it.each<[string, number]>([
    // Constants are free: literals, lists and maps of them, conversions of them, types, searches in them.
    ['1', 0],
    ['[[1], [2]]', 0],
    ['{"a": {"b": 1}}', 0],
    ['int("5")', 0],
    ['timestamp("2020-01-01T00:00:00Z")', 0],
    ['type(1) == int', 1],
    ['1 in [1, 2]', 0],
    ['o.n in [1, 2]', 2],
    ['o.n in []', 0],
    // One for a variable and for each field or element on the way; the question whether the last one is there is free.
    ['o', 1],
    ['o.s', 2],
    ['o.l[0]', 3],
    ['o.l[o.n - 3]', 6],
    ['has(o.s)', 1],
    ['has(o.m.a)', 2],
    ['o.?zzz', 1],
    ['o.?s', 2],
    ['[o.n][0]', 14],
    // A branch of a condition is read as one with it.
    ['has(o.s) ? o.s : "a"', 2],
    ['(true ? o : o).n', 1],
    ['true || o.n == 3', 0],
    ['o.n == 3 || o.n == 4', 3],
    // Literals that contain variables.
    ['[o.n]', 12],
    ['{"a": o.n}', 32],
    // Functions.
    ['o.n + 1', 3],
    ['o.s + "x"', 3],
    ['o.s == "a"', 3],
    ['dyn("aaaaaaaaaaaaaaaaaaaa") == "aaaaaaaaaaaaaaaaaaaa"', 2],
    ['"aaaaaaaaaaaaaaaaaaaa".contains("aaaaaaaaaaaaaaaaaaaa")', 4],
    ['"aaaaaaaaaaaaaaaaaaaa".matches("aaaaaaaaaaaa")', 9],
    ['"aaaaaaaaaaaaaaaaaaaa".replace("a", "b")', 4],
    ['"aaaaaaaaaaaaaaaaaaaa".lowerAscii()', 2],
    ['[1, 2, 3].sum()', 3],
    ['["aaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbb"].max()', 3],
    ['["a", "b"].join(",")', 1],
    ['sets.equivalent([1, 2], [2, 1])', 9],
    ['quantity("1") == quantity("1")', 3],
    ['ip("10.0.0.1") != ip("10.0.0.1")', 3],
    ['cidr("10.0.0.0/8").containsIP("10.0.0.1")', 3],
    ['cidr("10.0.0.0/8").containsCIDR(cidr("10.1.0.0/16"))', 6],
    ['ip.isCanonical("10.0.0.1")', 2],
    ['format.dns1123Label().validate("a")', 9],
    ['"%s and some more text".format(["a"])', 3],
    ['strings.quote("aaaaaaaaaaaaaaaaaaaa")', 2],
    ['authorizer.path("/a").check("get").allowed()', 350_003],
    ['authorizer.group("").resource("pods").fieldSelector("a=b").check("get").allowed()', 350_004 + 111],
    // Walks: the range, and for every round the condition and the step; the answer is read once.
    ['[1, 2].all(x, x > 0)', 11],
    ['[1, 2].exists(x, x == 1)', 10],
    ['[1, 2].map(x, x)', 27],
    ['[1, 2].all(i, v, i < v)', 13],
    ['optional.of(1).optMap(x, x + 1)', 7],
    ['optional.of(1).optMap(x, 2)', 3],
  ])('of %s is %d', (text, cost) => {
    expect(costOf(text)).toBe(cost);
  });

  it.each<[string, number]>([
    ['o.zzz', 2],
    ['o.zzz.yyy', 2],
    ['has(o.zzz.yyy)', 1],
    // A function of one or two pays for itself whatever its arguments come to.
    ['quantity("a").isInteger()', 2],
    ['quantity("a").add(quantity("1"))', 3],
    ['o.zzz + o.n', 5],
    // With three, or a pattern that is known beforehand, nothing behind a failure is evaluated.
    ['string(o.zzz).replace("a", "b")', 3],
    ['string(o.zzz).matches("a")', 3],
    ['[1 / 0]', 11],
    // A round that fails does not end the walk.
    ['[1, 2].map(x, x / 0)', 29],
    ['[0, 1].all(x, 1 / x == 1)', 13],
  ])('counts what failed: %s is %d', (text, cost) => {
    expect(costOf(text)).toBe(cost);
  });

  it('ends at the limit', () => {
    const { program } = environment.compile('o.l.all(x, o.l.all(y, x + y > 0))');
    const outcome = program!.run({ find: (name) => VARIABLES[name] }, 20);
    expect(outcome.error?.message).toBe('operation cancelled: actual cost limit exceeded');
    expect(outcome.cost).toBe(21);
  });
});
