import { getCheckingSuite, getParsingSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { Environment } from '../../src/cel/environment.js';
import { STANDARD } from '../../src/cel/library/standard.js';

/** Features in the errors of tests that this engine does not have, or limits differently. */
const FOREIGN = [
  // Field names in backquotes came with a later release of the reference.
  '`',
  'ESC_IDENTIFIER',
  // The reference does not look into such an entry.
  "{?'key': {'a'",
  // A macro of a later release.
  'existsOne',
  // These tests set their own limits.
  'recursion limit',
  'recursion depth',
  'lookahead limit',
  'attempt limit',
  // Messages and variables that only the suite declares.
  'TestAllTypes',
  'Proto2Message',
  'NotAMessage',
  'x',
  // Kubernetes 1.32 reads half of a pair of UTF-16 as U+FFFD; the suite expects it to be refused.
  String.raw`\udead`,
  // A predictor that remembers other expressions reports another error here than one without memory.
  'self.true',
];

const environment = Environment.of([STANDARD]);

const TESTS = [...getParsingSuite().tests, ...getCheckingSuite().tests]
  .map(({ original, error = '' }) => [original.expr, error.replaceAll('ERROR: :', 'ERROR: <input>:')] as const)
  .filter(([expr, error]) => error !== '' && !FOREIGN.some((word) => isForeign(word, `${expr} ${error}`)));

function isForeign(word: string, text: string): boolean {
  return word === 'x' ? /^x\W/.test(text) : text.includes(word);
}

describe('The texts of errors', () => {
  it('are compared with those of the reference for a hundred expressions', () => {
    expect(TESTS.length).toBeGreaterThan(100);
  });

  it.each(TESTS)('are those of the reference for %j', (expr, error) => {
    expect(environment.compile(expr).error).toBe(error);
  });
});
