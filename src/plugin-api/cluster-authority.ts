/**
 * The certificate authority that clients inside the cluster trust. Provided by the server; every plugin may inject it.
 *
 * @internal
 * @example
 * class Trust { constructor(@Inject(ClusterAuthority) readonly authority: ClusterAuthority) {} }
 */
export class ClusterAuthority {
  constructor(
    /** In PEM. */
    readonly certificate: string,
  ) {}
}

/**
 * The authority of the certificate that this server shows to extension servers, where it has made that itself. Provided
 * by the server.
 *
 * @internal
 * @example
 * class Trust { constructor(@Inject(FrontProxyAuthority) readonly authority: FrontProxyAuthority) {} }
 */
export class FrontProxyAuthority {
  constructor(
    /** In PEM; empty if there is none. */
    readonly certificate: string,
    /** The common names of its certificates. */
    readonly names: readonly string[],
  ) {}
}
