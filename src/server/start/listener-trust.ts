import type { ClientAuthorities } from '../../authn/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import {
  type CertificateSettings,
  type ServerCertificates,
  ServingCertificate,
  ensureServerCertificates,
} from '../certificates/index.js';
import { type ListenerCertificates, renewContext } from '../connections/index.js';
import { warnOfServingCertificate } from './start-checks.js';

/** The dependencies of the listener's certificates. */
export interface ListenerTrustParts {
  readonly clientAuthorities: ClientAuthorities;
  /** True if the server shows extension servers its own certificate. */
  readonly isFrontProxy: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The certificates of the listener, as they are in force: its own, and the authorities of those that clients show. */
export class ListenerTrust {
  private constructor(
    readonly certificates: ServerCertificates,
    readonly serving: ServingCertificate,
    private readonly parts: { readonly options: ApiServerOptions; readonly clientAuthorities: ClientAuthorities },
  ) {}

  /** Reads all certificates, and makes those that are missing. */
  static async open(options: ApiServerOptions, parts: ListenerTrustParts): Promise<ListenerTrust> {
    const { clientAuthorities, isFrontProxy, logger } = parts;
    const settings = { ...certificateSettings(options), isFrontProxy };
    const certificates = await ensureServerCertificates(settings);
    warnOfServingCertificate(certificates.serving.certificate, options, logger);
    if (!options.cluster.isExtension) clientAuthorities.addOwn(certificates.authority);
    const serving = new ServingCertificate(certificates, settings, parts);
    return new ListenerTrust(certificates, serving, { options, clientAuthorities });
  }

  /** The certificates for new connections. */
  get current(): ListenerCertificates {
    return { ...this.serving.current.serving, clientAuthorities: this.parts.clientAuthorities.pem };
  }

  /** Keeps the certificates of a listener current from now on. */
  async follow(server: object): Promise<void> {
    const renew = (): void => renewContext(server, this.parts.options.serving, this.current);
    // Authorities that the cluster named came after the listener was made.
    if (this.parts.options.cluster.isExtension) renew();
    this.parts.clientAuthorities.onChange(renew);
    this.serving.onChange(renew);
    this.parts.clientAuthorities.start();
    await this.serving.start();
  }

  /** Leaves the serving certificate as it is. */
  close(): Promise<void> {
    return this.serving.close();
  }
}

function certificateSettings(options: ApiServerOptions): CertificateSettings {
  const { certificateDirectory: directory, serving, network, authentication } = options;
  const { tlsCertFile, tlsPrivateKeyFile } = serving;
  const { serviceAccountSigningKeyFile } = authentication;
  const names = { ...serving, ...network, isExtension: options.cluster.isExtension };
  return { directory, names, tlsCertFile, tlsPrivateKeyFile, serviceAccountSigningKeyFile };
}
