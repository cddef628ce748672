import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import type { Peer } from './destination.js';

/** The client certificate for kubelets and the authority that verifies them. Files in PEM; empty for none. */
export interface KubeletCredentials {
  readonly clientCertificate: string;
  readonly clientKey: string;
  /** Without it any certificate will do. */
  readonly certificateAuthority: string;
  /** How long connecting to a kubelet may take, in milliseconds. */
  readonly timeout: number;
}

/** The TLS settings of a connection. */
export type Tls = Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized'>;

interface Pair {
  readonly cert: string;
  readonly key: string;
}

/**
 * The TLS settings towards kubelets, from files that are read again when they have changed. A new certificate is shown
 * once its key is there, too. Connections to kubelets are rare enough to look for changes at each.
 */
export class KubeletTls {
  private readonly certificate: WatchedText;
  private readonly key: WatchedText;
  private readonly authority: WatchedText;
  private pair: Pair | undefined;

  constructor({ clientCertificate, clientKey, certificateAuthority }: KubeletCredentials) {
    this.certificate = new WatchedText(clientCertificate);
    this.key = new WatchedText(clientKey);
    this.authority = new WatchedText(certificateAuthority);
  }

  /** Returns the settings for a kind of server. Throws when a file cannot be read. */
  for(peer: Peer): Tls {
    if (peer === 'workload') return { rejectUnauthorized: false };
    const shown = this.certificate.path === '' ? {} : this.currentPair();
    if (peer === 'unverified kubelet' || this.authority.path === '') return { ...shown, rejectUnauthorized: false };
    return { ...shown, ca: this.authority.read(), rejectUnauthorized: true };
  }

  private currentPair(): Pair {
    const [cert, key] = [this.certificate.read(), this.key.read()];
    if (this.pair?.cert === cert && this.pair.key === key) return this.pair;
    if (!this.pair || fit(cert, key)) this.pair = { cert, key };
    return this.pair;
  }
}

/** The text of a file, read again when its state is another one. */
class WatchedText {
  private state = '';
  private text = '';

  constructor(readonly path: string) {}

  read(): string {
    const { ino, size, mtimeMs } = statSync(this.path);
    const state = `${ino} ${size} ${mtimeMs}`;
    if (state !== this.state) this.text = readFileSync(this.path, 'utf8');
    this.state = state;
    return this.text;
  }
}

function fit(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
