import { formatFieldError } from '../../apimachinery/index.js';
import { UNCONSTRAINED_CA, VERSION_1_CA } from '../../../test/support/version-1-ca.js';
import { checkConfiguration, type ConfigurationChecks } from './check-configuration.js';
import { parseConfiguration } from './parse-configuration.js';

const CHECKS: ConfigurationChecks = { disallowedIssuers: ['https://own'], compatibility: 31, allowsAnonymous: true };
const HEAD = { apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthenticationConfiguration' };
const ISSUER = { url: 'https://issuer', audiences: ['api'] };
const MAPPINGS = { username: { claim: 'sub', prefix: '' } };

async function faultsOf(content: object, checks = CHECKS): Promise<string[]> {
  const { configuration, errors } = parseConfiguration({ ...HEAD, ...content });
  const checked = await checkConfiguration(configuration, checks);
  return [...errors, ...checked.errors].map((error) => formatFieldError(error));
}

const jwt = (issuer: object): object => ({ jwt: [{ issuer: { ...ISSUER, ...issuer }, claimMappings: MAPPINGS }] });

describe('an authentication configuration', () => {
  it.each(['v1alpha1', 'v1beta1'])('is read in version %s [ANON-06]', async (version) => {
    expect(await faultsOf({ ...jwt({}), apiVersion: `apiserver.config.k8s.io/${version}` })).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    [
      'another version',
      { apiVersion: 'apiserver.config.k8s.io/v2' },
      [
        'apiVersion: Unsupported value: "apiserver.config.k8s.io/v2": supported values: "apiserver.config.k8s.io/v1alpha1", "apiserver.config.k8s.io/v1beta1"',
      ],
    ],
    [
      'another kind',
      { kind: 'AuthorizationConfiguration' },
      ['kind: Unsupported value: "AuthorizationConfiguration": supported values: "AuthenticationConfiguration"'],
    ],
    ['an unknown member', { jwts: [] }, ['jwts: Invalid value: "jwts": unknown field']],
    ['an unknown member inside', jwt({ uri: 'x' }), ['jwt[0].issuer.uri: Invalid value: "uri": unknown field']],
    [
      'no issuer',
      { jwt: [{ claimMappings: MAPPINGS }] },
      [
        'jwt[0].issuer.url: Required value: URL is required',
        'jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required',
      ],
    ],
    [
      'plain HTTP',
      jwt({ url: 'http://i' }),
      ['jwt[0].issuer.url: Invalid value: "http://i": URL scheme must be https'],
    ],
    [
      'a URL with more than a place',
      jwt({ url: 'https://u:p@i?q#f' }),
      [
        'jwt[0].issuer.url: Invalid value: "https://u:p@i?q#f": URL must not contain a username or password',
        'jwt[0].issuer.url: Invalid value: "https://u:p@i?q#f": URL must not contain a query',
        'jwt[0].issuer.url: Invalid value: "https://u:p@i?q#f": URL must not contain a fragment',
      ],
    ],
    [
      'the issuer of service accounts',
      jwt({ url: 'https://own' }),
      ['jwt[0].issuer.url: Invalid value: "https://own": URL must not overlap with disallowed issuers: [https://own]'],
    ],
    [
      'the same place twice',
      jwt({ discoveryURL: 'https://issuer//' }),
      ['jwt[0].issuer.discoveryURL: Invalid value: "https://issuer//": discoveryURL must be different from URL'],
    ],
    ['a discovery place of its own', jwt({ discoveryURL: 'https://issuer/other' }), []],
    [
      'a discovery place over plain HTTP',
      jwt({ discoveryURL: 'http://other' }),
      ['jwt[0].issuer.discoveryURL: Invalid value: "http://other": URL scheme must be https'],
    ],
    [
      'a URL with a name alone',
      jwt({ url: 'https://u@i' }),
      ['jwt[0].issuer.url: Invalid value: "https://u@i": URL must not contain a username or password'],
    ],
    [
      'unknown members of rules and mappings',
      {
        jwt: [
          {
            issuer: ISSUER,
            odd: 1,
            claimValidationRules: [{ expression: 'true', odd: 1 }],
            userValidationRules: [{ expression: 'true', odd: 1 }],
            claimMappings: {
              odd: 1,
              username: { ...MAPPINGS.username, odd: 1 },
              uid: { claim: 'u', odd: 1 },
              extra: [{ key: 'a.b/c', valueExpression: '"x"', odd: 1 }],
            },
          },
        ],
        anonymous: { enabled: true, odd: 1, conditions: [{ path: '/a', odd: 1 }] },
      },
      [
        'jwt[0].odd',
        'jwt[0].claimValidationRules[0].odd',
        'jwt[0].userValidationRules[0].odd',
        'jwt[0].claimMappings.odd',
        'jwt[0].claimMappings.uid.odd',
        'jwt[0].claimMappings.extra[0].odd',
        'jwt[0].claimMappings.username.odd',
        'anonymous.odd',
        'anonymous.conditions[0].odd',
      ].map((path) => `${path}: Invalid value: "odd": unknown field`),
    ],
    [
      'empty and repeated audiences',
      jwt({ audiences: ['', 'a', 'a'], audienceMatchPolicy: 'MatchAny' }),
      [
        "jwt[0].issuer.audiences[0]: Required value: audience can't be empty",
        'jwt[0].issuer.audiences[2]: Duplicate value: "a"',
      ],
    ],
    [
      'several audiences without a policy',
      jwt({ audiences: ['a', 'b'] }),
      [
        'jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences',
      ],
    ],
    [
      'another policy',
      jwt({ audienceMatchPolicy: 'MatchAll' }),
      [
        'jwt[0].issuer.audienceMatchPolicy: Invalid value: "MatchAll": audienceMatchPolicy must be empty or MatchAny for single audience',
      ],
    ],
    [
      'what is no certificate',
      jwt({ certificateAuthority: 'secret' }),
      [
        'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
      ],
    ],
    [
      'a certificate that cannot be read behind one that can',
      jwt({ certificateAuthority: `${VERSION_1_CA}\n${VERSION_1_CA.replace(/\n\w{8}/, '\nAAAAAAAA')}` }),
      [
        'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
      ],
    ],
    ['certificates', jwt({ certificateAuthority: `# ours\n${VERSION_1_CA}\n${UNCONSTRAINED_CA}` }), []],
    [
      'an issuer twice',
      {
        jwt: [
          { issuer: { ...ISSUER, discoveryURL: 'https://d' }, claimMappings: MAPPINGS },
          { issuer: { ...ISSUER, discoveryURL: 'https://d' }, claimMappings: MAPPINGS },
        ],
      },
      [
        'jwt[1].issuer.url: Duplicate value: "https://issuer"',
        'jwt[1].issuer.discoveryURL: Duplicate value: "https://d"',
      ],
    ],
    [
      'no mapping',
      { jwt: [{ issuer: ISSUER }] },
      ['jwt[0].claimMappings.username: Required value: claim or expression is required'],
    ],
    [
      'too many issuers',
      { jwt: Array.from({ length: 65 }, () => ({})) },
      ['jwt: Too many: 65: must have at most 64 items'],
    ],
    [
      'conditions of what is off [ANON-07]',
      { anonymous: { enabled: false, conditions: [{ path: '/livez' }] } },
      [
        'anonymous.conditions: Invalid value: []apiserver.AnonymousAuthCondition{apiserver.AnonymousAuthCondition{Path:"/livez"}}: enabled should be set to true when conditions are defined',
      ],
    ],
    ['conditions [ANON-08]', { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } }, []],
  ])('with %s is reported', async (_, content, faults) => {
    expect(await faultsOf(content)).toEqual(faults);
  });

  it('says nothing of anonymous requests without its gate [ANON-10]', async () => {
    expect(await faultsOf({ anonymous: { enabled: true } }, { ...CHECKS, allowsAnonymous: false })).toEqual([
      'anonymous: Forbidden: anonymous is not supported when AnonymousAuthConfigurableEndpoints feature gate is disabled',
    ]);
  });
});
