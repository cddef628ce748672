import { X509Certificate } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { QueueController, QueueControllerParts, keepObject, systemContext } from '../../../src/plugin-api/index.js';
import { ApiServerOptions, ClientAuthorities, FrontProxyAuthority } from '../../../src/plugin-api/built-in.js';
import type { ConfigMap } from './config-map.v1.js';

const NAME = 'extension-apiserver-authentication';
const NAMESPACE = 'kube-system';
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\w+/=]+-----END CERTIFICATE-----/g;

type Data = Readonly<Record<string, string>>;
type Lists = Readonly<Record<string, readonly string[]>>;

/** The headers in which this server names users to extension servers. */
const OWN_HEADERS = {
  'requestheader-username-headers': ['X-Remote-User'],
  'requestheader-group-headers': ['X-Remote-Group'],
  'requestheader-extra-headers-prefix': ['X-Remote-Extra-'],
};

/**
 * Publishes whose client certificates this server believes, and which headers of front proxies, for servers beside it
 * that have to know the same (upstream: clusterauthenticationtrust.Controller). Servers over one store add theirs to
 * each other's.
 */
@Injectable()
export class ClusterAuthenticationController extends QueueController {
  readonly name = 'cluster-authentication-trust-controller';
  override readonly isPartOfServer = true;
  override readonly startChecks = ['poststarthook/start-cluster-authentication-info-controller'];
  @Inject(FrontProxyAuthority) private readonly frontProxy!: FrontProxyAuthority;
  private ignoreAuthorities = (): void => {};

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(ClientAuthorities) private readonly authorities: ClientAuthorities,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {
    super(parts);
  }

  override async stop(): Promise<void> {
    this.ignoreAuthorities();
    await super.stop();
  }

  protected watch(): void {
    this.followNames(this.parts.stores.of('', 'configmaps'), ({ name, namespace }) =>
      name === NAME && namespace === NAMESPACE ? [NAME] : [],
    );
    this.ignoreAuthorities = this.authorities.onChange(() => this.queue.add(NAME));
    this.queue.add(NAME);
  }

  protected reconcile(): Promise<void> {
    const configMaps = this.parts.stores.of<ConfigMap>('', 'configmaps');
    return keepObject(configMaps, { context: systemContext(NAMESPACE), name: NAME }, (current) => {
      const published = current?.data ?? {};
      const wanted = { ...this.clientData(published), ...this.proxyData(published) };
      if (Object.entries(wanted).every(([key, value]) => published[key] === value)) return undefined;
      const made = current ?? { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: NAME, namespace: NAMESPACE } };
      return { ...made, data: { ...current?.data, ...wanted } };
    });
  }

  private clientData(published: Data): Data {
    const key = 'client-ca-file';
    return { [key]: this.bundleWith(published[key], this.authorities.users.pem) };
  }

  private proxyData(published: Data): Data {
    const { proxies } = this.authorities;
    if (!proxies) return this.ownProxyData(published);
    const { authentication, features } = this.options;
    const lists: Lists = {
      'requestheader-username-headers': authentication.requestHeaderUsernameHeaders,
      'requestheader-group-headers': authentication.requestHeaderGroupHeaders,
      'requestheader-extra-headers-prefix': authentication.requestHeaderExtraPrefixes,
      'requestheader-allowed-names': authentication.requestHeaderAllowedNames,
      ...(features.enabled('RemoteRequestHeaderUID') && {
        'requestheader-uid-headers': authentication.requestHeaderUidHeaders,
      }),
    };
    return this.proxyDataOf(published, lists, proxies.pem);
  }

  /** Without flags for front proxies this server is the only one, towards extension servers. */
  private ownProxyData(published: Data): Data {
    const { certificate, names } = this.frontProxy;
    if (certificate === '') return {};
    return this.proxyDataOf(published, { ...OWN_HEADERS, 'requestheader-allowed-names': names }, [certificate]);
  }

  private proxyDataOf(published: Data, lists: Lists, authorities: readonly string[]): Data {
    const texts = Object.entries(lists).map(([key, own]) => [key, listWith(published[key], own)]);
    const key = 'requestheader-client-ca-file';
    return { ...Object.fromEntries(texts), [key]: this.bundleWith(published[key], authorities) };
  }

  /** Merges the published authorities that are still valid with those of this server. */
  private bundleWith(published: string | undefined, own: readonly string[]): string {
    const others = certificatesIn(published ?? '').filter((text) => !this.isOver(text));
    return [...new Set([...others, ...own.flatMap(certificatesIn)])].map((text) => `${text}\n`).join('');
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

/** Merges the published values with those of this server, as a list in JSON. */
function listWith(published: string | undefined, own: readonly string[]): string {
  return JSON.stringify([...new Set([...namesIn(published), ...own])]);
}

/** A list that cannot be read counts as none. */
function namesIn(text = '[]'): readonly string[] {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
