import type { Strategy } from '../../../src/plugin-api/index.js';
import type { Secret } from './secret.v1.js';
import { validateSecret, validateSecretUpdate } from './secret.validation.js';

/** The rules of Secrets. */
export const secretStrategy: Strategy<Secret> = {
  prepareForUpdate(secret, old) {
    if (!secret.type) secret.type = old.type;
  },
  validate: validateSecret,
  validateUpdate: validateSecretUpdate,
};
