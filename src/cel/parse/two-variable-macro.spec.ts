import { kubernetesEnvironment } from '../library/kubernetes.js';

const stored = kubernetesEnvironment(32);
const fresh = kubernetesEnvironment(31);

function run(text: string): unknown {
  const { program, error } = stored.compile(text);
  if (error !== undefined) return error;
  const outcome = program.run({ find: () => undefined });
  return outcome.error ? outcome.error.message : outcome.value;
}

describe('Macros with two variables', () => {
  it.each([
    '[1, 2].all(i, v, i < v) && {"a": 1}.all(k, v, k == "a" && v == 1)',
    '[1, 2].exists(i, v, i == 1 && v == 2) && !{"a": 1}.exists(k, v, v == 2)',
    '![1, 1].existsOne(i, v, v == 1) && [1, 2].existsOne(i, v, v == 1)',
    '[1, 2].transformList(i, v, i + v) == [1, 3] && [1, 2].transformList(i, v, i > 0, v) == [2]',
    '[1, 2].transformMap(i, v, v * 2) == {0: 2, 1: 4} && {"a": 1}.transformMap(k, v, v > 1, v) == {}',
    '{"a": 1}.transformMapEntry(k, v, {v: k}) == {1: "a"}',
    '[[1, 2], [3]].transformList(i, l, l.transformList(j, v, i * 10 + j)) == [[0, 1], [10]]',
  ])('go over lists by index and element, over maps by key and value: %s', (text) => {
    expect(run(text)).toBe(true);
  });

  it('refuse a key that is there already', () => {
    const text = '{"a": 1, "b": 1}.transformMapEntry(k, v, {v: k})';
    expect(run(text)).toBe('insert failed: key 1 already exists');
  });

  it('need two different names', () => {
    expect(run('[1].all(i, i, true)')).toContain('<input>:1:12: duplicate variable name: i');
    expect(run('[1].all(i, "v", true)')).toContain('<input>:1:12: argument must be a simple name');
  });

  it('are known to stored expressions alone', () => {
    expect(fresh.compile('[1].all(i, v, true)').error).toContain("undeclared reference to 'all'");
  });
});
