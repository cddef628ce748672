import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { runtimeClassStrategy } from './runtime-class.strategy.js';
import type { RuntimeClass } from './runtime-class.v1.js';
import { validateRuntimeClass, validateRuntimeClassUpdate } from './runtime-class.validation.js';

const classOf = (members: Partial<RuntimeClass> = {}): RuntimeClass => ({
  metadata: { name: 'c' },
  handler: 'runc',
  ...members,
});
const BORNE = { key: 'k', operator: 'Exists' };

describe('validateRuntimeClass()', () => {
  it.each<[Partial<RuntimeClass>, string[]]>([
    [{}, []],
    [{ overhead: { podFixed: { cpu: '1' } }, scheduling: { nodeSelector: { a: 'b' }, tolerations: [BORNE] } }, []],
    [{ handler: '' }, [expect.stringMatching(/^handler: Invalid value: ""/)]],
    [
      { overhead: { podFixed: { cpu: '-1' } } },
      ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [{ scheduling: { nodeSelector: { 'a b': 'c' } } }, [expect.stringMatching(/^scheduling\.nodeSelector: /)]],
    [
      { scheduling: { tolerations: [{ ...BORNE, effect: 'x' }] } },
      [expect.stringMatching(/^scheduling\.tolerations\.tolerations\[0\]\.effect: Unsupported/)],
    ],
    [
      { scheduling: { tolerations: [BORNE, { ...BORNE, effect: 'NoExecute', tolerationSeconds: 1 }, BORNE] } },
      [expect.stringMatching(/^scheduling\.tolerations\[2\]: Duplicate value: core\.Toleration{Key:"k"/)],
    ],
  ])('finds of %j: %j', (members, errors) => {
    expect(validateRuntimeClass(classOf(members)).map(formatFieldError)).toEqual(errors);
  });

  it('wants the handler to stay', () => {
    const errors = validateRuntimeClassUpdate(classOf({ handler: 'kata' }), classOf());
    expect(errors.map(formatFieldError)).toEqual(['handler: Invalid value: "kata": field is immutable']);
  });
});

describe('a runtime class', () => {
  it('warns of labels of nodes that have been replaced', () => {
    const made = classOf({ scheduling: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } });
    expect(runtimeClassStrategy.warningsOnCreate!(made, {} as never)).toEqual([
      'scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/os" instead',
    ]);
  });
});
