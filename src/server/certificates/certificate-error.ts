/** A file of keys or certificates that cannot be used; says what is wrong and how to mend it. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';

  constructor(
    readonly path: string,
    fault: string,
    readonly remedy: string,
  ) {
    super(`${path}: ${fault}`);
  }
}
