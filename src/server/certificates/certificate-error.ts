/** An invalid file of keys or certificates; contains the fault and the fix. */
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
