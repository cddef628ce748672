import { FieldPath, formatFieldError } from '../../apimachinery/index.js';
import * as language from '../../cel/index.js';
import type { ClaimConfig } from './claim-config.js';
import { ClaimError, ClaimRules, type CompiledClaims } from './claim-rules.js';
import { compileClaimRules } from './compile-claim-rules.js';

const SUBJECT = { claim: 'sub', prefix: '' };
const MISSING = 'claim or expression is required';
const BOTH = "claim and expression can't both be set";

const compile = (config: Partial<ClaimConfig>) =>
  compileClaimRules({ claimMappings: { username: SUBJECT }, ...config }, FieldPath.of('jwt').index(0), 31);

async function foundIn(config: Partial<ClaimConfig>): Promise<string[]> {
  const { errors } = await compile(config);
  return errors.map((error) => formatFieldError(error).replace('jwt[0].', ''));
}

describe('compileClaimRules()', () => {
  it.each<[string, Partial<ClaimConfig>, string[]]>([
    ['nothing but a name', {}, []],
    [
      'no claim and no expression',
      { claimValidationRules: [{}] },
      [`claimValidationRules[0]: Required value: ${MISSING}`],
    ],
    [
      'a rule about a claim and an expression',
      { claimValidationRules: [{ claim: 'a', expression: 'true' }] },
      [`claimValidationRules[0]: Invalid value: "a": ${BOTH}`],
    ],
    // Errors of the source hide those of the rest.
    [
      'a message of a rule that has no claim',
      { claimValidationRules: [{ message: 'm', requiredValue: 'v' }] },
      [`claimValidationRules[0]: Required value: ${MISSING}`],
    ],
    ['groups and a uid from nowhere', { claimMappings: { username: SUBJECT, groups: {}, uid: {} } }, []],
    [
      'a uid of a claim and an expression',
      { claimMappings: { username: SUBJECT, uid: { claim: 'a', expression: '"b"' } } },
      [`claimMappings.uid: Invalid value: "": ${BOTH}`],
    ],
    [
      'a rule about users twice',
      { userValidationRules: [{ expression: 'true' }, { expression: 'false' }, { expression: 'true' }] },
      ['userValidationRules[2].expression: Duplicate value: "true"'],
    ],
    [
      'an expression about claims and users',
      { claimValidationRules: [{ expression: 'true' }], userValidationRules: [{ expression: 'true' }] },
      [],
    ],
  ])('finds what is wrong with %s', async (_name, config, errors) => {
    expect(await foundIn(config)).toEqual(errors);
    expect((await compile(config)).rules === undefined).toBe(errors.length > 0);
  });

  it.each(['x.k8s.io/a', 'k8s.io/a', 'kubernetes.io/a', 'a.kubernetes.io/b/c'])('reserves %s', async (key) => {
    const extra = [{ key, valueExpression: '"a"' }];
    expect(await foundIn({ claimMappings: { username: SUBJECT, extra } })).toEqual([
      `claimMappings.extra[0].key: Invalid value: "${key}": k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use`,
    ]);
  });

  it.each(['xk8s.io/a', 'k8s.io.example.com/a', 'example.com/k8s.io'])('does not reserve %s', async (key) => {
    const extra = [{ key, valueExpression: '"a"' }];
    expect(await foundIn({ claimMappings: { username: SUBJECT, extra } })).toEqual([]);
  });

  it.each([
    'claims.?sub.orValue(null) == null ? claims.email : "b"',
    'claims[?"email"].orValue("")',
    '[claims.email][0]',
    'claims["a"] == "b" ? "c" : claims["email"]',
  ])('sees mail behind %s', async (expression) => {
    const username = { expression };
    expect(await foundIn({ claimMappings: { username } })).toHaveLength(1);
    // A comparison with what is verified suffices wherever it stands.
    const extra = [{ key: 'a.b/c', valueExpression: 'string(claims.email_verified)' }];
    expect(await foundIn({ claimMappings: { username, extra } })).toEqual([]);
  });
});

it('ClaimRules rethrows errors other than those of an expression', () => {
  const program = (error: Error) =>
    ({
      text: '',
      program: {
        evaluate: () => {
          throw error;
        },
      },
    }) as unknown as CompiledClaims['username'];
  const rules = (error: Error): ClaimRules =>
    new ClaimRules(
      { claimMappings: { username: {} } },
      { username: program(error), extra: [], claimRules: [], userRules: [] },
      language,
    );
  expect(() => rules(new RangeError('defect')).userOf({})).toThrow(RangeError);
  expect(() => rules(new language.EvaluationError('no')).userOf({})).toThrow(ClaimError);
  expect(() => rules(new language.CostLimitError()).userOf({})).toThrow(ClaimError);
});
