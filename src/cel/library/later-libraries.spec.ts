import { kubernetesEnvironment } from './kubernetes.js';

const LATEST = 36;

function outcomeOf(expression: string, minor = LATEST, served = minor): string {
  const { program, error } = kubernetesEnvironment(minor, served).compile(expression);
  if (error !== undefined) return error.split('\n')[0];
  const { value, error: fault } = { value: undefined, ...program.run({ find: () => undefined }) };
  return fault?.message ?? String(value);
}

describe('lists', () => {
  it.each([
    ['[3, 1, 2].sort() == [1, 2, 3]', 'true'],
    ['["b", "a"].sort() == ["a", "b"]', 'true'],
    ['[1, 2, 1, 3, 2].distinct() == [1, 2, 3]', 'true'],
    ['[1, 2, 3].reverse() == [3, 2, 1]', 'true'],
    ['[[1], [2, 3], []].flatten() == [1, 2, 3]', 'true'],
    ['[dyn([1, [2, [3]]])].flatten(2) == [dyn(1), 2, [3]]', expect.stringContaining('ERROR')],
    ['[[[1], [2]], [[3]]].flatten(2) == [1, 2, 3]', 'true'],
    ['[[1]].flatten(-1)', 'level must be non-negative'],
    ['[1, 2, 3].slice(1, 3) == [2, 3]', 'true'],
    ['[1, 2].slice(2, 1)', 'cannot slice(2, 1), start index must be less than or equal to end index'],
    ['[1, 2].slice(0, 3)', 'cannot slice(0, 3), list is length 2'],
    ['[1].slice(-1, 0)', 'cannot slice(-1, 0), negative indexes not supported'],
    ['lists.range(3) == [0, 1, 2]', 'true'],
    ['[1, 2].first().value() + [1, 2].last().value() == 3', 'true'],
    ['[].first().hasValue()', 'false'],
  ])('%s is %s', (expression, outcome) => {
    expect(outcomeOf(expression)).toEqual(outcome);
  });

  it('charges what grows with lists before it is done', () => {
    const { program } = kubernetesEnvironment(LATEST).compile('lists.range(100000000).size() > 0');
    expect(program!.run({ find: () => undefined }).error?.message).toContain('cost limit exceeded');
    const costOf = (expression: string): number =>
      kubernetesEnvironment(LATEST)
        .compile(expression)
        .program!.run({ find: () => undefined }).cost;
    expect(costOf('lists.range(200).distinct()')).toBeGreaterThan(40_000);
  });

  it('ends a list that has one list many times', () => {
    const nested = '[lists.range(900)].map(l, [l.map(x, l)].map(m, l.map(x, m).flatten(3).size()))';
    expect(outcomeOf(nested)).toContain('cost limit exceeded');
  });
});

describe('semantic versions', () => {
  it.each([
    ['semver("1.2.3").major() == 1 && semver("1.2.3").minor() == 2 && semver("1.2.3").patch() == 3', 'true'],
    ['semver("1.2.3-rc.1").isLessThan(semver("1.2.3"))', 'true'],
    ['semver("1.2.3-rc.2").compareTo(semver("1.2.3-rc.10"))', '-1'],
    ['semver("1.2.3-alpha.1").isGreaterThan(semver("1.2.3-alpha.beta"))', 'false'],
    ['semver("1.0.0+a") == semver("1.0.0+b")', 'true'],
    ['isSemver("1.2")', 'false'],
    ['isSemver("v1.2", true)', 'true'],
    ['isSemver("01.2.3")', 'false'],
    ['isSemver("01.2.3", true)', 'true'],
    ['isSemver("1.2.3-01")', 'false'],
  ])('%s is %s', (expression, outcome) => {
    expect(outcomeOf(expression)).toBe(outcome);
  });
});

describe('kubernetesEnvironment()', () => {
  it.each([
    ['[1].first().hasValue()', 32, 32, expect.stringContaining("undeclared reference to 'first'")],
    ['[1].first().hasValue()', 32, 33, 'true'],
    ['semver("1.2.3").major()', 32, 33, expect.stringContaining("undeclared reference to 'semver'")],
    ['semver("1.2.3").major()', 33, 34, '1'],
    ['[2, 1].sort().size()', 33, 34, expect.stringContaining("undeclared reference to 'sort'")],
    ['[2, 1].sort().size()', 34, 35, '2'],
    ['"\\ud800".size()', 31, 32, '1'],
    ['"\\ud800".size()', 32, 33, expect.stringContaining('invalid unicode code point')],
  ])('%s for expressions of 1.%i, served by 1.%i, is %s', (expression, minor, served, outcome) => {
    expect(outcomeOf(expression, minor, served)).toEqual(outcome);
  });
});
