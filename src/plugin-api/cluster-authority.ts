/**
 * The certificate authority that clients inside the cluster trust. Provided by the server; every plugin may inject it.
 *
 * @public
 * @example
 * class Trust { constructor(@Inject(ClusterAuthority) readonly authority: ClusterAuthority) {} }
 */
export class ClusterAuthority {
  constructor(
    /** In PEM. */
    readonly certificate: string,
  ) {}
}
