import { type RefusedRequest, faultsOf, nextStepOf, pathSteps, shortMessage } from './refusal.js';

const refused = (parts: Partial<RefusedRequest>): RefusedRequest => ({
  ...{ code: 400, reason: '', message: '', causes: [] },
  ...parts,
});

describe('faultsOf()', () => {
  it('takes the causes, where there are any', () => {
    const causes = [{ field: 'data[a b]', message: 'Invalid value' }];
    expect(faultsOf(refused({ message: 'unknown field "x"', causes }))).toEqual([
      { field: 'data[a b]', message: 'Invalid value' },
    ]);
  });

  it.each([
    [
      'the object provided is unrecognized (must be of type ConfigMap): yaml: line 8: did not find expected node content (6170 ...)',
      [{ line: 8, message: 'did not find expected node content' }],
    ],
    [
      "yaml: line 4: did not find expected ',' or ']' (6170)",
      [{ line: 4, message: "did not find expected ',' or ']'" }],
    ],
    [
      'strict decoding error: yaml: unmarshal errors:\n  line 6: key "foo" already set in map, unknown field "metadata.foo", unknown field "x"',
      [
        { line: 6, message: 'key "foo" already set in map' },
        { field: 'metadata.foo', message: 'unknown field' },
        { field: 'x', message: 'unknown field' },
      ],
    ],
    [
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
      [{ field: 'spec.replicas', message: 'has the type string in place of int32' }],
    ],
    ['something else', []],
  ])('reads %s', (message, faults) => {
    expect(faultsOf(refused({ message }))).toEqual(faults);
  });
});

it.each([
  ['unrecognized: yaml: line 8: bad (61706956657273696f6e ...)', 'unrecognized: yaml: line 8: bad'],
  ['parse error (6a757374)', 'parse error'],
  ['into Go value of type struct { A string "json:\\"a\\"" } (6a75)', 'into Go value'],
  ['a value (of 3)', 'a value (of 3)'],
])('shortMessage() of %s', (message, short) => {
  expect(shortMessage(message)).toBe(short);
});

it.each([
  ['spec.containers[0].name', ['spec', 'containers', '0', 'name']],
  ['data[a b]', ['data', 'a b']],
  ['metadata.annotations[example.com/a.b]', ['metadata', 'annotations', 'example.com/a.b']],
  ['', []],
])('pathSteps() of %s', (field, steps) => {
  expect(pathSteps(field)).toEqual(steps);
});

it.each([
  [{ code: 0 }, 'Check that the server runs'],
  [{ code: 409, reason: 'Conflict' }, 'rebase'],
  [{ code: 409, reason: 'AlreadyExists' }, 'another name'],
  [{ code: 503, headers: new Headers({ 'retry-after': '7' }) }, 'wait 7 s'],
])('nextStepOf() of %j', (parts, text) => {
  expect(nextStepOf(refused(parts))).toContain(text);
});
