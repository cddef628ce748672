import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import { ENFORCE_MOUNTABLE_SECRETS } from './mountable-secrets.js';
import type { ServiceAccount } from './service-account.v1.js';

/** The rules of ServiceAccounts: of the secrets they list only the names count. */
export const serviceAccountStrategy: Strategy<ServiceAccount> = {
  prepareForCreate: keepSecretNames,
  prepareForUpdate: keepSecretNames,
  warningsOnCreate: enforcementWarnings,
  warningsOnUpdate: (account, old) => (isEnforcing(old) ? [] : enforcementWarnings(account)),
};

function isEnforcing({ metadata }: ServiceAccount): boolean {
  return metadata.annotations?.[ENFORCE_MOUNTABLE_SECRETS] !== undefined;
}

function enforcementWarnings(account: ServiceAccount): string[] {
  if (!isEnforcing(account)) return [];
  const place = FieldPath.of('metadata', 'annotations').key(ENFORCE_MOUNTABLE_SECRETS);
  return [`${place}: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`];
}

function keepSecretNames(account: ServiceAccount): void {
  if (account.secrets) account.secrets = account.secrets.map(({ name }) => ({ name }));
}
