/** The members of a Secret that have defaults. */
interface DefaultedSecret {
  type?: string;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

/** Merges `stringData` into `data` and gives an untyped Secret the general type. */
export function defaultSecret(secret: DefaultedSecret): void {
  if (secret.stringData !== undefined) {
    for (const [key, text] of Object.entries(secret.stringData ?? {})) {
      secret.data ??= {};
      secret.data[key] = Buffer.from(text).toString('base64');
    }
    delete secret.stringData;
  }
  if (!secret.type) secret.type = 'Opaque';
}
