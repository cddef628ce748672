/** How a server is reached; empty texts are not given. */
export interface Cluster {
  readonly server: string;
  readonly tlsServerName: string;
  readonly insecureSkipTlsVerify: boolean;
  /** A file in PEM. */
  readonly certificateAuthority: string;
  /** In PEM; goes before the file. */
  readonly certificateAuthorityData: string;
  readonly proxyUrl: string;
  readonly disableCompression: boolean;
  /** Handed to exec plugins as the configuration of the cluster. */
  readonly execConfiguration: unknown;
}

/** A command that prints credentials (client.authentication.k8s.io). */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** Instructions for installing the command if it is missing. */
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
}

/** The credentials for a server; data takes precedence over files, and empty texts are not set. */
export interface Credentials {
  readonly clientCertificate: string;
  readonly clientCertificateData: string;
  readonly clientKey: string;
  readonly clientKeyData: string;
  readonly token: string;
  /** Takes precedence over the token. */
  readonly tokenFile: string;
  readonly username: string;
  readonly password: string;
  readonly impersonate: Impersonated;
  readonly exec?: ExecPlugin;
}

/** The user that requests are made as. */
export interface Impersonated {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/** The context that a kubeconfig file makes current. */
export interface Kubeconfig {
  readonly cluster: Cluster;
  readonly credentials: Credentials;
}
