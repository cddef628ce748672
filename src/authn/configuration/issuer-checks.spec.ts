import { formatFieldError } from '../../apimachinery/index.js';
import type { IssuerConfig, JwtConfig } from './authentication-configuration.js';
import { checkConfiguration } from './check-configuration.js';

const CHECKS = { disallowedIssuers: ['https://own', 'https://also'], compatibility: 31, allowsAnonymous: true };
const ISSUER = {
  url: 'https://issuer',
  discoveryURL: '',
  certificateAuthority: '',
  audiences: ['api'],
  audienceMatchPolicy: '',
};

const jwtOf = (issuer: Partial<IssuerConfig>): JwtConfig => ({
  issuer: { ...ISSUER, ...issuer },
  claimMappings: { username: { claim: 'sub', prefix: '' } },
});

async function faultsOf(...jwt: JwtConfig[]): Promise<string[]> {
  const { errors } = await checkConfiguration({ jwt }, CHECKS);
  return errors.map((error) => formatFieldError(error).replace('jwt[0].issuer.', ''));
}

describe('checkConfiguration()', () => {
  it('takes 64 issuers at most', async () => {
    const issuers = (count: number) => Array.from({ length: count }, (_, i) => jwtOf({ url: `https://issuer${i}` }));
    expect(await faultsOf(...issuers(64))).toEqual([]);
    expect(await faultsOf(...issuers(65))).toEqual(['jwt: Too many: 65: must have at most 64 items']);
  });

  const SAME = 'discoveryURL must be different from URL';
  it.each<[string, string, string[]]>([
    ['https://issuer', 'https://issuer', [SAME]],
    ['https://issuer/', 'https://issuer', [SAME]],
    ['https://issuer', 'https://issuer///', [SAME]],
    ['https://issuer', 'https://issuer/x', []],
    // Addresses are compared as texts (upstream: strings.TrimRight).
    ['https://issuer', 'Https://issuer', []],
    ['https://issuer', 'https://own', []],
    ['https://issuer', '/', ['URL scheme must be https']],
  ])('with the issuer %s judges the discovery at %s', async (url, discoveryURL, faults) => {
    const expected = faults.map((fault) => `discoveryURL: Invalid value: "${discoveryURL}": ${fault}`);
    expect(await faultsOf(jwtOf({ url, discoveryURL }))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['https://issuer/path', []],
    ['https://issuer?', []],
    ['https://issuer?a=b', ['URL must not contain a query']],
    ['https://issuer#a', ['URL must not contain a fragment']],
    ['https://a@issuer', ['URL must not contain a username or password']],
    ['https://:b@issuer', ['URL must not contain a username or password']],
    ['http://issuer', ['URL scheme must be https']],
    ['issuer', ['URL scheme must be https']],
    ['https://own', ['URL must not overlap with disallowed issuers: [https://also https://own]']],
    ['https://own/', []],
    [
      'http://a:b@issuer?a=b#c',
      [
        'URL scheme must be https',
        'URL must not contain a username or password',
        'URL must not contain a query',
        'URL must not contain a fragment',
      ],
    ],
  ])('judges the issuer %s', async (url, faults) => {
    expect(await faultsOf(jwtOf({ url }))).toEqual(faults.map((fault) => `url: Invalid value: "${url}": ${fault}`));
  });

  it.each<[string[], string, string[]]>([
    [['a'], '', []],
    [['a'], 'MatchAny', []],
    [
      ['a'],
      'MatchAll',
      [
        'audienceMatchPolicy: Invalid value: "MatchAll": audienceMatchPolicy must be empty or MatchAny for single audience',
      ],
    ],
    [['a', 'b'], 'MatchAny', []],
    [
      ['a', 'b'],
      '',
      ['audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences'],
    ],
    [['a', 'a'], 'MatchAny', ['audiences[1]: Duplicate value: "a"']],
    [[''], '', ["audiences[0]: Required value: audience can't be empty"]],
    [[], '', ['audiences: Required value: at least one jwt[0].issuer.audiences is required']],
  ])('judges the audiences %j with the policy %j', async (audiences, audienceMatchPolicy, faults) => {
    expect(await faultsOf(jwtOf({ audiences, audienceMatchPolicy }))).toEqual(faults);
  });
});
