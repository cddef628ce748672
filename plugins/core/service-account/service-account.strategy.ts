import type { Strategy } from '../../../src/plugin-api/index.js';
import type { ServiceAccount } from './service-account.v1.js';

/** The rules of ServiceAccounts: of the secrets they list only the names count. */
export const serviceAccountStrategy: Strategy<ServiceAccount> = {
  prepareForCreate: keepSecretNames,
  prepareForUpdate: keepSecretNames,
};

function keepSecretNames(account: ServiceAccount): void {
  if (account.secrets) account.secrets = account.secrets.map(({ name }) => ({ name }));
}
