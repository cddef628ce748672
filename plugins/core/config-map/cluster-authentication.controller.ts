import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import {
  ApiServerOptions,
  ClusterAuthority,
  QueueController,
  QueueControllerParts,
  keepObject,
  systemContext,
} from '../../../src/plugin-api/index.js';
import type { ConfigMap } from './config-map.v1.js';

const NAME = 'extension-apiserver-authentication';
const NAMESPACE = 'kube-system';
const KEY = 'client-ca-file';
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\w+/=]+-----END CERTIFICATE-----/g;

/**
 * Publishes whose client certificates this server believes, for servers beside it that have to know the same
 * (upstream: clusterauthenticationtrust.Controller). Servers over one store add theirs to each other's.
 */
@Injectable()
export class ClusterAuthenticationController extends QueueController {
  readonly name = 'cluster-authentication-trust-controller';
  override readonly isPartOfServer = true;
  private own: readonly string[] = [];

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(ClusterAuthority) private readonly authority: ClusterAuthority,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {
    super(parts);
  }

  protected watch(): void {
    const { clientCaFile } = this.options.authentication;
    const given = clientCaFile === '' ? '' : readFileSync(clientCaFile, 'utf8');
    this.own = certificatesIn(`${this.authority.certificate}\n${given}`);
    this.follow(this.parts.stores.of('', 'configmaps'), ({ metadata: { name, namespace } }) =>
      name === NAME && namespace === NAMESPACE ? [NAME] : [],
    );
    this.queue.add(NAME);
  }

  protected reconcile(): Promise<void> {
    const configMaps = this.parts.stores.of<ConfigMap>('', 'configmaps');
    return keepObject(configMaps, { context: systemContext(NAMESPACE), name: NAME }, (current) => {
      const bundle = this.bundleWith(current?.data?.[KEY] ?? '');
      if (current?.data?.[KEY] === bundle) return undefined;
      const made = current ?? { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: NAME, namespace: NAMESPACE } };
      return { ...made, data: { ...current?.data, [KEY]: bundle } };
    });
  }

  /** What is published already and still counts, and what this server believes. */
  private bundleWith(published: string): string {
    const others = certificatesIn(published).filter((text) => !this.isOver(text));
    return [...new Set([...others, ...this.own])].map((text) => `${text}\n`).join('');
  }

  private isOver(certificate: string): boolean {
    try {
      return Date.parse(new X509Certificate(certificate).validTo) < this.parts.clock.now();
    } catch {
      return true;
    }
  }
}

function certificatesIn(bundle: string): readonly string[] {
  return bundle.match(CERTIFICATE) ?? [];
}
