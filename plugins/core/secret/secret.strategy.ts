import type { Strategy } from '../../../src/plugin-api/index.js';
import { keyPairWarnings } from './key-pair-warnings.js';
import type { Secret } from './secret.v1.js';
import { validateSecret, validateSecretUpdate } from './secret.validation.js';

/** The rules of Secrets. */
export const secretStrategy: Strategy<Secret> = {
  prepareForUpdate(secret, old) {
    if (!secret.type) secret.type = old.type;
  },
  validate: validateSecret,
  validateUpdate: validateSecretUpdate,
  warningsOnCreate: secretWarnings,
  warningsOnUpdate: secretWarnings,
};

function secretWarnings({ type, data }: Secret): string[] {
  const textOf = (key: string): string => Buffer.from(data?.[key] ?? '', 'base64').toString('latin1');
  return type === 'kubernetes.io/tls' ? keyPairWarnings(textOf('tls.crt'), textOf('tls.key')) : [];
}
