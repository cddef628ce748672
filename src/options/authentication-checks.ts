import { type ApiServerOptions, AuthenticationOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** Checks what the options of authentication say together. Returns every problem. */
export function checkAuthentication(options: ApiServerOptions): OptionProblem[] {
  return [
    ...checkServiceAccounts(options),
    ...checkFrontProxies(options),
    ...checkIssuers(options),
    ...checkWebhook(options),
  ];
}

/** Returns warnings for settings that are likely mistakes, but can be intended. */
export function authenticationWarnings({ authentication }: ApiServerOptions): string[] {
  const { requestHeaderUsernameHeaders: names } = authentication;
  if (names.length === 0 || names.some((name) => name.toLowerCase() === 'x-remote-user')) return [];
  const text = '--requestheader-username-headers is set without specifying the standard X-Remote-User header';
  return [`${text} - API aggregation will not work`];
}

function checkServiceAccounts({ authentication }: ApiServerOptions): OptionProblem[] {
  const problems = authentication.serviceAccountIssuers
    .filter((issuer) => issuer === '' || (issuer.includes(':') && !URL.canParse(issuer)))
    .map((issuer) =>
      problem(
        '--service-account-issuer',
        `${JSON.stringify(issuer)} is not a URL`,
        'Give one such as https://kubernetes.default.svc.',
      ),
    );
  if (authentication.serviceAccountSigningKeyFile !== '' && authentication.serviceAccountIssuers.length === 0) {
    problems.push(
      problem(
        '--service-account-signing-key-file',
        'has no issuer',
        'Give the issuer that the key belongs to as --service-account-issuer.',
      ),
    );
  }
  const { serviceAccountJwksUri: uri } = authentication;
  if (uri !== '' && !(URL.canParse(uri) && new URL(uri).protocol === 'https:')) {
    const message = `service-account-jwks-uri requires https scheme, parsed as: ${uri}`;
    problems.push(problem('--service-account-jwks-uri', message, 'Give an https URL.'));
  }
  return [...problems, ...checkTokenExpiration(authentication.serviceAccountMaxTokenExpiration)];
}

const HOUR = 3_600_000;
const LONGEST_TOKEN = 2 ** 32 * 1000;

function checkTokenExpiration(expiration: number): OptionProblem[] {
  if (expiration === 0 || (expiration >= HOUR && expiration <= LONGEST_TOKEN)) return [];
  const message = 'the service-account-max-token-expiration must be between 1 hour and 2^32 seconds';
  return [problem('--service-account-max-token-expiration', message, 'Give 1h or more, or 0 for no limit.')];
}

function checkFrontProxies({ authentication, features }: ApiServerOptions): OptionProblem[] {
  const lists: [string, readonly string[]][] = [
    ['requestheader-username-headers', authentication.requestHeaderUsernameHeaders],
    ['requestheader-uid-headers', authentication.requestHeaderUidHeaders],
    ['requestheader-group-headers', authentication.requestHeaderGroupHeaders],
    ['requestheader-extra-headers-prefix', authentication.requestHeaderExtraPrefixes],
    ['requestheader-allowed-names', authentication.requestHeaderAllowedNames],
  ];
  const problems = lists
    .filter(([, names]) => names.some((name) => name.trim() === ''))
    .map(([flag]) => problem(`--${flag}`, `empty value in ${JSON.stringify(flag)}`, 'Leave the empty name out.'));
  if (authentication.requestHeaderUidHeaders.length > 0 && !features.enabled('RemoteRequestHeaderUID')) {
    const message = 'requires the RemoteRequestHeaderUID feature to be enabled';
    problems.push(
      problem(
        '--requestheader-uid-headers',
        message,
        'Add --feature-gates=RemoteRequestHeaderUID=true, or leave it out.',
      ),
    );
  }
  return problems;
}

const OIDC_DEFAULTS = new AuthenticationOptions();
const OIDC_PROPERTIES = (Object.keys(OIDC_DEFAULTS) as (keyof AuthenticationOptions)[]).filter((name) =>
  name.startsWith('oidc'),
);
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'];

function checkIssuers({ authentication, features }: ApiServerOptions): OptionProblem[] {
  const { authenticationConfig, oidcIssuerUrl, oidcClientId, oidcSigningAlgorithms } = authentication;
  const isAnySet = OIDC_PROPERTIES.some((name) => !isSame(authentication[name], OIDC_DEFAULTS[name]));
  if (authenticationConfig !== '') return checkConfigFile(isAnySet, features.enabled(CONFIG_GATE));
  const problems = oidcSigningAlgorithms
    .filter((name) => !ALGORITHMS.includes(name))
    .map((name) => {
      const message = `unsupported signing alg: ${JSON.stringify(name)}`;
      return problem('--oidc-signing-algs', message, `Use some of ${ALGORITHMS.join(', ')}.`);
    });
  if (isAnySet && (oidcIssuerUrl === '' || oidcClientId === '')) {
    const message = 'oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set';
    problems.push(problem('--oidc-issuer-url', message, 'Give both, or none of the flags --oidc-*.'));
  }
  return problems;
}

function checkWebhook({
  authentication: { tokenWebhookVersion: version, ...options },
}: ApiServerOptions): OptionProblem[] {
  const problems: OptionProblem[] = [];
  if (version !== 'v1' && version !== 'v1beta1') {
    const message = `unsupported authentication webhook version ${JSON.stringify(version)}, supported versions are "v1", "v1beta1"`;
    problems.push(problem('--authentication-token-webhook-version', message, 'Give v1 or v1beta1.'));
  }
  if (options.tokenWebhookCacheTtl < 0) {
    problems.push(problem('--authentication-token-webhook-cache-ttl', 'may not be negative', 'Give 0s or more.'));
  }
  return problems;
}

const CONFIG_GATE = 'StructuredAuthenticationConfiguration';

function checkConfigFile(hasOidcFlags: boolean, isGateOn: boolean): OptionProblem[] {
  const option = '--authentication-config';
  const problems: OptionProblem[] = [];
  if (!isGateOn) {
    const message = `set --feature-gates=${CONFIG_GATE}=true to use authentication-config file`;
    problems.push(problem(option, message, 'Turn the feature on, or leave the file out.'));
  }
  if (hasOidcFlags) {
    const message = 'authentication-config file and oidc-* flags are mutually exclusive';
    problems.push(problem(option, message, 'Describe the issuer in the file.'));
  }
  return problems;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function problem(option: string, message: string, remedy: string): OptionProblem {
  return { option, message, remedy };
}
