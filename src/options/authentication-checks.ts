import type { ApiServerOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** Checks what the options of authentication say together. Returns every problem. */
export function checkAuthentication(options: ApiServerOptions): OptionProblem[] {
  return [...checkServiceAccounts(options), ...checkFrontProxies(options)];
}

/** What is likely a mistake, but can be meant. */
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

function problem(option: string, message: string, remedy: string): OptionProblem {
  return { option, message, remedy };
}
