import type { Secret } from './secret.v1.js';

/** Merges `stringData` into `data` and gives an untyped Secret the general type. */
export function defaultSecret(secret: Secret): void {
  if (secret.stringData !== undefined) {
    for (const [key, text] of Object.entries(secret.stringData ?? {})) {
      secret.data ??= {};
      secret.data[key] = Buffer.from(text).toString('base64');
    }
    delete secret.stringData;
  }
  if (!secret.type) secret.type = 'Opaque';
}
