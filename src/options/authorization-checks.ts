import { checkDecisionLog } from './decision-log.js';
import { AuthorizationOptions, type ApiServerOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** Checks what the options for authorization say together (upstream: BuiltInAuthorizationOptions.Validate). */
export function checkAuthorization({ authorization }: ApiServerOptions): OptionProblem[] {
  const own = authorization.configFile === '' ? checkModes(authorization) : checkConfigFile(authorization);
  return [...own, ...checkDecisionLog(authorization)];
}

const FILE_AND_FLAGS =
  '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined';

function checkConfigFile(authorization: AuthorizationOptions): OptionProblem[] {
  const isUnset = authorization.modes.length === 0 && !hasWebhookFlags(authorization);
  if (isUnset) return [];
  return [problem('--authorization-config', FILE_AND_FLAGS, 'Say it in the file, or leave the file out.')];
}

function hasWebhookFlags(authorization: AuthorizationOptions): boolean {
  const defaults = new AuthorizationOptions();
  return (
    authorization.webhookConfigFile !== defaults.webhookConfigFile ||
    authorization.webhookVersion !== defaults.webhookVersion ||
    authorization.webhookCacheAuthorizedTtl !== defaults.webhookCacheAuthorizedTtl ||
    authorization.webhookCacheUnauthorizedTtl !== defaults.webhookCacheUnauthorizedTtl
  );
}

function checkModes(authorization: AuthorizationOptions): OptionProblem[] {
  const { modes, policyFile, webhookConfigFile, webhookVersion } = authorization;
  const problems = [
    ...checkFileOf({ mode: 'ABAC', flag: '--authorization-policy-file', file: policyFile, what: 'policy' }, modes),
    ...checkFileOf(
      { mode: 'Webhook', flag: '--authorization-webhook-config-file', file: webhookConfigFile, what: 'config' },
      modes,
    ),
  ];
  if (!REVIEW_VERSIONS.includes(webhookVersion)) {
    const message = `unsupported webhook authorizer version ${JSON.stringify(webhookVersion)}`;
    problems.push(problem('--authorization-webhook-version', message, `Use one of ${REVIEW_VERSIONS.join(', ')}.`));
  }
  return problems;
}

interface FileOfMode {
  readonly mode: string;
  readonly flag: string;
  readonly file: string;
  readonly what: string;
}

/** A mode and its file go together. */
function checkFileOf({ mode, flag, file, what }: FileOfMode, modes: readonly string[]): OptionProblem[] {
  if (modes.includes(mode) === (file !== '')) return [];
  if (file !== '')
    return [problem(flag, `cannot specify ${flag} without mode ${mode}`, `Add ${mode} to --authorization-mode.`)];
  const message = `authorization-mode ${mode}'s authorization ${what} file not passed`;
  return [problem('--authorization-mode', message, `Give ${flag} too.`)];
}

function problem(option: string, message: string, remedy: string): OptionProblem {
  return { option, message, remedy };
}
