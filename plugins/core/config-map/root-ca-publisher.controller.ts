import { Inject, Injectable } from '@nestjs/common';
import { QueueController, QueueControllerParts, keepObject, controllerContext } from '../../../src/plugin-api/index.js';
import { ClusterAuthority } from '../../../src/plugin-api/built-in.js';
import { isActive } from '../namespace/is-active.js';
import type { Namespace } from '../namespace/namespace.v1.js';
import type { ConfigMap } from './config-map.v1.js';

const NAME = 'kube-root-ca.crt';
const DESCRIPTION = 'kubernetes.io/description';
const DESCRIPTION_TEXT =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Publishes the certificate authority of the server in every namespace, for the pods in it. */
@Injectable()
export class RootCaPublisherController extends QueueController {
  readonly name = 'root-ca-certificate-publisher-controller';
  override readonly alias = 'root-ca-cert-publisher';

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(ClusterAuthority) private readonly authority: ClusterAuthority,
  ) {
    super(parts);
  }

  protected watch(): void {
    const { stores } = this.parts;
    this.followNames(stores.of<Namespace>('', 'namespaces'), ({ name }) => [name]);
    this.followNames(stores.of('', 'configmaps'), ({ name, namespace }) => (name === NAME ? [namespace] : []));
  }

  protected async reconcile(name: string): Promise<void> {
    const { stores } = this.parts;
    const namespace = await stores.of<Namespace>('', 'namespaces').find(controllerContext(), name);
    if (!namespace || !isActive(namespace)) return;
    const context = controllerContext(name);
    const configMaps = stores.of<ConfigMap>('', 'configmaps');
    const empty: ConfigMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: NAME, namespace: name } };
    await keepObject(configMaps, { context, name: NAME }, (current = empty) =>
      this.isRight(current) ? undefined : this.correct(current),
    );
  }

  private isRight({ data = {}, metadata }: ConfigMap): boolean {
    const isSame = Object.keys(data).length === 1 && data['ca.crt'] === this.authority.certificate;
    return isSame && Boolean(metadata.annotations?.[DESCRIPTION]);
  }

  private correct(current: ConfigMap): ConfigMap {
    const annotations = { ...current.metadata.annotations, [DESCRIPTION]: DESCRIPTION_TEXT };
    return {
      ...current,
      metadata: { ...current.metadata, annotations },
      data: { 'ca.crt': this.authority.certificate },
    };
  }
}
