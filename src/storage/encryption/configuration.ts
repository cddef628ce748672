/** A secret by its name, in base64 as it stands in the file. */
export interface ConfiguredKey {
  readonly name: string;
  readonly secret: string;
}

/** A key management service (version 2 of its protocol). */
export interface ConfiguredKms {
  readonly name: string;
  /** `unix:///path`. */
  readonly endpoint: string;
  /** How long one call may take, in milliseconds. */
  readonly timeout: number;
}

/** Ways to keep values whose secrets stand in the file. */
export const KEYED_SCHEMES = ['aesgcm', 'aescbc', 'secretbox'] as const;

/** One of these ways. */
export type KeyedScheme = (typeof KEYED_SCHEMES)[number];

/** One entry of `providers`. */
export type ConfiguredProvider =
  | { readonly kind: 'identity' }
  | { readonly kind: KeyedScheme; readonly keys: readonly ConfiguredKey[] }
  | { readonly kind: 'kms'; readonly kms: ConfiguredKms };

/** Some resources and how their values are kept: sealed by the first provider, opened by any. */
export interface ConfiguredResources {
  /** `secrets`, `deployments.apps`, `*.apps`, `*.` (the core group), `*.*`. */
  readonly resources: readonly string[];
  readonly providers: readonly ConfiguredProvider[];
}

/** An EncryptionConfiguration (apiserver.config.k8s.io/v1) that has been checked. */
export interface EncryptionConfiguration {
  readonly resources: readonly ConfiguredResources[];
}
