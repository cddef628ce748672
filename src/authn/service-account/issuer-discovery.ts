import { readVerificationKeys } from './token-keys.js';

/** The published discovery documents of the service account issuer. */
export interface IssuerDiscovery {
  /** The document at `/.well-known/openid-configuration`, of type application/json. */
  readonly configuration: string;
  /** The document at `/openid/v1/jwks`, of type application/jwk-set+json. */
  readonly keySet: string;
}

/** The settings of the discovery documents. */
export interface IssuerDiscoverySettings {
  readonly issuer: string;
  /** PEM texts of the keys that tokens are signed with; only their public halves are published. */
  readonly keys: readonly string[];
  /** Where the key set is found: `https://host:port/openid/v1/jwks`. */
  readonly keySetUrl: string;
}

/** Reports whether others can find what is published about an issuer. */
export function isDiscoverable(issuer: string): boolean {
  return issuer.startsWith('https://');
}

/**
 * Makes the documents by which others can check tokens (OpenID Connect Discovery); undefined when the issuer is no
 * https URL, so that clients could not find them.
 */
export function describeIssuer({ issuer, keys, keySetUrl }: IssuerDiscoverySettings): IssuerDiscovery | undefined {
  if (!isDiscoverable(issuer)) return undefined;
  const known = keys.flatMap(readVerificationKeys);
  const algorithms = [...new Set(known.map(({ algorithm }) => algorithm))].sort();
  const configuration = {
    issuer,
    jwks_uri: keySetUrl,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: algorithms,
  };
  const byId = new Map(known.map((key) => [key.id, key]));
  const published = [...byId.values()].map(({ key, id, algorithm }) => {
    const { kty, ...rest } = key.export({ format: 'jwk' });
    return { use: 'sig', kty, kid: id, alg: algorithm, ...rest };
  });
  return { configuration: JSON.stringify(configuration), keySet: JSON.stringify({ keys: published }) };
}
