/** The certificate authority that clients inside the cluster trust. Provided by the server; every plugin may inject it. */
export class ClusterAuthority {
  constructor(
    /** In PEM. */
    readonly certificate: string,
  ) {}
}
